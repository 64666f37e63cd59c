// Tables for foreign_words.h. To add a word, add it to its row.
#include "compiler/syntax/parse/foreign_words.h"

#include <fmt/format.h>

#include <array>

#include "compiler/syntax/parse/word_rows.h"

namespace ssd::parse {
namespace {

constexpr auto kTypes = std::to_array<WordRow>({
    {"int",
     "int integer uint unsigned signed long short byte size_t int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
     "int32_t int64_t uint32_t uint64_t u32 u64 i32 i64 number"},
    {"real", "real float double f64 float64"},
    {"ratio", "ratio percent"},
    {"bool", "bool boolean _Bool"},
    {"string", "string str char text"},
    {"time", "time duration"},
    {"size", "size bytes"},
    {"rate", "rate bandwidth"},
    {"order", "order"},
    {"cell", "cell"},
    {"page_kind", "page_kind"},
});

constexpr std::string_view kFunctionTypes = "int real";
constexpr std::string_view kLists = "list List array Array vector tuple";

// {} is the name that follows.
constexpr std::string_view kFunction = "declare a function with `fn {}(x) = …`";
constexpr std::string_view kConstant = "write `const {0} = …`, or `param {0}: int = …` to vary it";
constexpr std::string_view kDesign = "declare a drive with `design {} {{ … }}`";
constexpr std::string_view kImport = "write `import \"…\"`, with the path of the file";
constexpr std::string_view kWorkload = "declare a trace or a generator with `workload {} {{ … }}`";
constexpr std::string_view kPart = "declare a flash part with `nand {} {{ … }}`";
constexpr std::string_view kComparedSo = "compare designs with `experiment {} {{ … }}`";
constexpr auto kDeclarations = std::to_array<WordRow>({
    {kFunction, "def function func fun"},
    {kConstant, "define var val auto static set let"},
    {kDesign, "struct class object ssd drive device config system"},
    {kImport, "include from use using require"},
    {kWorkload, "trace job generator"},
    {kPart, "flash part chip"},
    {kComparedSo, "study sweep test"},
});

// {} is the text that follows.
constexpr std::string_view kReturn = "leave it out: the value of a function is its expression, `{}`";
constexpr std::string_view kLoop =
    "there are no loops: write the result as one formula, or look it up in a list, `[1, 2, 4][i]`";
constexpr std::string_view kChoice = "write `if a == b then c else if a == d then e else f`";
constexpr std::string_view kElseIf = "write `else if`";
constexpr std::string_view kLet = "write `let x = …`";
constexpr std::string_view kPolicy =
    "write the parameter after the key, `victim(b): …`, or name a function that `fn` declares";
constexpr auto kStatements = std::to_array<WordRow>({
    {kReturn, "return yield"},
    {kLoop, "for foreach while do loop"},
    {kChoice, "switch case match when"},
    {kElseIf, "elif elsif elseif"},
    {kLet, "var val auto mut"},
    {kPolicy, "lambda"},
});

}  // namespace

std::string_view type_instead(std::string_view word) { return instead_of(kTypes, word); }

bool names_function_type(std::string_view word) { return is_among(kFunctionTypes, type_instead(word)); }
bool names_list(std::string_view word) { return is_among(kLists, word); }
bool names_type(std::string_view word) { return !type_instead(word).empty(); }

std::string declaration_instead(std::string_view word, std::string_view name) {
  const std::string_view form = names_type(word) ? kConstant : instead_of(kDeclarations, word);
  return form.empty() ? std::string{} : fmt::format(fmt::runtime(form), name);
}

std::string statement_instead(std::string_view word, std::string_view rest) {
  const std::string_view form = instead_of(kStatements, word);
  return form.empty() ? std::string{} : fmt::format(fmt::runtime(form), rest);
}

}  // namespace ssd::parse
