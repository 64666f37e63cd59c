// How much memory is available. A run is rejected, or ended with a message, before it takes more, because a machine
// without memory kills processes of its own choice.
#pragma once
#include <filesystem>

#include "runtime/abi/units.h"

namespace ssd::run {

// Bytes that this process may still take: the least of what the machine has available, what the control groups around
// the process leave (a container, a batch job), and what the shell allows (`ulimit -v`), less a sixteenth for
// everything else. `root`: where proc and sys are found.
u64 available_memory(const std::filesystem::path& root = "/");

// From now on the process can allocate at most `bytes` more; an allocation beyond that fails.
void confine_memory(u64 bytes);

}  // namespace ssd::run
