// An expression of a design as it was compiled: its program, what its checks look at, and the text that it came from.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/abi/hooks.h"
#include "runtime/base/source.h"

namespace ssd {

// What a kRequire node of a function looks at: where it stands in the source, as it is written there, and what went
// wrong if it does not hold.
enum class CheckKind : std::uint8_t { kDivisor, kOverflow, kFinite, kIndex, kLatency };
struct Check {
  CheckKind kind = CheckKind::kDivisor;
  Span span;
  std::string text;
};

// Over integer inputs, those of its hook (hooks.h). Without nodes: there is none.
struct Function {
  std::vector<Node> nodes;
  std::uint32_t result = 0;
  std::string text;                // canonical source text, for people
  Span span;                       // unknown if it is a default
  std::vector<Check> checks = {};  // by site
  bool given() const { return !nodes.empty(); }
  Program program() const { return {nodes.data(), static_cast<u32>(nodes.size()), result}; }
};

// The expressions of a drive, by hook; one without nodes where a design has none.
struct Policies {
  std::array<Function, kHooks> by_hook;
  Function& operator[](Hook hook) { return by_hook[static_cast<std::size_t>(hook)]; }
  const Function& operator[](Hook hook) const { return by_hook[static_cast<std::size_t>(hook)]; }
  // What the engine asks at a hook: 0 where a design leaves it out.
  Program program(Hook hook) const {
    static constexpr Node kZero{.op = Op::kConstant};
    const Function& written = (*this)[hook];
    return written.given() ? written.program() : Program{.nodes = &kZero, .count = 1, .result = 0};
  }
};

}  // namespace ssd
