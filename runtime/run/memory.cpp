// See memory.h. A file that does not contain a limit sets none; then the system decides when memory ends.
#include "runtime/run/memory.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace ssd::run {
namespace {

namespace fs = std::filesystem;

constexpr u64 kUnbounded = ~u64{0};

// The number that follows a name, as in `MemAvailable: 1234 kB`; `otherwise` if there is none.
u64 named_number(const fs::path& path, std::string_view name, u64 otherwise) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with(name)) return std::strtoull(line.c_str() + name.size(), nullptr, 10);
  }
  return otherwise;
}

u64 first_number(const fs::path& path, u64 otherwise) {
  u64 number = 0;
  return std::ifstream(path) >> number ? number : otherwise;
}

u64 of_machine(const fs::path& root) {
  const u64 kib = named_number(root / "proc/meminfo", "MemAvailable:", kUnbounded / 1024);
  return kib * 1024;
}

// The two kinds of control groups: where they are mounted, and the names of their files.
struct GroupFiles {
  std::string_view controllers, mount, most, used, cache;
};
constexpr std::array kGroupFiles{
    GroupFiles{"", "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "},
    GroupFiles{"memory", "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
               "total_inactive_file "},
};

// What a group leaves. Its file cache that could be dropped does not count as used.
u64 left_in_group(const fs::path& group, const GroupFiles& files) {
  const u64 most = first_number(group / files.most, kUnbounded);  // the word `max` is not a number
  if (most == kUnbounded) return kUnbounded;
  const u64 used = first_number(group / files.used, 0), cache = named_number(group / "memory.stat", files.cache, 0);
  const u64 taken = used > cache ? used - cache : 0;
  return most > taken ? most - taken : 0;
}

// A line of proc/self/cgroup is `number:controllers:path`; every group above limits its own as well. In a container the
// path may be the one on the host machine; then only the uppermost group is found, which is the container's.
u64 of_groups(const fs::path& root) {
  u64 least = kUnbounded;
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto files =
        std::ranges::find(kGroupFiles, line.substr(first + 1, second - first - 1), &GroupFiles::controllers);
    if (files == kGroupFiles.end()) continue;
    for (fs::path path = fs::path(line.substr(second + 1)).relative_path();; path = path.parent_path()) {
      least = std::min(least, left_in_group(root / files->mount / path, *files));
      if (path.empty()) break;
    }
  }
  return least;
}

// What the process's own limit leaves; the process already holds some memory.
u64 within_limits() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnbounded;
  const u64 held = first_number("/proc/self/statm", 0) * static_cast<u64>(sysconf(_SC_PAGESIZE));
  return held < limit.rlim_cur ? limit.rlim_cur - held : 0;
}

}  // namespace

u64 available_memory(const fs::path& root) {
  const u64 least = std::min({of_machine(root), of_groups(root), within_limits()});
  return least - least / 16;
}

void confine_memory(u64 bytes) {
  // The C library reserves 128 MiB of addresses for the allocations of each thread. Where `ulimit -v` limits addresses,
  // threads share so many that most of the addresses are left.
  constexpr u64 kAddressesOfThread = u64{1} << 30U;
  if (const u64 addresses = within_limits(); addresses != kUnbounded)
    mallopt(M_ARENA_MAX, static_cast<int>(std::min<u64>(1 + addresses / kAddressesOfThread, 64)));
  constexpr int kDataOfStatm = 6;
  rlimit limit{};
  std::ifstream statm("/proc/self/statm");
  u64 pages = 0;
  for (int i = 0; i < kDataOfStatm; ++i) statm >> pages;
  const u64 held = pages * static_cast<u64>(sysconf(_SC_PAGESIZE));
  if (!statm || getrlimit(RLIMIT_DATA, &limit) != 0 || bytes > kUnbounded - held) return;
  limit.rlim_cur = std::min<u64>(limit.rlim_cur, held + bytes);
  setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace ssd::run
