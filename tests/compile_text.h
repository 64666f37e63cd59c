// A design from text through the front end, for tests that need one whole: any error of ours or of the text fails the test.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "compiler/sema/sema.h"

namespace ssd {

inline design::Design compile_text(const std::string& text) {
  SourceMap sources;
  diag::Sink sink;
  sema::Options options;
  options.read = [&](const std::string&) { return sema::ReadResult{.status = sema::ReadResult::Status::kRead, .text = text, .reason = {}}; };
  const sema::Checked checked = sema::check("test.ssd", options, sources, sink);
  const design::Design* design = sema::select_design(checked, "", sink);
  EXPECT_FALSE(sink.has_errors()) << diag::render_text(sink, sources, false) << text;
  return design == nullptr ? design::Design{} : *design;
}

}  // namespace ssd
