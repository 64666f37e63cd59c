// Gives texts to the check as if they were files, for the tests of sema and design.
#pragma once
#include <map>
#include <string>

#include "compiler/check/check.h"

namespace ssd {

struct CheckedTexts {
  SourceMap sources;
  diag::Sink sink;
  check::Checked checked;

  // The codes of all diagnostics, in the order in which they were found: "E0105 W0311".
  std::string codes() const {
    std::string result;
    for (const diag::Diagnostic& d : sink.all())
      result += (result.empty() ? "" : " ") + std::string(diag::row(d.code).name);
    return result;
  }
  std::string text() const { return diag::render_text(sink, sources, false); }
};

// The main file is "main.ssd".
inline std::unique_ptr<CheckedTexts> check_texts(std::map<std::string, std::string> files,
                                                 std::vector<check::Override> overrides = {}) {
  auto result = std::make_unique<CheckedTexts>();
  check::Options options;
  options.overrides = std::move(overrides);
  options.stdlib_directory = "stdlib";
  options.read = [files = std::move(files)](const std::string& path) -> check::ReadResult {
    const auto found = files.find(path);
    if (found == files.end()) return {check::ReadResult::Status::kMissing, {}, {}};
    return {check::ReadResult::Status::kRead, found->second, {}};
  };
  result->checked = check::check("main.ssd", options, result->sources, result->sink);
  return result;
}
inline std::unique_ptr<CheckedTexts> check_text(std::string text) {
  return check_texts({{"main.ssd", std::move(text)}});
}

inline std::string property(const design::Design& design, std::string_view section, std::string_view key) {
  for (const design::Property& p : design.properties) {
    if (p.section == section && p.key == key) return p.value;
  }
  return "(none)";
}

}  // namespace ssd
