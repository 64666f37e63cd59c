// The canonical text of a file, which `ssdc fmt` writes.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/check.h"

namespace ssd::explain {

struct Canonical {
  std::string text;
  bool changed = false;              // the file has another text
  std::vector<std::string> imports;  // as paths beside the file, those of `std/…` too
};
// Nothing after a diagnostic: a file that cannot be read, or with a syntax error. Its imports are not read.
std::optional<Canonical> canonical(const std::string& file, const check::Options& options, SourceMap& sources,
                                   diag::Sink& sink);

}  // namespace ssd::explain
