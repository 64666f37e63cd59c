// A design from text through the front end, or the errors in the text.
#pragma once
#include <optional>
#include <string>

#include "compiler/check/check.h"

namespace ssd {

struct TriedText {
  std::optional<design::Design> design;
  std::string errors;
};

inline TriedText try_text(const std::string& text) {
  SourceMap sources;
  diag::Sink sink;
  check::Options options;
  options.read = [&](const std::string&) {
    return check::ReadResult{.status = check::ReadResult::Status::kRead, .text = text, .reason = {}};
  };
  const check::Checked checked = check::check("test.ssd", options, sources, sink);
  const design::Design* design = check::select_design(checked, "", sink);
  if (sink.has_errors() || design == nullptr) return {std::nullopt, diag::render_text(sink, sources, false)};
  return {*design, {}};
}

}  // namespace ssd
