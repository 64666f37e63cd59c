// See packed_stream.h. A number is seven bits a byte, the lowest first, with the eighth bit set in all bytes but the
// last. A text has its length before it.
#include "tools/study/run/packed_stream.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <new>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::study {
namespace {

constexpr int kStreamLevel = 1;  // runs of an experiment resemble each other so much that others gain little
constexpr std::size_t kAtATime = 32 * 1024;  // bytes that are given to the compressor
constexpr int kLargestWindow = 23;           // of a stream that is read, as a power of two: 8 MiB
constexpr unsigned kBitsOfAByte = 7, kMoreBytes = 1U << kBitsOfAByte, kMostShift = 63;
constexpr const char* kStreamDamage = "the bytes were cut off or altered on their way";

std::string head_before_checksum(const StreamKind& kind) { return fmt::format("{} {} ", kind.mark, kind.version); }
std::string checksum_of(std::string_view bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

}  // namespace

void StreamWriter::Free::operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }

StreamWriter::StreamWriter(const StreamKind& kind) : context_(ZSTD_createCCtx()), bytes_(head_before_checksum(kind)) {
  if (context_ == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kStreamLevel);
  checksum_at_ = bytes_.size();
  bytes_ += checksum_of({}) + '\n';
  begin_ = bytes_.size();
}

void StreamWriter::put(std::string_view text) {
  put(text.size());
  waiting_ += text;
  if (waiting_.size() >= kAtATime) compress(false);
}

void StreamWriter::put(std::uint64_t number) {
  for (; number >= kMoreBytes; number >>= kBitsOfAByte) waiting_ += static_cast<char>(number | kMoreBytes);
  waiting_ += static_cast<char>(number);
}

void StreamWriter::compress(bool is_end) {
  ZSTD_inBuffer from{waiting_.data(), waiting_.size(), 0};
  bool is_over = false;
  while (!is_over) {
    char piece[16 * 1024];
    ZSTD_outBuffer to{piece, sizeof piece, 0};
    const std::size_t left = ZSTD_compressStream2(context_.get(), &to, &from, is_end ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left) != 0) throw std::bad_alloc();  // it has no other reason
    bytes_.append(piece, to.pos);
    is_over = is_end ? left == 0 : from.pos == from.size;
  }
  waiting_.clear();
}

std::string StreamWriter::finish() {
  compress(true);
  const std::string checksum = checksum_of(std::string_view(bytes_).substr(begin_));
  std::ranges::copy(checksum, bytes_.begin() + static_cast<std::ptrdiff_t>(checksum_at_));
  return std::move(bytes_);
}

void StreamReader::Free::operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }

StreamReader::StreamReader(const StreamKind& kind, std::string_view bytes) {
  const std::string versions = head_before_checksum(kind);
  if (!bytes.starts_with(kind.mark)) throw Unreadable(fmt::format("the bytes are not {}", kind.what));
  if (!bytes.starts_with(versions))
    throw Unreadable(fmt::format("the bytes are of another version of ssdc than {}", kind.version));
  rest_ = bytes.substr(std::min(bytes.find('\n'), bytes.size() - 1) + 1);
  if (!bytes.substr(versions.size()).starts_with(checksum_of(rest_) + '\n')) throw Unreadable(kStreamDamage);
  context_.reset(ZSTD_createDCtx());
  if (context_ == nullptr) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kLargestWindow);
}

bool StreamReader::refill() {
  piece_.resize(ZSTD_DStreamOutSize());
  at_ = 0;
  ZSTD_outBuffer to{piece_.data(), piece_.size(), 0};
  while (to.pos == 0 && !has_ended_) {
    ZSTD_inBuffer from{rest_.data(), rest_.size(), 0};
    const std::size_t left = ZSTD_decompressStream(context_.get(), &to, &from);
    const bool is_stuck = from.pos == 0 && to.pos == 0 && left != 0;
    if (ZSTD_isError(left) != 0 || is_stuck) throw Unreadable(kStreamDamage);
    rest_.remove_prefix(from.pos);
    has_ended_ = left == 0;
  }
  piece_.resize(to.pos);
  return to.pos != 0;
}

std::uint64_t StreamReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift <= kMostShift; shift += kBitsOfAByte) {
    if (at_ == piece_.size() && !refill()) break;
    const auto byte = static_cast<unsigned char>(piece_[at_++]);
    value |= static_cast<std::uint64_t>(byte & (kMoreBytes - 1)) << shift;
    if (byte < kMoreBytes) return value;
  }
  throw Unreadable(kStreamDamage);
}

std::string StreamReader::text() {
  const std::uint64_t size = number();
  if (size > kMostText) throw Unreadable(kStreamDamage);
  std::string text;
  while (text.size() < size) {
    if (at_ == piece_.size() && !refill()) throw Unreadable(kStreamDamage);
    const std::size_t part = std::min<std::size_t>(size - text.size(), piece_.size() - at_);
    text.append(piece_, at_, part);
    at_ += part;
  }
  return text;
}

bool StreamReader::at_end() { return at_ == piece_.size() && !refill() && rest_.empty(); }

}  // namespace ssd::study
