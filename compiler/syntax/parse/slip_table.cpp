// The mistakes that people make, from the most specific to the least specific; the first row that fits is reported.
// Most rows are a shape and what to write instead. A mistake that needs more than the tokens around it is recognised by
// a function of Slip.
#include <algorithm>
#include <array>

#include "compiler/syntax/parse/slip.h"

namespace ssd::parse {
namespace {

using diag::Code;

constexpr std::string_view kStatementForms =
    "an experiment contains `vary`, `measure`, `normalize`, `expect`, `plot`, `seeds: n` and `only: ftl`";

constexpr SlipRow pair_of(std::string_view shape, std::string_view written, std::string_view help) {
  return {.shape = shape, .code = Code::E0052, .first = written, .help = help, .from = -1};
}
constexpr SlipRow expected(unsigned where, std::string_view shape, std::string_view what, std::string_view help) {
  return {.shape = shape, .where = where, .first = what, .help = help};
}
constexpr SlipRow by(bool (Slip::*own)() const) { return {.own = own}; }

const auto kSlips = std::to_array<SlipRow>({
    // Signs of other languages.
    pair_of("- ~@>", "->", "read a field of a record with a dot: `b.valid`"),
    pair_of("+ ~@+", "++", "there is no increment: write `x + 1`"),
    pair_of(">> ~@>", ">>>", "write `>>`, which keeps the sign"),
    pair_of("* ~@*", "**", "there is no power operator: write `x * x`"),
    pair_of("< ~@>", "<>", "write `!=`"),
    pair_of("== ~@=", "===", "write `==`"),
    pair_of("!= ~@=", "!==", "write `!=`"),
    pair_of("+ ~@=", "+=", "there is no assignment: name the new value, `let y = x + 1`"),
    pair_of("- ~@=", "-=", "there is no assignment: name the new value, `let y = x - 1`"),
    pair_of("* ~@=", "*=", "there is no assignment: name the new value, `let y = x * 2`"),
    pair_of("/ ~@=", "/=", "there is no assignment: name the new value, `let y = x / 2`"),
    pair_of("% ~@=", "%=", "there is no assignment: name the new value, `let y = x % 2`"),
    pair_of("& ~@=", "&=", "there is no assignment: name the new value, `let y = x & 1`"),
    pair_of("BAR ~@=", "|=", "there is no assignment: name the new value, `let y = x | 1`"),
    pair_of("<< ~@=", "<<=", "there is no assignment: name the new value, `let y = x << 1`"),
    pair_of(">> ~@=", ">>=", "there is no assignment: name the new value, `let y = x >> 1`"),
    pair_of(": ~@=", ":=", "a property takes `:`; `const`, `param`, `let` and `fn` take `=`"),
    pair_of(". ~@.", "..", "there are no ranges: list the values, `[1, 2, 4]`"),
    {.shape = "ANY @= ~>",
     .code = Code::E0052,
     .first = "=>",
     .help = "write the parameter after the key, `victim(b): …`, or name a function that `fn` declares",
     .to = 1},
    {.shape = "let|const ANY @: ~=", .code = Code::E0052, .first = ":=", .help = "write `=`", .to = 1},
    {.shape = "ANY @: ~:",
     .code = Code::E0052,
     .first = "::",
     .help = "write a name alone, or a field after a dot",
     .to = 1},
    {.shape = "- ~NEGATE @ANY",
     .code = Code::E0052,
     .first = "--",
     .help = "there is no decrement: write `x - 1`",
     .from = -2,
     .to = -1},
    // Types and functions in places where they are not allowed.
    expected(kAnywhere, "( FUNCTION_TYPE#type ) @BEGIN", "an operator",
             "convert a value by a call: `{type.ours}({operand})`"),
    expected(kAnywhere, "( TYPE ) @BEGIN", "an operator", "a value has its type already: leave it out"),
    expected(kItem, ": @fn OPENER NAME#x", "a value", "write the parameter after the key, `{start}({x}): …`"),
    expected(kItem, ": @fn", "a value", "write the parameter after the key, `{start}(x): …`"),
    {.shape = "^param NAME#name : @[",
     .where = kDeclaration,
     .code = Code::E0056,
     .first = "param",
     .help = "declare the list as `const {name} = …`"},
    {.shape = "^param ANY#name : NAME @INDEX",
     .where = kDeclaration,
     .code = Code::E0056,
     .first = "param",
     .help = "declare the list as `const {name} = …`"},
    {.shape = "NAME#name : @[",
     .where = kInParameters,
     .code = Code::E0056,
     .first = "parameter",
     .help = "leave the type out: `{name}`"},
    {.shape = "ANY#name : NAME @INDEX",
     .where = kInParameters,
     .code = Code::E0056,
     .first = "parameter",
     .help = "leave the type out: `{name}`"},
    {.shape = "CALL|, NAME#type @NAME#name",
     .where = kInParameters,
     .code = Code::E0050,
     .first = "{type}",
     .second = "{name}",
     .help = "write `{name}: {type.ours}`",
     .from = -1},
    {.shape = "param TYPE#type @NAME#name =",
     .code = Code::E0050,
     .first = "{type}",
     .second = "{name}",
     .help = "write `param {name}: {type.ours} = …`",
     .from = -1},
    {.shape = "const TYPE#type @NAME#name =",
     .code = Code::E0050,
     .first = "{type}",
     .second = "{name}",
     .help = "write `const {name} = …`; its type is that of the value",
     .from = -1},
    {.shape = "let TYPE#type @NAME#name =",
     .code = Code::E0050,
     .first = "{type}",
     .second = "{name}",
     .help = "write `let {name} = …`; its type is that of the value",
     .from = -1},
    {.shape = "TYPE#type @NAME#name =",
     .where = kInBrackets,
     .code = Code::E0050,
     .first = "{type}",
     .second = "{name}",
     .help = "write `let {name} = …`; its type is that of the value",
     .from = -1},
    // `{ u = b.valid  u * 2 }`: at the beginning of an item of a block, a comparison has nothing to decide, so a `let`
    // was meant.
    {.shape = "{|END NAME#name @=",
     .where = kInBraces,
     .code = Code::E0054,
     .first = "{name}",
     .help = "write `let {name} = …`",
     .from = -1,
     .to = -1},
    by(&Slip::comparison_for_value),
    by(&Slip::name_with_sign),
    // As in JSON: `"channels": 4`, `"geometry": { … }`, and `design "D" { … }`.
    {.shape = "@STRING : {",
     .where = kBlock,
     .code = Code::E0058,
     .first = "{described}",
     .help = "write `{it.bare} { … }`"},
    {.shape = "@STRING {",
     .where = kBlock,
     .code = Code::E0058,
     .first = "{described}",
     .help = "write `{it.bare} { … }`"},
    {.shape = "@STRING :",
     .where = kBlock,
     .code = Code::E0058,
     .first = "{described}",
     .help = "write `{it.bare}: …`"},
    {.shape = "^param|const|fn|nand|design|workload|experiment @STRING TOKEN",
     .where = kDeclaration,
     .code = Code::E0058,
     .first = "{described}",
     .help = "write `{start} {it.bare}`"},
    // Orders: levels joined by something other than `>`, a `:` after the kind of placement, a map after a kind other
    // than `static`.
    expected(kAnywhere, ": static|dynamic|write_order#kind @:", "an order",
             "write `{kind} {rest}`, without a `:` between"),
    expected(kItem, "static|dynamic|write_order#kind ANY , ^ANY @,", "`>`",
             "join levels by `>`, as in `{kind} channel > die > plane > chip`"),
    expected(kAnywhere, "static|dynamic|write_order#kind ANY @<|-|/", "`>`",
             "join levels by `>`, as in `{kind} channel > die > plane > chip`"),
    {.shape = ": dynamic|write_order#kind ^map",
     .where = kItem,
     .code = Code::E0059,
     .first = "{kind}",
     .help = "write `{kind} channel > die > plane > chip`, or `static map(…) { … }`, which places pages by their "
             "logical page number",
     .from = -1},
    by(&Slip::block_behind_order),
    by(&Slip::call_before_value),
    // `=` and `:` confused.
    {.shape = "^vary ANY#what @=",
     .where = kStatement,
     .code = Code::E0024,
     .first = "{what}",
     .help = "write `{so_far}: …`"},
    {.shape = "^param ANY#name @=",
     .where = kDeclaration,
     .code = Code::E0043,
     .first = "{name}",
     .help = "write `param {name}: int = …`, with the type that it has"},
    expected(kDeclaration, "^fn ANY#name @=", "`(`",
             "write `fn {name}() = …`, or `const {name} = …` if it needs no parameters"),
    by(&Slip::equals_sign),
    {.shape = "let|const#word NAME#name @:",
     .code = Code::E0044,
     .first = "{word}",
     .help = "write `{word} {name} = …`; its type is that of the value"},
    by(&Slip::unit_apart),
    by(&Slip::foreign_statement),
    by(&Slip::swallowed_key),
    by(&Slip::call_apart),
    by(&Slip::reserved_word),
    by(&Slip::incomplete_if),
    by(&Slip::import_path),
    by(&Slip::block_value),
    by(&Slip::value_without_key),
    expected(kAnywhere, "END @if", "an operator", "the condition comes first: `if a then b else c`"),
    by(&Slip::in_brackets),
    // What a declaration needs before its value or block, in the order of its parts.
    {.shape = "^ANY#word @NUMBER|QUANTITY",
     .where = kDeclaration | kOutside,
     .code = Code::E0154,
     .first = "{it}",
     .help = "write `{word} _{it}`, or another name"},
    expected(kDeclaration | kOutside, "^ANY#word @ANY", "a name after `{word}`",
             "write a name after it, such as `{word} First`"),
    {.shape = "^fn … ) @: TOKEN",
     .where = kDeclaration | kOutside,
     .code = Code::E0153,
     .first = "{described}",
     .help = "write `{so_far} = …`"},
    {.shape = "^fn … ) @- >",
     .where = kDeclaration | kOutside,
     .code = Code::E0153,
     .first = "{described}",
     .help = "write `{so_far} = …`"},
    expected(kDeclaration | kOutside, "^param ANY#name @ANY", "`:` and a type", "write `param {name}: {it.type} = …`"),
    expected(kDeclaration | kOutside, "^param ANY#name ANY @NUMBER", "a type",
             "write `param {name}: int = {it}`, or `real` for a number that is not whole"),
    expected(kDeclaration | kOutside, "^param ANY ANY @ANY", "a type",
             "such as `int`, `real`, `bool`, `time`, `size` or `ratio`"),
    expected(kDeclaration | kOutside, "^fn ANY#name @ANY", "`(`", "write `fn {name}(x) = …`"),
    by(&Slip::head),
    by(&Slip::key_alone),
    // Statements of an experiment: each kind has a fixed form, so the number of its tokens shows which part is missing.
    expected(kStatement, "^vary @ANY", "what to vary", "write `vary design: [A, B]`, or the name of a `param`"),
    expected(kStatement, "^vary ANY#what @ANY", "`:` after `vary {what}`", "write `vary {what}: [A, B]`"),
    expected(kStatement, "^expect @ANY", "a string in quotes",
             "write what you claim: `expect \"die before chip\": mean(response.mean, A) < mean(response.mean, B)`"),
    expected(kStatement, "^expect ANY @ANY", "`:` after the string",
             "write `expect \"…\": mean(response.mean, A) < mean(response.mean, B)`"),
    by(&Slip::axes_of_claim),
    expected(kStatement, "^measure @ANY", "what to measure",
             "write `measure response.mean, iops`; `ssdc explain metrics` lists them"),
    expected(kStatement, "^over|by|group#word @ANY", "an axis after `{word}`",
             "write `plot bars(response.mean) by workload group design`"),
    expected(kStatement, "^plot @ANY", "the kind of plot", "write `plot bars(response.mean) by workload group design`"),
    expected(kStatement, "^plot ANY @ANY", "`(`", "write `plot bars(response.mean) by workload group design`"),
    expected(kStatement, "^normalize @ANY", "what to normalize", "write `normalize response.mean to design == BASE`"),
    expected(kStatement, "^normalize … END @ANY", "`to` and what to divide by",
             "write `normalize response.mean to design == BASE`"),
    // `zipf 0.99`, and the `-` of a YAML list.
    expected(kBlock, "NAME#name @_NUMBER|QUANTITY", "a property", "if it belongs to `{name}`, write `{name}({it})`"),
    expected(kBlock, "@NEGATE|- NAME#name", "a property", "write properties without a `-`: `{name}`"),
    expected(kAnywhere, ": @/|. NO_LITERAL", "a value", "write a path in quotes: `\"{touching}\"`"),
    // A value is missing after an operator, a colon or an opening bracket.
    expected(kBehindFirst, ". @ANY", "a name after `.`", "write a field, such as `b.valid`"),
    expected(kBehindFirst, "SIGN @. NUMBER|QUANTITY#digits", "a value", "a number begins with a digit: `0.{digits}`"),
    expected(kBehindFirst, "and|or#word @<|<=|>|>=|==|!=", "a value after `{word}`",
             "write both sides again, as in `a < 3 {word} a > 1`"),
    expected(kBehindFirst, ": @ANY", "a value after `:`", "write the value, or remove the key"),
    expected(kBehindFirst, "SIGN#word @ANY", "a value after `{word}`", "write a value, or remove the `{word}`"),
    // No known mistake: what is allowed at the place.
    expected(kBlock, "@ANY", "a property, a section or `}`",
             "a property is written `key: value`, a section `key { … }`"),
    expected(kExperiment, "@ANY", "a statement or `}`", kStatementForms),
    expected(kItem | kOutside, "END @ANY", "an operator, another property or `}`",
             "a property is written `key: value`"),
    expected(kStatement | kOutside, "END @ANY", "an operator, another statement or `}`", kStatementForms),
    expected(kExpression, "@^ANY", "a value", "write one expression, such as `2 * ways`"),
    expected(kExpression, "@ANY", "an operator or the end", "write one expression, such as `2 * ways`"),
    expected(kDeclaration, "@ANY", "an operator or another declaration",
             "an operator continues an expression; a declaration begins on a line of its own"),
    expected(kAnywhere, "@ANY", "something else", "remove it"),
});

}  // namespace

// The shapes are parsed once, at the first error.
void Slip::report() const {
  static const std::vector<Shape> kShapes = [] {
    std::vector<Shape> shapes;
    for (const SlipRow& row : kSlips) shapes.emplace_back(row.own == nullptr ? row.shape : "@ANY");
    return shapes;
  }();
  for (std::size_t i = 0; i < kSlips.size(); ++i) {
    const SlipRow& row = kSlips.at(i);
    if (row.own != nullptr ? (this->*row.own)() : report_row(row, kShapes[i])) return;
  }
}

}  // namespace ssd::parse
