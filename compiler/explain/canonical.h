// The canonical text of a file, which `ssdc fmt` writes.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/check.h"

namespace ssd::explain {

struct Canonical {
  std::string text;
  bool changed = false;              // whether the file has another text
  std::vector<std::string> imports;  // paths relative to the folder of the file, also for `std/…`
};
// Nothing, after a diagnostic, for a file that cannot be read or has a syntax error. Imports are not read.
std::optional<Canonical> canonical(const std::string& file, const check::Options& options, SourceMap& sources,
                                   diag::Sink& sink);

}  // namespace ssd::explain
