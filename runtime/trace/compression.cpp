// zstd and gzip as streams: see byte_stream.h. Both formats may consist of several frames (members) one after another,
// as `cat a.zst b.zst` makes them. A file that ends within a frame is distinguished from a damaged one, because the
// user's remedy differs.
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <new>
#include <string>
#include <vector>

#include "runtime/trace/byte_stream.h"

namespace ssd::trace {
namespace {

constexpr std::size_t kRawBytes = 256 * 1024;

class ZstdDecoder final : public Decoder {
 public:
  // The largest window that the library knows; it takes memory only for the window that the file needs (`zstd --long`).
  explicit ZstdDecoder(ByteStream& raw) : raw_(raw), stream_(ZSTD_createDStream()), buffer_(kRawBytes) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax,
                           static_cast<int>(ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound));
  }
  ~ZstdDecoder() override { ZSTD_freeDStream(stream_); }
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;

  // At the end of the file the library may still hold text that did not fit into the last output, so it gets an empty
  // input until it returns no more.
  std::size_t read(char* out, std::size_t capacity) override {
    ZSTD_outBuffer output{out, capacity, 0};
    while (output.pos == 0) {
      if (input_.pos == input_.size) input_ = {buffer_.data(), raw_.read_raw(buffer_.data(), buffer_.size()), 0};
      const bool at_end = input_.size == 0;
      if (raw_.fault() != StreamFault::kNone || (at_end && !within_frame_)) return 0;
      const std::size_t hint = ZSTD_decompressStream(stream_, &output, &input_);
      if (ZSTD_getErrorCode(hint) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      if (ZSTD_isError(hint) != 0) {
        raw_.fail(StreamFault::kDamaged, std::string("zstd data: ") + ZSTD_getErrorName(hint));
        return 0;
      }
      within_frame_ = hint != 0;
      if (at_end && within_frame_ && output.pos == 0) {
        raw_.fail(StreamFault::kTruncated, "zstd");
        return 0;
      }
    }
    return output.pos;
  }

 private:
  ByteStream& raw_;
  ZSTD_DStream* stream_;
  std::vector<char> buffer_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  bool within_frame_ = false;
};

class GzipDecoder final : public Decoder {
 public:
  explicit GzipDecoder(ByteStream& raw) : raw_(raw), buffer_(kRawBytes) {
    constexpr int kGzipOnly = 15 + 16;  // the largest window, with a gzip header
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  std::size_t read(char* out, std::size_t capacity) override {
    if (raw_.trailing()) return 0;
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(capacity);
    while (stream_.avail_out == capacity) {
      if (stream_.avail_in == 0 && !refill()) {
        if (raw_.fault() != StreamFault::kNone || !within_member_) return 0;
        if (is_no_member())
          raw_.pass_over_rest();
        else
          raw_.fail(StreamFault::kTruncated, "gzip");
        return 0;
      }
      if (!step()) return 0;
    }
    return capacity - stream_.avail_out;
  }

 private:
  bool refill() {
    const std::size_t got = raw_.read_raw(buffer_.data(), buffer_.size());
    stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return got != 0;
  }

  bool step() {
    within_member_ = true;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result == Z_STREAM_END) {
      within_member_ = false;
      after_member_ = true;
      inflateReset(&stream_);
    } else if (result == Z_DATA_ERROR && is_no_member()) {
      raw_.pass_over_rest();
      return false;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      raw_.fail(StreamFault::kDamaged,
                std::string("gzip data: ") + (stream_.msg != nullptr ? stream_.msg : "it cannot be unpacked"));
      return false;
    }
    return true;
  }

  // Whether the bytes that follow a whole member do not get beyond the two bytes with which a member begins.
  bool is_no_member() const { return after_member_ && stream_.total_in <= kMagic; }

  static constexpr uLong kMagic = 2;
  ByteStream& raw_;
  std::vector<char> buffer_;
  z_stream stream_{};
  bool within_member_ = false, after_member_ = false;
};

}  // namespace

std::unique_ptr<Decoder> zstd_decoder(ByteStream& raw) { return std::make_unique<ZstdDecoder>(raw); }
std::unique_ptr<Decoder> gzip_decoder(ByteStream& raw) { return std::make_unique<GzipDecoder>(raw); }

}  // namespace ssd::trace
