// Passes a text to ANTLR's lexer, as code points. ANTLR's own stream converts with a thread_local object; glibc aborts
// the process if there is no memory to register its destructor.
#pragma once
#include <string>
#include <string_view>

#include <antlr4-runtime.h>

namespace ssd::parse {

class CodePoints final : public antlr4::CharStream {
 public:
  // The text is UTF-8. Each byte that begins a character makes one code point, so that positions can be converted back
  // (tokens.cpp); a character that is none is U+FFFD.
  explicit CodePoints(std::string_view text);

  void consume() override;
  size_t LA(ssize_t i) override;
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return at_; }
  void seek(size_t index) override;
  size_t size() override { return points_.size(); }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string toString() const override { return {}; }

 private:
  std::u32string points_;
  size_t at_ = 0;
};

}  // namespace ssd::parse
