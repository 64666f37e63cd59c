// The lines that the pages of designs and workloads share: each value with its origin.
#pragma once
#include <string>
#include <vector>

#include "compiler/design/property.h"
#include "runtime/base/source.h"

namespace ssd::explain {

// `key: value  // origin`, with a heading where a new section begins. A workload has no sections.
std::string property_lines(const std::vector<design::Property>& properties, bool sections, const SourceMap& sources);

}  // namespace ssd::explain
