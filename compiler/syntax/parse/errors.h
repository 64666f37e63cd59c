// The syntax errors of one file. A user reads only the first few, so after kMostErrors the others are dropped.
// Otherwise a file full of mistakes would need memory and time in proportion to their number times the length of a
// line.
#pragma once
#include "compiler/syntax/parse/parse.h"
#include "runtime/base/diag/diag.h"

namespace ssd::parse {

class Errors {
 public:
  explicit Errors(diag::Sink& sink) : sink_(sink) {}

  // As in diag::Sink. The reference is valid until the next report.
  template <class... Args>
  diag::Diagnostic& report(diag::Code code, Span span, const Args&... args) {
    if (++count_ <= kMostErrors) return sink_.report(code, span, args...);
    if (count_ == kMostErrors + 1) sink_.report(diag::Code::E0047, span, kMostErrors);
    dropped_ = {};
    return dropped_;
  }
  std::size_t count() const { return count_; }

 private:
  diag::Sink& sink_;
  std::size_t count_ = 0;
  diag::Diagnostic dropped_{};
};

}  // namespace ssd::parse
