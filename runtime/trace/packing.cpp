// See packing.h. Memory stays the same however long the text is.
#include "runtime/trace/packing.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <new>
#include <string>
#include <vector>

#include "runtime/base/words.h"

namespace ssd::trace {
namespace {

constexpr std::size_t kUnpackedPiece = 256 * 1024;

constexpr std::array kEndings{Word{".zst", Packing::kZstd}, Word{".zstd", Packing::kZstd}, Word{".gz", Packing::kGzip}};
constexpr std::array kNotWritten{Word<std::string_view>{".xz", "xz"},     Word<std::string_view>{".lzma", "lzma"},
                                 Word<std::string_view>{".bz2", "bzip2"}, Word<std::string_view>{".lz4", "lz4"},
                                 Word<std::string_view>{".zip", "zip"},   Word<std::string_view>{".7z", "7-Zip"},
                                 Word<std::string_view>{".br", "brotli"}, Word<std::string_view>{".z", "compress"}};

std::string ending_of(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  std::string ending(name.substr(std::min(name.rfind('.'), name.size())));
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

class Plain final : public Packer {
 public:
  explicit Plain(Emit emit) : emit_(std::move(emit)) {}
  bool add(std::string_view text) override { return emit_(text); }
  bool finish() override { return true; }

 private:
  Emit emit_;
};

class Zstd final : public Packer {
 public:
  explicit Zstd(Emit emit) : emit_(std::move(emit)), stream_(ZSTD_createCStream()), buffer_(kUnpackedPiece) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(stream_, ZSTD_c_checksumFlag, 1);
  }
  ~Zstd() override { ZSTD_freeCStream(stream_); }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;

  bool add(std::string_view text) override { return step(text, ZSTD_e_continue); }
  bool finish() override { return step({}, ZSTD_e_end); }

 private:
  // Continues until all of the text is taken; at the end, until nothing is held back.
  bool step(std::string_view text, ZSTD_EndDirective how) {
    ZSTD_inBuffer input{text.data(), text.size(), 0};
    for (std::size_t left = 1; left != 0;) {
      ZSTD_outBuffer output{buffer_.data(), buffer_.size(), 0};
      const std::size_t held = ZSTD_compressStream2(stream_, &output, &input, how);
      if (ZSTD_getErrorCode(held) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      if (ZSTD_isError(held) != 0 || !emit_({buffer_.data(), output.pos})) return false;
      left = how == ZSTD_e_end ? held : input.size - input.pos;
    }
    return true;
  }

  Emit emit_;
  ZSTD_CStream* stream_;
  std::vector<char> buffer_;
};

class Gzip final : public Packer {
 public:
  explicit Gzip(Emit emit) : emit_(std::move(emit)), buffer_(kUnpackedPiece) {
    constexpr int kWithGzipHead = 15 + 16, kMemory = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kWithGzipHead, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Gzip() override { deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  bool add(std::string_view text) override { return step(text, Z_NO_FLUSH); }
  bool finish() override { return step({}, Z_FINISH); }

 private:
  bool step(std::string_view text, int how) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // deflate() does not write to it
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      if (deflate(&stream_, how) == Z_STREAM_ERROR || !emit_({buffer_.data(), buffer_.size() - stream_.avail_out}))
        return false;
    } while (stream_.avail_out == 0);
    return true;
  }

  Emit emit_;
  z_stream stream_{};
  std::vector<char> buffer_;
};

}  // namespace

std::optional<Packing> packing_for(std::string_view path, diag::Sink& sink) {
  const std::string ending = ending_of(path);
  if (const auto* written = find_word(kEndings, ending)) return written->value;
  const auto* other = find_word(kNotWritten, ending);
  if (other == nullptr) return Packing::kNone;
  const std::string without(path.substr(0, path.size() - ending.size()));
  sink.report(diag::Code::E0463, {}, path, other->value)
      .help(fmt::format("write `-o {0}.zst` or `-o {0}.gz`, or plain text: `-o {0}`", without));
  return std::nullopt;
}

std::unique_ptr<Packer> packer(Packing packing, Emit emit) {
  if (packing == Packing::kZstd) return std::make_unique<Zstd>(std::move(emit));
  if (packing == Packing::kGzip) return std::make_unique<Gzip>(std::move(emit));
  return std::make_unique<Plain>(std::move(emit));
}

}  // namespace ssd::trace
