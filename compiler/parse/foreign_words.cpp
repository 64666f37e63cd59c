// See foreign_words.h. Tables only: a word more is a row more.
#include "compiler/parse/foreign_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ssd::parse {
namespace {

struct Row {
  std::string_view word, instead;
};

template <std::size_t n>
std::string_view look_up(const std::array<Row, n>& table, std::string_view word) {
  const auto found = std::ranges::find(table, word, &Row::word);
  return found == table.end() ? std::string_view{} : found->instead;
}

constexpr auto kTypes = std::to_array<Row>({
    {"int", "int"},       {"integer", "int"},   {"uint", "int"},     {"unsigned", "int"}, {"signed", "int"},   {"long", "int"},
    {"short", "int"},     {"byte", "int"},      {"size_t", "int"},   {"int8", "int"},     {"int16", "int"},    {"int32", "int"},
    {"int64", "int"},     {"uint8", "int"},     {"uint16", "int"},   {"uint32", "int"},   {"uint64", "int"},   {"int32_t", "int"},
    {"int64_t", "int"},   {"uint32_t", "int"},  {"uint64_t", "int"}, {"u32", "int"},      {"u64", "int"},      {"i32", "int"},
    {"i64", "int"},       {"number", "int"},    {"real", "real"},    {"float", "real"},   {"double", "real"},  {"f64", "real"},
    {"float64", "real"},  {"ratio", "ratio"},   {"percent", "ratio"}, {"bool", "bool"},   {"boolean", "bool"}, {"_Bool", "bool"},
    {"string", "string"}, {"str", "string"},    {"char", "string"},  {"text", "string"},  {"time", "time"},    {"duration", "time"},
    {"size", "size"},     {"bytes", "size"},    {"rate", "rate"},    {"bandwidth", "rate"}, {"order", "order"},
});

constexpr auto kLists = std::to_array<std::string_view>({"list", "List", "array", "Array", "vector", "tuple"});

// {} is the name that follows.
constexpr std::string_view kFunction = "a function is declared so: `fn {}(x) = …`";
constexpr std::string_view kConstant = "write `const {0} = …`, or `param {0}: int = …` if it is to be varied";
constexpr std::string_view kDesign = "a drive is declared so: `design {} {{ … }}`";
constexpr std::string_view kImport = "write `import \"…\"`, with the path of the file";
constexpr std::string_view kWorkload = "a trace or a generator is declared so: `workload {} {{ … }}`";
constexpr std::string_view kPart = "a flash part is declared so: `nand {} {{ … }}`";
constexpr std::string_view kExperiment = "designs are compared so: `experiment {} {{ … }}`";
constexpr auto kDeclarations = std::to_array<Row>({
    {"def", kFunction},     {"function", kFunction}, {"func", kFunction},     {"fun", kFunction},         {"define", kConstant},
    {"var", kConstant},     {"val", kConstant},      {"auto", kConstant},     {"static", kConstant},      {"set", kConstant},
    {"let", kConstant},     {"struct", kDesign},     {"class", kDesign},      {"object", kDesign},        {"ssd", kDesign},
    {"drive", kDesign},     {"device", kDesign},     {"config", kDesign},     {"system", kDesign},        {"include", kImport},
    {"from", kImport},
    {"use", kImport},       {"using", kImport},      {"require", kImport},    {"trace", kWorkload},       {"job", kWorkload},
    {"generator", kWorkload}, {"flash", kPart},      {"part", kPart},         {"chip", kPart},            {"study", kExperiment},
    {"sweep", kExperiment}, {"test", kExperiment},
});

// {} is what follows.
constexpr std::string_view kReturn = "leave it out: the value of a function is its expression, `{}`";
constexpr std::string_view kLoop = "an expression repeats nothing: say the result as one formula, or look it up in a list, `[1, 2, 4][i]`";
constexpr std::string_view kChoice = "write `if a == b then c else if a == d then e else f`";
constexpr std::string_view kElseIf = "write `else if`";
constexpr std::string_view kLet = "write `let x = …`";
constexpr std::string_view kPolicy = "write the parameter at the key, `victim(b): …`, or name a function that `fn` declares";
constexpr auto kStatements = std::to_array<Row>({
    {"return", kReturn}, {"yield", kReturn},  {"for", kLoop},       {"foreach", kLoop},  {"while", kLoop}, {"do", kLoop},
    {"loop", kLoop},     {"switch", kChoice}, {"case", kChoice},    {"match", kChoice},  {"when", kChoice}, {"elif", kElseIf},
    {"elsif", kElseIf},  {"elseif", kElseIf}, {"var", kLet},        {"val", kLet},       {"auto", kLet},    {"mut", kLet},
    {"lambda", kPolicy},
});

}  // namespace

std::string_view type_instead(std::string_view word) { return look_up(kTypes, word); }

bool names_list(std::string_view word) { return std::ranges::find(kLists, word) != kLists.end(); }
bool names_type(std::string_view word) { return !type_instead(word).empty(); }

std::string declaration_instead(std::string_view word, std::string_view name) {
  const std::string_view form = names_type(word) ? kConstant : look_up(kDeclarations, word);
  return form.empty() ? std::string{} : fmt::format(fmt::runtime(form), name);
}

std::string statement_instead(std::string_view word, std::string_view rest) {
  const std::string_view form = look_up(kStatements, word);
  return form.empty() ? std::string{} : fmt::format(fmt::runtime(form), rest);
}

}  // namespace ssd::parse
