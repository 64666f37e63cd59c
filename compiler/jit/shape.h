// What of a Plan the code of a specialised engine depends on. Codegen is given nothing else of a design, so designs of
// the same shape have the same code, and the bytes of a shape can be the key of an object.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "runtime/abi/plan.h"

namespace ssd::jit {

enum class Sharing {
  kOneDesign,  // everything is constant
  kFeatures,   // numbers are read from memory (features.h); the shape is the same for all designs that may share it
};

struct Shape {
  Sharing sharing = Sharing::kFeatures;
  ConfigBytes config{};  // kFeatures: those of features_of()
  // By hook. kFeatures: kLeastInMemory stands for each constant that is read from memory.
  std::array<std::vector<Node>, kHooks> nodes;
  std::array<u32, kHooks> results{};

  Program program(Hook hook) const;
};
Shape shape_of(const Plan& plan, Pass pass, Sharing sharing = Sharing::kFeatures);
// Two shapes have the same bytes only if they are the same.
std::string bytes_of(const Shape& shape);

}  // namespace ssd::jit
