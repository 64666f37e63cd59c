// A list of texts and numbers on its way to another process, as one compressed stream: neither side ever holds the
// uncompressed list, which for the runs of an experiment is a hundred times as large.
//
// The bytes begin with a line: a mark that says what they are, the version of the program, and a checksum of what
// follows. Bytes that were cut off or altered, and bytes of another version, are rejected before any of them is
// read. The checksum protects against damage, not against malice: a list that a sender wrote wrongly on purpose is
// rejected where it cannot be read, and takes at most kMostText bytes of memory for a text.
#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace ssd::study {

// Why bytes cannot be read, in a few words: "the bytes were cut off or altered on their way".
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a stream contains.
struct StreamKind {
  std::string_view mark;  // the begin of the bytes, without a line end
  std::string_view what;  // in words, for messages: "runs of an experiment"
  std::string version;    // of the program
};

inline constexpr std::size_t kMostText = std::size_t{1} << 30;

class StreamWriter {
 public:
  explicit StreamWriter(const StreamKind& kind);
  void put(std::string_view text);
  void put(std::uint64_t number);
  // How many bytes finish() would give now, without what the compressor has not written yet: up to 128 KiB of texts.
  std::size_t size() const { return bytes_.size(); }
  std::string finish();  // the last call

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  void compress(bool is_end);
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  std::size_t checksum_at_ = 0, begin_ = 0;  // places in the bytes
  std::string bytes_;
  std::string waiting_;  // to be compressed
};

// Reads what a StreamWriter has written, in the same order. All functions throw Unreadable.
class StreamReader {
 public:
  // `bytes` must live as long.
  StreamReader(const StreamKind& kind, std::string_view bytes);
  std::string text();
  std::uint64_t number();
  bool at_end();

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  bool refill();  // false: the stream has ended
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  std::string_view rest_;  // compressed
  bool has_ended_ = false;
  std::string piece_;   // uncompressed
  std::size_t at_ = 0;  // of the piece, what was read
};

}  // namespace ssd::study
