// A random design and workload, in two forms that are made side by side from the same numbers: as .ssd text and requests for our way, and as
// the oracle's Drive and Workload. Neither form is derived from the other, so a mistake of the front end shows, too.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/abi/request.h"
#include "tests/oracle/oracle.h"

namespace ssd::differential {

struct RandomCase {
  std::uint64_t seed = 0;
  std::string text;              // one design
  oracle::Drive drive;
  oracle::Workload workload;
  std::vector<Request> requests;  // the same workload for the engine
};

// The same seed gives the same case everywhere.
RandomCase random_case(std::uint64_t seed);

// `requests` of the workload as SSDsim trace text, for a message.
std::string trace_text(const RandomCase& c);

}  // namespace ssd::differential
