// What params came to, for who shows a design: `-D` and other params count, and expressions keep their names.
#pragma once
#include <vector>

#include "compiler/check/check.h"

namespace ssd::check {

// Of a design or workload the params that it uses, in the order of their declarations; of a param or const itself.
struct UsedParams {
  Span of;  // the name of the declaration
  std::vector<design::Property> params;
};

// As check(), and what the params came to of what Options::design names, or of everything without a name.
Checked check(const std::string& path, const Options& options, SourceMap& sources, diag::Sink& sink,
              std::vector<UsedParams>& params);

}  // namespace ssd::check
