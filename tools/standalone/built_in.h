// The data that a program or library made by `ssdc build` contains besides its engine: the Plan of its design with the
// workloads of its file, and facts about the build.
#pragma once
#include <string>
#include <string_view>

#include "runtime/abi/plan.h"

namespace ssd::standalone {

struct BuiltIn {
  std::string file;           // as in `ssdc run FILE:DESIGN`
  std::string cpu, features;  // the processor and features whose instructions the engine uses, as LLVM names them
  Plan plan;  // its workloads: first those of the file, then the imported ones, last `Default` of the standard library
  std::uint64_t own = 0;  // number of workloads of the file itself
};

std::string encoded(const BuiltIn& built_in, const SourceMap& sources);
// Adds the texts that the Plan's places refer to to `sources`. Throws std::logic_error if the bytes were not made by
// encoded().
BuiltIn decoded(std::string_view bytes, SourceMap& sources);

}  // namespace ssd::standalone
