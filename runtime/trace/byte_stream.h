// The bytes of a file, decompressed. The first bytes of a file determine its compression, never its name. Memory stays
// the same however large the file is or claims to be.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace ssd::trace {

enum class StreamFault {
  kNone,
  kMissing,
  kDirectory,
  kEndlessLink,         // symbolic links that form a circle
  kNotAFile,            // a pipe, a device
  kUnreadable,          // detail: the system's reason
  kUnknownCompression,  // detail: the program that opens it
  kTruncated,           // detail: the compression
  kDamaged,             // detail: the compression and the library's reason
};

// Turns the bytes of a file into the bytes of the text.
class Decoder {
 public:
  virtual ~Decoder() = default;
  // Writes at most `capacity` bytes and returns their number; 0 at the end or after a fault.
  virtual std::size_t read(char* out, std::size_t capacity) = 0;
};

class ByteStream {
 public:
  explicit ByteStream(const std::string& path);
  ~ByteStream();
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  // Fills `out` and returns the number of bytes; less than `capacity` only at the end of the text or after a fault.
  std::size_t read(char* out, std::size_t capacity);
  StreamFault fault() const { return fault_; }
  const std::string& detail() const { return detail_; }
  // The size of the text in bytes if it is known before reading, which it is not for compressed files; otherwise 0.
  std::size_t text_bytes() const { return compression_.empty() ? file_bytes_ : 0; }
  std::string_view compression() const { return compression_; }  // "", "zstd" or "gzip"
  bool trailing() const { return trailing_; }  // the compressed text has ended, and other bytes follow it

  // Whether the file was written to since it was opened.
  bool changed() const;

  // For decoders: the raw bytes of the file.
  std::size_t read_raw(char* out, std::size_t capacity);
  void fail(StreamFault fault, std::string detail);
  void pass_over_rest() { trailing_ = true; }

 private:
  void open(const std::string& path);
  void choose_decoder();

  int descriptor_ = -1;
  std::size_t file_bytes_ = 0;
  long long changed_at_[2] = {};  // modification time: s, ns
  StreamFault fault_ = StreamFault::kNone;
  bool trailing_ = false;
  std::string detail_;
  std::string_view compression_;
  std::unique_ptr<Decoder> decoder_;
};

std::unique_ptr<Decoder> zstd_decoder(ByteStream& raw);
std::unique_ptr<Decoder> gzip_decoder(ByteStream& raw);

}  // namespace ssd::trace
