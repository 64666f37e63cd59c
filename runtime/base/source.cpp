// Places in text: see source.h.
#include "runtime/base/source.h"

#include <algorithm>

namespace ssd {
namespace {

bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

SourceFile::SourceFile(std::string path, std::string text, std::uint32_t first_line)
    : path_(std::move(path)), text_(std::move(text)), first_line_(first_line), line_begins_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_begins_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

Position SourceFile::position(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  const auto number = static_cast<std::uint32_t>(after - line_begins_.begin()) - 1 + first_line_;
  const std::string_view before = std::string_view(text_).substr(*(after - 1), offset - *(after - 1));
  const auto code_points = std::count_if(before.begin(), before.end(), [](char c) { return !is_continuation_byte(c); });
  return {number, static_cast<std::uint32_t>(code_points) + 1};
}

std::string_view SourceFile::line(std::uint32_t number) const {
  const std::uint32_t index = number - first_line_;
  const std::uint32_t begin = line_begins_.at(index);
  const std::size_t end = index + 1 < line_begins_.size() ? line_begins_[index + 1] - 1 : text_.size();
  std::string_view result = std::string_view(text_).substr(begin, end - begin);
  if (result.ends_with('\r')) result.remove_suffix(1);
  return result;
}

FileId SourceMap::add(std::string path, std::string text, std::uint32_t first_line) {
  files_.push_back(std::make_unique<SourceFile>(std::move(path), std::move(text), first_line));
  return static_cast<FileId>(files_.size());
}

std::string SourceMap::portable_path(FileId id) const {
  const std::string& path = file(id).path();
  const bool is_library = !library_.empty() && path.starts_with(library_ + "/");
  return is_library ? "std" + path.substr(library_.size()) : path;
}

std::string_view SourceMap::text(Span span) const {
  if (!span.known()) return {};
  return file(span.file).text().substr(span.begin, span.end - span.begin);
}

}  // namespace ssd
