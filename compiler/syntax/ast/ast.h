// The syntax tree of a .ssd file: what was written and where, but not what it means. All nodes are plain values with a
// Span. parse makes the tree, the checker reads it, the printer writes it back. It covers the whole language as
// written, including what the checker rejects.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/base/source.h"
#include "runtime/base/words.h"

namespace ssd::ast {

struct Name {
  std::string text;
  Span span;
};

// ---- expressions

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;
struct Let;

// A literal as written, so that the checker can read it exactly: `digits` without `_` ("64", "0.85", "1e6", "0xff"),
// `unit` "us", "%" or "".
struct NumberLit {
  std::string digits;
  std::string unit;
};
struct StringLit {
  std::string value;
};  // escapes resolved
struct BoolLit {
  bool value;
};
struct NameRef {
  std::string text;
};
struct ListLit {
  std::vector<ExprPtr> items;
};
// `channel > die > plane > chip`, a `>` chain of exactly the four levels.
struct OrderLit {
  std::array<Name, 4> levels;
};

enum class UnaryOp : std::uint8_t { kNegate, kNot };
enum class BinaryOp : std::uint8_t {
  kMul,
  kDiv,
  kMod,
  kAdd,
  kSub,
  kShiftLeft,
  kShiftRight,
  kBitAnd,
  kBitXor,
  kBitOr,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr
};

struct Unary {
  UnaryOp op;
  ExprPtr operand;
};
struct Binary {
  BinaryOp op;
  Span op_span;
  ExprPtr left, right;
};
struct If {
  ExprPtr condition, then, otherwise;
};
struct Field {
  ExprPtr object;
  Name field;
};
struct Index {
  ExprPtr list, index;
};
// `key: value` (as in `mix(75%: 30us)`) or a value alone, without a key; both may have `over share`.
struct Arg {
  ExprPtr key;
  ExprPtr value;
  ExprPtr over;
};
struct Call {
  ExprPtr callee;
  std::vector<Arg> args;
};
// `{ let u = …  expr }`
struct Scope {
  std::vector<Let> lets;
  ExprPtr value;
};

struct Expr {
  Span span;
  std::variant<NumberLit, StringLit, BoolLit, NameRef, ListLit, OrderLit, Unary, Binary, If, Field, Index, Call, Scope>
      node;
};

struct Let {
  Name name;
  ExprPtr value;
  Span span;
};

// The name of the function that a call calls; null if the expression is not a call, or calls something else.
inline const NameRef* callee(const Call& call) { return std::get_if<NameRef>(&call.callee->node); }
inline const NameRef* callee(const Expr& expr) {
  const auto* call = std::get_if<Call>(&expr.node);
  return call == nullptr ? nullptr : callee(*call);
}

// The words for the four levels, numbered from the outermost; `way` is another word for the chip.
inline constexpr std::array kLevelWords{Word<std::size_t>{"channel", 0}, Word<std::size_t>{"chip", 1},
                                        Word<std::size_t>{"way", 1}, Word<std::size_t>{"die", 2},
                                        Word<std::size_t>{"plane", 3}};

// ---- blocks

struct Param {
  Name name;
  std::optional<Name> type;
};

struct Block;

enum class Placement : std::uint8_t { kStatic, kDynamic, kWriteOrder };
// `static ORDER`: a single name is an `order` param, four names are the levels; the checker finds out which.
struct OrderValue {
  Placement kind;
  Span kind_span;
  std::vector<Name> names;
};
// `static map(lpn) { … }`
struct MapValue {
  Span kind_span;
  std::vector<Param> params;
  std::unique_ptr<Block> body;
};
// `filled { … }`, `static { … }`, `any_idle { … }`. `mix(…)` is a call and not one of these.
struct VariantValue {
  Name kind;
  std::unique_ptr<Block> body;
};
// `above share`
struct AboveValue {
  Span word_span;
  ExprPtr share;
};
// `count drive_writes`
struct DriveWritesValue {
  ExprPtr count;
  Span word_span;
};
// `from .. to`
struct RangeValue {
  ExprPtr from, to;
};
// An expression; in a workload it may be followed by `over share`.
struct ExprValue {
  ExprPtr value;
  ExprPtr over;
};

struct Value {
  Span span;
  std::variant<ExprValue, OrderValue, MapValue, VariantValue, AboveValue, DriveWritesValue, RangeValue> node;
};

// `key: value` or `key(x, y): value`.
struct Property {
  Name key;
  bool has_params = false;
  std::vector<Param> params;
  Value value;
  Span span;
};
// What the key of a flow or a phase begins with; its name follows.
inline constexpr std::string_view kFlowKey = "flow ", kPhaseKey = "phase ";
// `key { … }`, or the flow or phase of a workload: its key is `flow NAME` or `phase NAME`, both words.
struct Section {
  Name key;
  std::unique_ptr<Block> body;
  Span span;
};

using Item = std::variant<Let, Property, Section>;
struct Block {
  Span span;
  std::vector<Item> items;
};

// A value for a key of a design, from outside the design: `geometry.channels: 8`.
struct KeyValue {
  std::vector<Name> path;
  Value value;
  Span span;
};

// ---- experiments

struct Vary {
  Name axis;               // all of the path: `geometry.channels`
  std::vector<Name> path;  // its names
  ExprPtr values;
  Span span;
};
struct Measure {
  std::vector<ExprPtr> metrics;
  Span span;
};
struct Normalize {
  std::vector<ExprPtr> metrics;
  ExprPtr to;
  Span span;
};
// `expect "…": EXPR`. A claim that is known to fail states the reason: `expect "…": EXPR known: "…"`.
struct Expect {
  std::string text;
  Span text_span;
  std::vector<Name> each;
  ExprPtr claim;
  std::string known;
  Span span;
};  // `known` is empty if it is not written
struct PlotClause {
  enum class Kind : std::uint8_t { kOver, kBy, kGroup, kLog } kind;
  Name axis;  // of the experiment; of `log` the plot's own: `x` or `y`
};
struct Plot {
  Name kind;
  std::vector<ExprPtr> metrics;
  std::vector<PlotClause> clauses;
  Span span;
};
struct Setting {
  Name key;
  ExprPtr value;
  Span span;
};  // `seeds: 3`
using Statement = std::variant<Vary, Measure, Normalize, Expect, Plot, Setting>;

// ---- declarations

struct Import {
  std::string path;
  Span path_span;
};
struct ParamDecl {
  Name name;
  Name type;
  ExprPtr value;
};
struct ConstDecl {
  Name name;
  ExprPtr value;
};
struct FnDecl {
  Name name;
  std::vector<Param> params;
  ExprPtr body;
};
enum class BlockKind : std::uint8_t { kNand, kDesign, kWorkload };
struct BlockDecl {
  BlockKind kind;
  Name name;
  std::optional<Name> from;
  Block body;
};
struct ExperimentDecl {
  Name name;
  std::vector<Statement> statements;
};

struct Decl {
  Span span;
  std::string doc;  // the `///` lines before it, without their slashes; may be empty
  std::variant<Import, ParamDecl, ConstDecl, FnDecl, BlockDecl, ExperimentDecl> node;
};

struct File {
  FileId file = kNoFile;
  std::string doc;  // the `///` lines before the first declaration
  std::vector<Decl> decls;
};

// The tree as an indented listing, one line for each node, with line:column (for `ssdc dump --stage ast` and the golden
// tests).
std::string dump(const File& file, const SourceMap& sources);
// An expression as canonical text on one line, for `explain` and for messages.
std::string print(const Expr& expr);

}  // namespace ssd::ast
