// A random design and workload. About a third of the designs are plain (the engine's plain loops run them), most of the
// others have a handful of features, some have nearly all.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/request.h"
#include "tests/differential/choices.h"

namespace ssd::differential {

Direction direction_of(const oracle::HostRequest& request);
// The same request, as one of the flow of this number.
Request request_of(const oracle::HostRequest& r, std::size_t flow);

struct RandomCase {
  std::uint64_t seed = 0;
  Choices choices;
  oracle::Workload workload;

  std::string text() const;               // one design
  oracle::Drive drive() const;            // the same design
  std::vector<Request> requests() const;  // the workload, for the engine
};

// The same seed gives the same case on every machine.
RandomCase random_case(std::uint64_t seed);

// A feature that can be removed from a case.
struct Feature {
  void (*off)(RandomCase& c);
  bool plain;  // plain cases may have it
};
std::span<const Feature> features();

// Moves all addresses into the logical pages of a smaller drive, modulo its size.
void fit_workload(RandomCase& c);

// The case as two files for `ssdc run`: a complete .ssd file and the trace that it names.
std::string file_texts(const RandomCase& c);

void choose_workload(Random& random, RandomCase& c);

}  // namespace ssd::differential
