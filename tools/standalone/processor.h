// Whether this machine's processor has the instructions that an engine was made with: one that has not would end the
// program without a word.
#pragma once
#include <string_view>

namespace ssd::standalone {

// `cpu`, `features`: as LLVM names them (`x86-64-v3`; `+avx2,-xop`). What this table does not know is not asked for by
// code like the engine's.
bool runs_here(std::string_view cpu, std::string_view features);

}  // namespace ssd::standalone
