// The bytes of a file, decompressed. What a file is is told by its first bytes, never by its name, and memory stays the
// same however large the file is or claims to be.
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
  kEndlessLink,         // symbolic links in a circle
  kNotAFile,            // a pipe, a device
  kUnreadable,          // detail: the system's reason
  kUnknownCompression,  // detail: the program that opens it
  kTruncated,           // detail: the compression
  kDamaged,             // detail: the compression and the library's reason
};

// Turns the bytes of a file into those of the text.
class Decoder {
 public:
  virtual ~Decoder() = default;
  // Fills at most `capacity` bytes; 0 at the end or at a fault.
  virtual std::size_t read(char* out, std::size_t capacity) = 0;
};

class ByteStream {
 public:
  explicit ByteStream(const std::string& path);
  ~ByteStream();
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  // Fills `out` as far as the text goes; less than `capacity` only at its end or at a fault.
  std::size_t read(char* out, std::size_t capacity);
  StreamFault fault() const { return fault_; }
  const std::string& detail() const { return detail_; }
  // Bytes of the text if it can be known before reading: not for packed files. 0 otherwise.
  std::size_t text_bytes() const { return compression_.empty() ? file_bytes_ : 0; }
  std::string_view compression() const { return compression_; }  // "", "zstd" or "gzip"
  bool trailing() const { return trailing_; }  // the packed text has ended, and what follows it is something else

  // Whether somebody has written to the file since it was opened.
  bool changed() const;

  // For decoders: raw bytes of the file.
  std::size_t read_raw(char* out, std::size_t capacity);
  void fail(StreamFault fault, std::string detail);
  void pass_over_rest() { trailing_ = true; }

 private:
  void open(const std::string& path);
  void choose_decoder();

  int descriptor_ = -1;
  std::size_t file_bytes_ = 0;
  long long changed_at_[2] = {};  // s, ns
  StreamFault fault_ = StreamFault::kNone;
  bool trailing_ = false;
  std::string detail_;
  std::string_view compression_;
  std::unique_ptr<Decoder> decoder_;
};

std::unique_ptr<Decoder> zstd_decoder(ByteStream& raw);
std::unique_ptr<Decoder> gzip_decoder(ByteStream& raw);

}  // namespace ssd::trace
