// See journal_lines.h.
#include "tools/study/run/journal_lines.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runtime/base/nameless_file.h"

namespace ssd::study {
namespace {

constexpr std::size_t kMostInMemory = 1024 * 1024;  // bytes

}  // namespace

int JournalLines::append(std::string_view text, std::uint64_t& begin) {
  if (!file_.is_open() && memory_.size() + text.size() > kMostInMemory) {
    if (const int error = move_to_file(); error != 0) return error;
  }
  if (file_.is_open()) return write(text, begin);
  begin = memory_.size();
  memory_ += text;
  return 0;
}

int JournalLines::move_to_file() {
  file_ = nameless_file(true);
  if (!file_.is_open()) return errno;
  std::uint64_t begin = 0;
  const int error = write(memory_, begin);
  memory_ = {};
  return error;
}

// The begin follows from the end after the last write: where a file cannot be locked, others may append, too.
int JournalLines::write(std::string_view text, std::uint64_t& begin) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(file_.value(), text.data() + at, text.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    at += static_cast<std::size_t>(written);
  }
  const off_t end = ::lseek(file_.value(), 0, SEEK_CUR);
  if (end < 0) return errno;
  begin = static_cast<std::uint64_t>(end) - text.size();
  return 0;
}

int JournalLines::read_some(std::uint64_t begin, std::size_t most, std::string& to) const {
  to.clear();
  if (!file_.is_open()) {
    if (begin < memory_.size()) to = memory_.substr(begin, most);
    return 0;
  }
  to.resize(most);
  ssize_t got = 0;
  do got = ::pread(file_.value(), to.data(), most, static_cast<off_t>(begin));
  while (got < 0 && errno == EINTR);
  const int error = got < 0 ? errno : 0;
  to.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return error;
}

int JournalLines::read(std::uint64_t begin, std::size_t size, std::string& to) const {
  std::string piece;
  to.clear();
  while (to.size() < size) {
    if (const int error = read_some(begin + to.size(), size - to.size(), piece); error != 0) return error;
    if (piece.empty()) return EIO;
    to += piece;
  }
  return 0;
}

int JournalLines::cut(std::uint64_t size) {
  return ::ftruncate(file_.value(), static_cast<off_t>(size)) == 0 ? 0 : errno;
}

int JournalLines::sync() const { return !is_named_ || ::fdatasync(file_.value()) == 0 ? 0 : errno; }

// A file that cannot be locked has no lock to give up.
int JournalLines::release() {
  if (!file_.is_open()) return 0;
  if (is_named_) ::flock(file_.value(), LOCK_UN);
  struct stat status{};
  if (::fstat(file_.value(), &status) != 0) return errno;
  if (static_cast<std::uint64_t>(status.st_size) > kMostInMemory) return 0;
  std::string all;
  if (const int error = read_all([&](std::string_view piece) { all += piece; }); error != 0) return error;
  memory_ = std::move(all);
  file_ = Descriptor();
  is_named_ = false;
  return 0;
}

}  // namespace ssd::study
