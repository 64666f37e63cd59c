// A text that the fuzz targets check. Of the disk only the standard library of this checkout is read, once, so what is
// found depends on the text alone.
#pragma once
#include <string_view>

#include "compiler/check/check.h"

namespace ssd::fuzz {

struct CheckedText {
  SourceMap sources;
  diag::Sink sink;
  check::Checked checked;
};
CheckedText check_text(std::string_view text);

}  // namespace ssd::fuzz
