// The page about two designs: their differences and the consequences.
#pragma once
#include <optional>
#include <string>

#include "compiler/check/check.h"
#include "compiler/design/difference.h"

namespace ssd::explain {

// A design of a file; the only one if the name is empty.
struct DesignOfFile {
  std::string file, name;
};
struct Compared {
  std::string before_name, after_name;  // `FILE:NAME`
  design::Design before, after;
  design::Difference difference;
};
// Checks both designs and compares them; nothing after a diagnostic. A file that contains both is checked once.
std::optional<Compared> compared(const DesignOfFile& before, const DesignOfFile& after, const check::Options& options,
                                 SourceMap& sources, diag::Sink& sink);

std::string difference_text(const Compared& compared);
std::string difference_json(const Compared& compared);

}  // namespace ssd::explain
