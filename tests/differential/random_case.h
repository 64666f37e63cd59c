// A random design and workload. About a third are plain (what the engine's plain loops take), most of the rest have a
// handful of features, some have nearly everything.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/request.h"
#include "tests/differential/choices.h"

namespace ssd::differential {

struct RandomCase {
  std::uint64_t seed = 0;
  Choices choices;
  oracle::Workload workload;

  std::string text() const;               // one design
  oracle::Drive drive() const;            // the same design
  std::vector<Request> requests() const;  // of the workload, for the engine
};

// The same seed gives the same case everywhere.
RandomCase random_case(std::uint64_t seed);

// Something that a case can do without.
struct Feature {
  void (*off)(RandomCase& c);
  bool plain;  // a plain case may have it
};
std::span<const Feature> features();

// Into a smaller drive's logical pages: addresses wrap around.
void fit_workload(RandomCase& c);

// The case as two files for `ssdc run`: a complete .ssd file and the trace that it names.
std::string file_texts(const RandomCase& c);

void choose_workload(Random& random, RandomCase& c);

}  // namespace ssd::differential
