// Implements diagnostic.h.
#include "compiler/explain/diagnostic.h"

#include <fmt/format.h>

namespace ssd::explain {
namespace {

// Shows `…` for the parts that a report fills in. The sentence is a format string, in which a literal brace is doubled.
std::string with_gaps(std::string_view sentence) {
  std::string text;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const std::string_view rest = sentence.substr(at);
    if (rest.starts_with("{{") || rest.starts_with("}}")) {
      text += rest[0];
      ++at;
    } else if (rest[0] == '{') {
      text += "…";
      at += rest.find('}');
    } else {
      text += rest[0];
    }
  }
  return text;
}

}  // namespace

bool looks_like_a_code(std::string_view text) {
  constexpr std::size_t kLength = 5;
  constexpr std::string_view kKinds = "EWew", kDigits = "0123456789";
  return text.size() == kLength && kKinds.find(text[0]) != std::string_view::npos &&
         text.find_first_not_of(kDigits, 1) == std::string::npos;
}

std::optional<std::string> diagnostic_page(const std::string& code, diag::Sink& sink) {
  const diag::Row* row = diag::find_row(code);
  if (row == nullptr) {
    sink.report(diag::Code::E0507, {}, code).help("the code is in brackets: `error[E0105]: …`");
    return std::nullopt;
  }
  return fmt::format("{} {}: {}\n{}{}{}", diag::name(row->severity), row->name, with_gaps(row->sentence),
                     row->page.starts_with('\n') ? "" : "\n", row->page, row->page.ends_with('\n') ? "" : "\n");
}

std::vector<std::string> diagnostic_codes() {
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < diag::row_count(); ++i) codes.emplace_back(diag::row_at(i).name);
  return codes;
}

}  // namespace ssd::explain
