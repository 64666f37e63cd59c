// Implements value_helps.h.
#include "compiler/check/helps/value_helps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/syntax/parse/word_rows.h"

namespace ssd::check {
namespace {

constexpr int kSectorBytes = 512;
constexpr auto kUnitsOfFlash = std::to_array<std::string_view>({"us", "ms"});  // the usual units of latencies
constexpr std::string_view kUnitOfSizes = "KiB";
constexpr int kSeldomSoLong =
    1000;  // us or ms of flash; a number of this size is probably in ns, as in the files of other simulators

// Units as other tools and people write them. Spellings that differ by one letter are found without this table.
constexpr auto kOtherUnits = std::to_array<parse::WordRow>({
    {"ns", "nsec nanoseconds"},
    {"us", "usec microseconds"},
    {"ms", "msec milliseconds"},
    {"s", "sec secs second seconds"},
    {"min", "minutes mins"},
    {"h", "hours hr hrs"},
    {"d", "days"},
    {"B", "byte bytes"},
    {"bit", "bits"},
    {"%", "percent pct"},
    {"MT/s", "MTps MT mt/s"},
    {"MB/s", "MBps"},
    {"GB/s", "GBps"},
    {"KB/s", "KBps"},
    {"kHz", "KHz"},
});

// Help for a truth that is written as a number, as in other languages.
std::string truth_help(const ast::NumberLit& number) {
  if (!number.unit.empty()) return {};
  if (number.digits == "0") return "write `false`";
  if (number.digits == "1") return "write `true`";
  return number.digits.find('.') == std::string::npos ? "" : "write a condition, such as `free_pages < 10%`";
}

std::string number_help(const ast::NumberLit& number, Type found, std::string_view unit) {
  const auto digits = parse_digits(number.digits);
  if (!digits || !number.unit.empty()) return {};
  if (std::ranges::count(kUnitsOfFlash, unit) != 0 && compare(*digits, kSeldomSoLong) >= 0) {
    return fmt::format("write `{0}ns` if it counts ns, `{0}{1}` if {1}", number.digits, unit);
  }
  if (unit == "%" && compare(*digits, 1) == 0)
    return fmt::format("write `100%` if it is the whole, `{}%` if it counts percent", number.digits);
  if (found != Type::kInt) return {};
  // A user who leaves out the unit of a size means bytes if the number is a multiple of a sector, otherwise KiB.
  if (unit == kUnitOfSizes && digits->numerator() % kSectorBytes != 0)
    return fmt::format("write `{}KiB`", number.digits);
  return {};
}

std::string text_help(const ast::StringLit& text, std::string_view expected, std::string_view unit) {
  const bool one_word = !text.value.empty() && text.value.find_first_of(" \t\n\"") == std::string::npos;
  if (one_word && expected != kPathInQuotes) return fmt::format("write `{}`, without quotes", text.value);
  return unit.empty() ? "" : fmt::format("write {}, such as `100{}`", expected, unit);
}

}  // namespace

std::string value_help(const ast::Expr& expr, std::string_view expected, Type found, std::string_view unit) {
  if (const auto* text = std::get_if<ast::StringLit>(&expr.node)) return text_help(*text, expected, unit);
  if (const auto* list = std::get_if<ast::ListLit>(&expr.node)) {
    if (list->items.empty()) return {};
    return fmt::format("write one value, such as `{}`; to compare several, let an experiment vary a param",
                       ast::print(*list->items[0]));
  }
  const auto* number = std::get_if<ast::NumberLit>(&expr.node);
  if (number == nullptr) return {};
  return expected == noun(Type::kBool) ? truth_help(*number) : number_help(*number, found, unit);
}

std::string unit_of_elsewhere(const ast::NumberLit& literal) {
  if (const auto ours = parse::instead_of(kOtherUnits, literal.unit); !ours.empty())
    return fmt::format("write `{}{}`", literal.digits, ours);
  constexpr std::string_view kPrefixes = "kKMGT";
  const std::size_t at = literal.unit.size() == 1 ? kPrefixes.find(literal.unit[0]) : std::string_view::npos;
  if (at == std::string_view::npos) return {};
  const std::size_t zeros = at == 0 ? 3 : 3 * at;
  const char prefix = kPrefixes[at == 0 ? 1 : at];
  return fmt::format("if a size is meant, write `{0}{1}iB` or `{0}{1}B`; if a count, `{0}e{2}`", literal.digits, prefix,
                     zeros);
}

std::string_view bound_help(const ast::NumberLit& literal) {
  const bool is_int = literal.unit.empty() && literal.digits.find_first_of(".-") == std::string::npos;
  return is_int ? "an int is at most 9223372036854775807"
                : "write at most 38 digits, in a larger unit if need be: no number goes beyond 1.7e38";
}

}  // namespace ssd::check
