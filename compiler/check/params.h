// The resolved values of params, for commands that show a design. A design's expressions keep the names of params, and
// `-D` changes their values.
#pragma once
#include <vector>

#include "compiler/check/check.h"

namespace ssd::check {

// The params that a design or workload uses, in the order of their declarations. For a param or const: the declaration
// itself.
struct UsedParams {
  Span of;  // the name of the declaration
  std::vector<design::Property> params;
};

// Like check(). It also returns the resolved params of the declaration that Options::design names; without a name,
// those of all declarations.
Checked check(const std::string& path, const Options& options, SourceMap& sources, diag::Sink& sink,
              std::vector<UsedParams>& params);

}  // namespace ssd::check
