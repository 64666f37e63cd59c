// Opening files: see byte_stream.h.
#include "runtime/trace/byte_stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ssd::trace {
namespace {

struct Magic {
  std::string_view bytes;
  std::string_view name;     // of a compression that this file can read
  std::string_view program;  // for other compressions, the program that opens it
  std::unique_ptr<Decoder> (*decoder)(ByteStream& raw) = nullptr;
};
constexpr Magic kMagics[] = {
    {std::string_view("\x28\xb5\x2f\xfd", 4), "zstd", "", zstd_decoder},
    {std::string_view("\x1f\x8b", 2), "gzip", "", gzip_decoder},
    {std::string_view("BZh", 3), "", "bunzip2"},
    {std::string_view("\xfd"
                      "7zXZ",
                      5),
     "", "unxz"},
    {std::string_view("PK\x03\x04", 4), "", "unzip"},
    {std::string_view("7z\xbc\xaf", 4), "", "7z x"},
};
constexpr std::size_t kMagicBytes = 8;

class PlainDecoder final : public Decoder {
 public:
  explicit PlainDecoder(ByteStream& raw) : raw_(raw) {}
  std::size_t read(char* out, std::size_t capacity) override { return raw_.read_raw(out, capacity); }

 private:
  ByteStream& raw_;
};

}  // namespace

ByteStream::ByteStream(const std::string& path) {
  open(path);
  if (fault_ == StreamFault::kNone) choose_decoder();
}

ByteStream::~ByteStream() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// Checks the kind of file before opening it, because opening a pipe would wait for its writer.
void ByteStream::open(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return fail(StreamFault::kMissing, "");
    if (errno == ELOOP) return fail(StreamFault::kEndlessLink, "");
    return fail(StreamFault::kUnreadable, std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) return fail(StreamFault::kDirectory, "");
  if (!S_ISREG(status.st_mode)) return fail(StreamFault::kNotAFile, "");
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0)
    return fail(StreamFault::kUnreadable, std::strerror(errno));
  file_bytes_ = static_cast<std::size_t>(status.st_size);
  changed_at_[0] = status.st_mtim.tv_sec;
  changed_at_[1] = status.st_mtim.tv_nsec;
}

bool ByteStream::changed() const {
  struct stat status;
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) return false;
  return static_cast<std::size_t>(status.st_size) != file_bytes_ || status.st_mtim.tv_sec != changed_at_[0] ||
         status.st_mtim.tv_nsec != changed_at_[1];
}

void ByteStream::choose_decoder() {
  char head[kMagicBytes];
  const std::size_t got = read_raw(head, sizeof head);
  if (fault_ != StreamFault::kNone) return;
  if (::lseek(descriptor_, 0, SEEK_SET) != 0) return fail(StreamFault::kUnreadable, std::strerror(errno));
  for (const Magic& magic : kMagics) {
    if (!std::string_view(head, got).starts_with(magic.bytes)) continue;
    if (magic.decoder == nullptr) return fail(StreamFault::kUnknownCompression, std::string(magic.program));
    compression_ = magic.name;
    decoder_ = magic.decoder(*this);
    return;
  }
  decoder_ = std::make_unique<PlainDecoder>(*this);
}

std::size_t ByteStream::read(char* out, std::size_t capacity) {
  std::size_t filled = 0;
  while (filled < capacity && fault_ == StreamFault::kNone) {
    const std::size_t got = decoder_->read(out + filled, capacity - filled);
    if (got == 0) break;
    filled += got;
  }
  return filled;
}

std::size_t ByteStream::read_raw(char* out, std::size_t capacity) {
  for (;;) {
    const ssize_t got = ::read(descriptor_, out, capacity);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EINTR) continue;
    fail(StreamFault::kUnreadable, std::strerror(errno));
    return 0;
  }
}

void ByteStream::fail(StreamFault fault, std::string detail) {
  fault_ = fault;
  detail_ = std::move(detail);
}

}  // namespace ssd::trace
