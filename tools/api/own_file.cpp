// See own_file.h.
#include "tools/api/own_file.h"

#include <dlfcn.h>
#include <link.h>

namespace ssd {

std::filesystem::path own_file() {
  Dl_info found{};
  void* entry = nullptr;
  std::error_code error;
  if (dladdr1(reinterpret_cast<const void*>(&own_file), &found, &entry, RTLD_DL_LINKMAP) == 0) return {};
  // The dynamic linker knows a program only by the word that called it, which is no path if the shell has searched.
  const char* const name = static_cast<const link_map*>(entry)->l_name;
  return std::filesystem::canonical(*name == '\0' ? "/proc/self/exe" : name, error);
}

}  // namespace ssd
