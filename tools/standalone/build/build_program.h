// Makes a program of a design, or a library with a C header. Nothing is printed.
#pragma once
#include <array>
#include <optional>
#include <string>

#include "compiler/check/check.h"
#include "runtime/base/environment.h"
#include "runtime/base/words.h"

namespace ssd::standalone {

// The processors whose instructions the engine may use, by LLVM's names; null: this machine's. The first entry is the
// default: the instructions that all processors of this kind have.
#if defined(__x86_64__)
inline constexpr std::array kProcessors{Word{"x86-64", "x86-64"}, Word{"x86-64-v2", "x86-64-v2"},
                                        Word{"x86-64-v3", "x86-64-v3"}, Word{"x86-64-v4", "x86-64-v4"},
                                        Word{"native", static_cast<const char*>(nullptr)}};
#else
inline constexpr std::array kProcessors{Word{"generic", "generic"}, Word{"native", static_cast<const char*>(nullptr)}};
#endif

struct BuildOptions {
  std::string output;
  bool shared = false;  // a library, with a header of the same name beside it
  const char* cpu = kProcessors.front().value;
  std::string own_file;  // path of the program or library that builds; the parts to link lie beside it
};
struct Built {
  std::string cpu;  // as LLVM names it
};
// Builds a design of a checked file, with the workloads of that file. `checking`: the options of that check. Returns
// nothing after a diagnostic.
std::optional<Built> build_program(Environment& environment, const check::Checked& checked,
                                   const design::Design& design, const check::Options& checking,
                                   const BuildOptions& options);

}  // namespace ssd::standalone
