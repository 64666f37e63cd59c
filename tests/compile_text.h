// A design from text through the front end: for tests that need one whole any error of ours or of the text fails the test; a random case that
// was made smaller may be no design any more.
#pragma once
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "compiler/sema/sema.h"

namespace ssd {

struct TriedText {
  std::optional<design::Design> design;
  std::string errors;
};

inline TriedText try_text(const std::string& text) {
  SourceMap sources;
  diag::Sink sink;
  sema::Options options;
  options.read = [&](const std::string&) { return sema::ReadResult{.status = sema::ReadResult::Status::kRead, .text = text, .reason = {}}; };
  const sema::Checked checked = sema::check("test.ssd", options, sources, sink);
  const design::Design* design = sema::select_design(checked, "", sink);
  if (sink.has_errors() || design == nullptr) return {std::nullopt, diag::render_text(sink, sources, false)};
  return {*design, {}};
}

inline design::Design compile_text(const std::string& text) {
  const TriedText tried = try_text(text);
  EXPECT_EQ(tried.errors, "") << text;
  return tried.design.value_or(design::Design{});
}

}  // namespace ssd
