// Implements shape.h.
#include "compiler/jit/shape.h"

#include "compiler/jit/features.h"

namespace ssd::jit {
namespace {

// The nodes of a program without the constants that are read from memory. constants_in_memory() gives the same answer
// for them as for the program.
std::vector<Node> without_numbers(const Program& program) {
  std::vector<Node> nodes(program.nodes, program.nodes + program.count);
  const std::vector<bool> in_memory = constants_in_memory(program);
  for (u32 i = 0; i <= program.result; ++i) {
    if (in_memory[i]) nodes[i].value = kLeastInMemory;
  }
  return nodes;
}

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Field by field, because a node has bytes between its fields.
void append(std::string& bytes, const Node& n) {
  append(bytes, n.op);
  append(bytes, n.a);
  append(bytes, n.b);
  append(bytes, n.c);
  append(bytes, n.value);
}

}  // namespace

Program Shape::program(Hook hook) const {
  const auto i = static_cast<std::size_t>(hook);
  return {.nodes = nodes[i].data(), .count = static_cast<u32>(nodes[i].size()), .result = results[i]};
}

Shape shape_of(const Plan& plan, Pass pass, Sharing sharing) {
  const bool shared = sharing == Sharing::kFeatures;
  const Config config = config_of(plan, pass);
  Shape shape{.sharing = sharing, .config = shared ? features_of(config) : ssd::bytes_of(config), .nodes = {}};
  for (std::size_t i = 0; i < kHooks; ++i) {
    const Program program = plan.policies.program(static_cast<Hook>(i));
    shape.nodes[i] = shared ? without_numbers(program) : std::vector(program.nodes, program.nodes + program.count);
    shape.results[i] = program.result;
  }
  return shape;
}

std::string bytes_of(const Shape& shape) {
  std::string bytes;
  append(bytes, shape.sharing);
  bytes.append(shape.config.data(), shape.config.size());
  for (std::size_t i = 0; i < kHooks; ++i) {
    append(bytes, shape.results[i]);
    append(bytes, shape.nodes[i].size());
    for (const Node& node : shape.nodes[i]) append(bytes, node);
  }
  return bytes;
}

}  // namespace ssd::jit
