// See folder_names.h.
#include "runtime/base/folder_names.h"

#include <dirent.h>

#include <cerrno>
#include <memory>
#include <string_view>

#include "runtime/base/memory_shortage.h"

namespace ssd {
namespace {

bool is_entry(std::string_view name) {
  constexpr std::string_view kItself = ".", kAbove = "..";
  return name != kItself && name != kAbove;
}

}  // namespace

std::vector<std::string> names_in(const std::string& folder, std::error_code& error) {
  std::vector<std::string> names;
  errno = 0;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  while (open != nullptr) {
    errno = 0;
    const dirent* const entry = ::readdir(open.get());
    if (entry == nullptr) break;
    if (is_entry(entry->d_name)) names.emplace_back(entry->d_name);
  }
  error.assign(errno, std::generic_category());
  memory_shortage::pass_on(error);
  return names;
}

}  // namespace ssd
