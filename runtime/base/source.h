// Where text comes from, and how a place in it is named. Every error that a user sees carries a Span, so this file
// includes only the standard library, and a Span is small enough for every token, tree node and checked value.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ssd {

// Index of a file in a SourceMap. 0 is "no file": a place that is in no text, such as the command line.
using FileId = std::uint32_t;
inline constexpr FileId kNoFile = 0;

// Bytes [begin, end) of a file.
struct Span {
  FileId file = kNoFile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool known() const { return file != kNoFile; }
  friend bool operator==(const Span&, const Span&) = default;
};

// From the begin of `first` to the end of `last`; both must be in one file.
inline Span join(Span first, Span last) { return {first.file, first.begin, last.end}; }

// Line and column as editors count them, from 1; columns count Unicode code points, not bytes.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

class SourceFile {
 public:
  // `first_line` is the number of the text's first line. It is above 1 for an excerpt of a file that is too large to be
  // kept, such as a trace.
  SourceFile(std::string path, std::string text, std::uint32_t first_line = 1);
  const std::string& path() const { return path_; }  // as the user wrote it
  std::string_view text() const { return text_; }
  Position position(std::uint32_t offset) const;
  std::string_view line(std::uint32_t number) const;  // without its line ending; `number` counts from first_line()
  std::uint32_t line_begin(std::uint32_t number) const { return line_begins_.at(number - first_line_); }
  std::uint32_t first_line() const { return first_line_; }
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_begins_.size()); }

 private:
  std::string path_;
  std::string text_;
  std::uint32_t first_line_;
  std::vector<std::uint32_t> line_begins_;
};

// All texts of one compilation. Added files never move, so views into their text stay valid.
class SourceMap {
 public:
  FileId add(std::string path, std::string text, std::uint32_t first_line = 1);
  const SourceFile& file(FileId id) const { return *files_.at(id - 1); }
  std::string_view text(Span span) const;
  FileId count() const { return static_cast<FileId>(files_.size()); }  // ids are 1 to this
  // The directory of the standard library on this machine: portable_path() calls its files `std/…`.
  void set_library(std::string directory) { library_ = std::move(directory); }
  // The path as the user wrote it, without parts that depend on the machine.
  std::string portable_path(FileId id) const;

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;
  std::string library_;
};

}  // namespace ssd
