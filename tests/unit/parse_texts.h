// Parses texts as if they were files, for the tests of the parser.
#pragma once
#include <memory>
#include <string>

#include "compiler/syntax/parse/parse.h"

namespace ssd {

struct Parsed {
  SourceMap sources;
  diag::Sink sink;
  ast::File file;
  std::string dump() const { return ast::dump(file, sources); }
  std::string errors() const { return diag::render_text(sink, sources, false); }
  std::string codes() const {
    std::string result;
    for (const diag::Diagnostic& d : sink.all())
      result += (result.empty() ? "" : " ") + std::string(diag::row(d.code).name);
    return result;
  }
};

inline std::unique_ptr<Parsed> parse_text(std::string text) {
  auto result = std::make_unique<Parsed>();
  const FileId id = result->sources.add("test.ssd", std::move(text));
  result->file = parse::parse_file(id, result->sources, result->sink);
  return result;
}

inline std::string codes(std::string text) { return parse_text(std::move(text))->codes(); }

inline std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace ssd
