// What a program or library made by `ssdc build` carries beside its engine: the Plan of its design with the workloads
// of its file, and what it says of itself.
#pragma once
#include <string>
#include <string_view>

#include "runtime/abi/plan.h"

namespace ssd::standalone {

struct BuiltIn {
  std::string file;           // as in `ssdc run FILE:DESIGN`
  std::string cpu, features;  // whose instructions the engine has, as LLVM names them
  Plan plan;  // its workloads: those of the file, those that it imports, and last the standard library's `Default`
  std::uint64_t own = 0;  // so many of them are of the file itself
};

std::string encoded(const BuiltIn& built_in, const SourceMap& sources);
// The texts that the Plan's places lie in are added to `sources`. Throws std::logic_error if encoded() has not made the
// bytes.
BuiltIn decoded(std::string_view bytes, SourceMap& sources);

}  // namespace ssd::standalone
