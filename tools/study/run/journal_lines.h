// The lines of a journal where they are kept: appended, and read again by their places. The results of a sweep stay on
// the disk; only their places are in memory.
//
// Invariant: a place that append() gave is read as it was written, or an error is returned.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/base/descriptor.h"

namespace ssd::study {

class JournalLines {
 public:
  // Without a file: they are kept in memory, and a long list in a file without a name, which ends with this object.
  JournalLines() = default;
  // `file`: open for reading and appending.
  explicit JournalLines(Descriptor file) : file_(std::move(file)), is_named_(true) {}

  // Returns 0 or errno. `begin`: where the text begins.
  int append(std::string_view text, std::uint64_t& begin);
  // Returns 0 or errno; EIO if there are not so many bytes.
  int read(std::uint64_t begin, std::size_t size, std::string& to) const;
  // Passes everything from the begin of the file to `take`, piece by piece. Returns 0 or errno.
  template <class Take>
  int read_all(Take take) const {
    std::string piece;
    for (std::uint64_t at = 0;; at += piece.size()) {
      if (const int error = read_some(at, kPiece, piece); error != 0) return error;
      if (piece.empty()) return 0;
      take(std::string_view(piece));
    }
  }
  // Cuts the file. Returns 0 or errno.
  int cut(std::uint64_t size);
  // Forces them to the disk. Returns 0 or errno.
  int sync() const;
  // Nothing is appended any more: other processes may append to the file, and a short list is read into memory, so that
  // it needs no open file. Returns 0 or errno.
  int release();

 private:
  static constexpr std::size_t kPiece = 256 * 1024;  // bytes
  int read_some(std::uint64_t begin, std::size_t most, std::string& to) const;
  int write(std::string_view text, std::uint64_t& begin);
  int move_to_file();

  Descriptor file_;
  bool is_named_ = false;  // the file is a journal
  std::string memory_;     // without a file
};

}  // namespace ssd::study
