// Checks whether this machine's processor has the instructions that an engine was compiled for. Without them the
// program would crash without a message.
#pragma once
#include <string_view>

namespace ssd::standalone {

// `cpu`, `features`: by LLVM's names (`x86-64-v3`; `+avx2,-xop`). Features that the table does not list are not
// checked: code like the engine's does not use them.
bool runs_here(std::string_view cpu, std::string_view features);

}  // namespace ssd::standalone
