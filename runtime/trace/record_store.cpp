// See record_store.h. Blocks follow one another. A file is read piece by piece into one buffer, which is faster than
// mapping it.
#include "runtime/trace/record_store.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "runtime/base/given_up.h"

namespace ssd::trace {
namespace {

constexpr std::size_t kReadPiece = 256 * 1024;  // bytes that are read at once; more than any block has
static_assert(kReadPiece > 8 * 5 * kBlockRecords + 256);
constexpr std::size_t kWritePiece = 1024 * 1024;  // bytes that are collected before they are written

// Not a folder that a reboot empties, because that may be held in memory.
constexpr const char* kUsualFolder = "/var/tmp";

Descriptor file_without_name(const std::string& folder) {
  if (const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0) return Descriptor(file);
  std::string path = folder + "/ssdc-XXXXXX";  // for file systems that do not support O_TMPFILE
  const int file = ::mkostemp(path.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(path.c_str());
  return Descriptor(file);
}

}  // namespace

std::string RecordStore::place() {
  const char* given = std::getenv("TMPDIR");
  if (given != nullptr && *given != '\0') return given;
  return ::access(kUsualFolder, W_OK) == 0 ? kUsualFolder : "/tmp";
}

RecordStore::RecordStore(Descriptor file, u64 begin, u64 records)
    : records_(records), file_(std::move(file)), file_begin_(begin) {
  struct stat status{};
  if (::fstat(file_.value(), &status) == 0) file_bytes_ = static_cast<u64>(status.st_size) - begin;
}

void RecordStore::add(std::span<const TraceRecord> records) {
  if (!open_) open_ = std::make_unique<RecordBlock>();
  records_ += records.size();
  while (!records.empty()) {
    records = records.subspan(open_->add(records));
    if (open_->size == kBlockRecords) pack();
  }
}

void RecordStore::clear() {
  records_ = 0;
  held_.clear();
  file_ = Descriptor();
  file_bytes_ = 0;
  if (open_) open_->size = 0;
  facts_ = {};
  error_ = 0;
}

void RecordStore::pack() {
  if (!open_ || open_->size == 0) return;
  leave_if_given_up();
  facts_.add(*open_);
  pack_block(*open_, held_);
  open_->size = 0;
  if (held_.size() < (file_.is_open() ? kWritePiece : most_held_)) return;
  write(held_);
  held_.clear();
  if (held_.capacity() > 2 * kWritePiece) held_.shrink_to_fit();
}

// Once a write has failed the records are lost: error() says so, and nothing more is written.
void RecordStore::write(std::string_view bytes) {
  if (error_ == 0 && !file_.is_open()) {
    file_ = file_without_name(place());
    if (!file_.is_open()) error_ = errno;
  }
  while (error_ == 0 && !bytes.empty()) {
    const ssize_t written = ::pwrite(file_.value(), bytes.data(), bytes.size(), static_cast<off_t>(file_bytes_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      error_ = written == 0 ? ENOSPC : errno;
    else
      bytes.remove_prefix(static_cast<std::size_t>(written)), file_bytes_ += static_cast<u64>(written);
  }
}

u64 RecordStore::begin_block() {
  pack();
  return packed_bytes();
}

// Reads at most `most` packed bytes from byte `at` on; returns how many there are. The bytes of the file come first,
// then those in memory.
std::size_t RecordStore::read(char* out, std::size_t most, u64 at) const {
  std::size_t filled = 0;
  while (at < file_bytes_ && filled < most && error_ == 0) {
    const ssize_t got = ::pread(file_.value(), out + filled, std::min<u64>(most - filled, file_bytes_ - at),
                                static_cast<off_t>(file_begin_ + at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      error_ = got == 0 ? EIO : errno;
    else
      filled += static_cast<std::size_t>(got), at += static_cast<u64>(got);
  }
  const u64 in_memory = at - std::min(at, file_bytes_);
  if (at < file_bytes_ || in_memory >= held_.size()) return filled;
  const std::size_t more = std::min(most - filled, held_.size() - in_memory);
  std::memcpy(out + filled, held_.data() + in_memory, more);
  return filled + more;
}

void RecordStore::each_piece(const std::function<void(std::string_view)>& each) const {
  std::vector<char> buffer(kReadPiece);
  u64 at = 0;
  while (const std::size_t got = read(buffer.data(), buffer.size(), at)) {
    each({buffer.data(), got});
    at += got;
  }
}

RecordStore::Pass::Pass(const RecordStore& store, u64 begin, u64 records) : store_(&store), at_(begin), left_(records) {
  if (store.file_.is_open())
    buffer_ = std::make_unique_for_overwrite<char[]>(kReadPiece);
  else
    rest_ = std::string_view(store.held_).substr(begin);
}

// Moves the rest of the last piece to the front of the next one.
bool RecordStore::Pass::fill() {
  if (!buffer_) return false;
  std::ranges::copy(rest_, buffer_.get());
  const std::size_t got = store_->read(buffer_.get() + rest_.size(), kReadPiece - rest_.size(), at_);
  at_ += got;
  rest_ = {buffer_.get(), rest_.size() + got};
  return got != 0;
}

const RecordBlock* RecordStore::Pass::next() {
  leave_if_given_up();
  given_ += block_->size;
  block_->size = 0;
  if (left_ == 0 || store_->error_ != 0) return nullptr;
  while (!unpack_block(rest_, *block_)) {
    if (fill()) continue;
    if (store_->error_ == 0) store_->error_ = EIO;  // fewer records than there should be
    return nullptr;
  }
  block_->size = std::min<std::size_t>(block_->size, left_);
  left_ -= block_->size;
  return block_.get();
}

}  // namespace ssd::trace
