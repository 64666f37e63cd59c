// See replaced_file.h.
#include "runtime/base/replaced_file.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "runtime/base/folder_names.h"
#include "runtime/base/memory_shortage.h"

namespace ssd {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

// Puts the new name on the disk, too. If the file system cannot do that, this says nothing about the file itself, so
// errors are ignored.
void settle_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

constexpr std::string_view kBegin = ".ssdc-", kEnd = ".part";

// The names of the files that are being written now, null where there is none. Files beyond so many are not noted: they
// are found as leftovers of a process.
constexpr std::size_t kMostNoted = 64;
std::array<const char*, kMostNoted> unfinished{};
std::atomic_flag noting;  // held for short, also where the process ends: a name that is noted is not freed meanwhile

class Noting {
 public:
  Noting() noexcept {
    while (noting.test_and_set(std::memory_order_acquire)) ::sched_yield();
  }
  ~Noting() { noting.clear(std::memory_order_release); }
  Noting(const Noting&) = delete;
  Noting& operator=(const Noting&) = delete;
};

void exchange_note(const char* from, const char* to) noexcept {
  const Noting held;
  const auto place = std::ranges::find(unfinished, from);
  if (place != unfinished.end()) *place = to;
}

// Whether the descriptor's file has this name.
bool is_named(int descriptor, const std::string& path) {
  struct stat open{}, named{};
  return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

// Removes the file if no writer holds its lock. Without locks in the file system it stays.
void remove_if_left(const std::string& beside) {
  const Descriptor file(::open(beside.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open() || ::flock(file.value(), LOCK_EX | LOCK_NB) != 0) return;
  if (is_named(file.value(), beside)) std::remove(beside.c_str());
}

// Removes what processes left in the folder that were killed while they wrote. Looks once at each folder.
void remove_leftovers(const std::string& folder) {
  static std::mutex mutex;
  static std::set<std::string> seen;
  const std::lock_guard lock(mutex);
  if (!seen.insert(folder).second) return;
  std::error_code error;
  for (const std::string& name : names_in(folder, error)) {
    if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) continue;
    const fs::path path = fs::path(folder) / name;
    if (fs::symlink_status(path, error).type() == fs::file_type::regular) remove_if_left(path);
  }
}

}  // namespace

std::string behind_links(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  memory_shortage::pass_on(error);
  return error ? path : real.string();
}

ReplacedFile::ReplacedFile(const std::string& path, Links links)
    : target_(links == Links::kFollowed ? behind_links(path) : path) {
  remove_leftovers(folder_of(target_));
  open_beside(folder_of(target_));
}

void remove_unfinished_files() noexcept {
  const Noting held;
  for (const char* const name : unfinished) {
    if (name != nullptr) ::unlink(name);
  }
}

ReplacedFile::~ReplacedFile() {
  if (beside_.empty()) return;
  exchange_note(beside_.c_str(), nullptr);
  std::remove(beside_.c_str());
}

// Opens a new file that no other process has and that is not a link. A name may be taken: by another thread, or by a
// file that a killed process of the same number left behind.
void ReplacedFile::open_beside(const std::string& folder) {
  constexpr int kMostNames = 1000;
  const std::string name = folder + "/" + std::string(kBegin) + std::to_string(::getpid());
  for (int i = 0; i < kMostNames; ++i) {
    std::string beside = name + "-" + std::to_string(i) + std::string(kEnd);
    const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    error_ = descriptor < 0 ? errno : 0;
    if (error_ == EEXIST) continue;
    if (error_ != 0 || take(descriptor, std::move(beside))) return;
  }
}

// Locks the new file; nothing here throws, because nobody would remove it then. False if another process took it for a
// leftover before it was locked, and removes it.
bool ReplacedFile::take(int descriptor, std::string&& beside) noexcept {
  Descriptor file(descriptor);
  const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  if ((!locked && errno == EWOULDBLOCK) || !is_named(descriptor, beside)) return false;
  beside_ = std::move(beside);
  exchange_note(nullptr, beside_.c_str());
  const int own = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (own >= 0) file_.reset(::fdopen(own, "wb"));
  if (!file_) {
    error_ = errno;
    if (own >= 0) ::close(own);
  }
  lock_ = std::move(file);
  return true;
}

void ReplacedFile::keep_permissions() {
  struct stat old{};
  if (::lstat(target_.c_str(), &old) == 0 && S_ISREG(old.st_mode))
    static_cast<void>(::fchmod(::fileno(file_.get()), old.st_mode & 07777));
}

int ReplacedFile::put_in_place(Care care) {
  if (!file_) return error_;
  keep_permissions();
  if (std::fflush(file_.get()) != 0) return error_ = errno;
  if (std::ferror(file_.get()) != 0) return error_ = errno != 0 ? errno : EIO;  // an error of an earlier write
  if (care == Care::kDurable && ::fsync(::fileno(file_.get())) != 0) return error_ = errno;
  if (std::fclose(file_.release()) != 0) return error_ = errno;  // some file systems report a full disk only here
  if (std::rename(beside_.c_str(), target_.c_str()) != 0) return error_ = errno;
  exchange_note(beside_.c_str(), nullptr);
  beside_.clear();
  if (care == Care::kDurable) settle_folder(folder_of(target_));
  return 0;
}

}  // namespace ssd
