// The lines that the pages of designs and workloads share: each value with where it came from.
#pragma once
#include <string>
#include <vector>

#include "compiler/design/property.h"
#include "runtime/base/source.h"

namespace ssd::explain {

// `key: value  // origin`, under a heading where a new section begins; a workload has none.
std::string property_lines(const std::vector<design::Property>& properties, bool sections, const SourceMap& sources);

}  // namespace ssd::explain
