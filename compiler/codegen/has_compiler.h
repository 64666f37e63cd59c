// Whether this build contains the compiler from Plans to native code (the option SSDC_JIT of CMake). Without it,
// nothing of codegen and jit is linked: calls of them stand in an `if constexpr (kHasCompiler)`, or in files that such
// a build leaves out.
#pragma once
#include <string>
#include <string_view>

#include "runtime/base/diag/diag.h"

namespace ssd::codegen {

#ifdef SSDC_NO_JIT
inline constexpr bool kHasCompiler = false;
#else
inline constexpr bool kHasCompiler = true;
#endif

// How to get an ssdc with the compiler: the wheel `ssdc` has an extra, other builds are made anew.
#ifdef SSDC_JIT_BY_PIP
inline constexpr std::string_view kToGetIt =
    "add the compiler with `pip install --no-index --find-links FOLDER 'ssdc[jit]'`, where FOLDER has the wheels of "
    "ssdc";
#else
inline constexpr std::string_view kToGetIt = "use an ssdc with LLVM: docs/install.md says how to get one";
#endif

// Whether `what` (an option, or a command), which needs the compiler, is possible. `instead`: what to do without it, if
// there is something. False after a diagnostic.
inline bool has_compiler(std::string_view what, std::string_view instead, diag::Sink& sink) {
  if (kHasCompiler) return true;
  std::string help(instead);
  if (!instead.empty()) help += "; or ";
  sink.report(diag::Code::E0596, {}, what).help(help.append(kToGetIt));
  return false;
}

}  // namespace ssd::codegen
