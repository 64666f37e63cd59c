// A compiled expression of a design: its program, its checks, and the text that it came from.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/abi/hooks.h"
#include "runtime/base/source.h"

namespace ssd {

// The check of a kRequire node of a function: its kind, and the place and the source text of the expression that it
// checks.
enum class CheckKind : std::uint8_t { kDivisor, kOverflow, kFinite, kIndex, kLatency, kCell, kShift };
struct Check {
  CheckKind kind = CheckKind::kDivisor;
  Span span;
  std::string text;
};

// A program over integer inputs, those of its hook (hooks.h). No nodes: the design has no such expression.
struct Function {
  std::vector<Node> nodes;
  std::uint32_t result = 0;
  std::string text;                // canonical source text, for people
  Span span;                       // unknown for a default
  std::vector<Check> checks = {};  // indexed by the site of the kRequire node
  bool given() const { return !nodes.empty(); }
  Program program() const { return {nodes.data(), static_cast<u32>(nodes.size()), result}; }
};

// The expressions of a drive, by hook; a hook that the design leaves out has no nodes.
struct Policies {
  std::array<Function, kHooks> by_hook;
  Function& operator[](Hook hook) { return by_hook[static_cast<std::size_t>(hook)]; }
  const Function& operator[](Hook hook) const { return by_hook[static_cast<std::size_t>(hook)]; }
  // The program that the engine evaluates at a hook; it yields 0 if the design leaves the hook out.
  Program program(Hook hook) const {
    static constexpr Node kZero{.op = Op::kConstant};
    const Function& written = (*this)[hook];
    return written.given() ? written.program() : Program{.nodes = &kZero, .count = 1, .result = 0};
  }
};

}  // namespace ssd
