// Whether this build contains the compiler from Plans to native code (the option SSDC_JIT of CMake). Without it,
// nothing of codegen and jit is linked: calls of them stand in an `if constexpr (kHasCompiler)`, or in files that such
// a build leaves out.
#pragma once
#include <string_view>

#include "runtime/base/diag/diag.h"

namespace ssd::codegen {

#ifdef SSDC_NO_JIT
inline constexpr bool kHasCompiler = false;
#else
inline constexpr bool kHasCompiler = true;
#endif

// Whether `what` (an option, or a command), which needs the compiler, is possible. `instead`: what to do if it is not.
// False after a diagnostic.
inline bool has_compiler(std::string_view what, std::string_view instead, diag::Sink& sink) {
  if (!kHasCompiler) sink.report(diag::Code::E0596, {}, what).help(std::string(instead));
  return kHasCompiler;
}

}  // namespace ssd::codegen
