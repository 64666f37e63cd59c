// What memory there is. A run is refused, or ended in our words, before it takes more: a machine without memory ends
// processes at its own choice.
#pragma once
#include <filesystem>

#include "runtime/abi/units.h"

namespace ssd::run {

// Bytes that this process may still take: the least of what the machine has available, what the control groups around
// the process leave (a container, a batch job), and what the shell allows (`ulimit -v`), less a sixteenth for all
// others. `root` is where proc and sys are found.
u64 available_memory(const std::filesystem::path& root = "/");

// From now on no more than that: an allocation beyond it fails.
void confine_memory(u64 bytes);

}  // namespace ssd::run
