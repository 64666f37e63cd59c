// The page of `ssdc explain --engine`: on which objects the runs of a design execute.
#pragma once
#include <string>
#include <vector>

#include "tools/api/engine_objects.h"

namespace ssd::cli {

std::string engine_page(const std::string& design, const std::vector<EngineObject>& objects);

}  // namespace ssd::cli
