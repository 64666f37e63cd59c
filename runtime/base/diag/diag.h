// What users read about a mistake. A diagnostic has a stable code, one sentence, a place, and a way out. Its wording is
// one row of the catalogue (catalogue/*.def), so the same mistake is reported in the same words everywhere.
//
//   sink.report(Code::E0105, span, "a time", "a size").label("a size").help("write `660us`");
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "runtime/base/source.h"

namespace ssd::diag {

enum class Severity : std::uint8_t { kError, kWarning, kNote };
std::string_view name(Severity severity);  // "error"

enum class Code : std::uint16_t {
#define SSD_DIAGNOSTIC(code, severity, sentence, page) code,
#include "runtime/base/diag/catalogue/all.def"
#undef SSD_DIAGNOSTIC
};

// One row of the catalogue. `sentence` is an fmt template in lower case that begins with the fact; `page` is what `ssdc
// explain CODE` prints.
struct Row {
  std::string_view name;
  Severity severity;
  std::string_view sentence;
  std::string_view page;
};
const Row& row(Code code);
// The row of that name (`E0105`, in any case), or nullptr.
const Row* find_row(std::string_view name);
std::size_t row_count();
const Row& row_at(std::size_t index);

struct Note {
  Span span;  // may be unknown: then the note is a line of its own without an excerpt
  std::string text;
};

struct Diagnostic {
  Code code;
  Span span;            // may be unknown
  std::string message;  // the sentence, filled in
  std::string caret;    // the text beside the carets; may be empty
  std::string fix;      // the text after "help:"; may be empty
  std::vector<Note> notes;

  Diagnostic& label(std::string text) {
    caret = std::move(text);
    return *this;
  }
  Diagnostic& help(std::string text) {
    fix = std::move(text);
    return *this;
  }
  Diagnostic& note(Span place, std::string text) {
    notes.push_back({place, std::move(text)});
    return *this;
  }
};

// Collects diagnostics, each message at a place only once: a mistake in a design that a thousand others inherit would
// otherwise be reported, and kept, a thousand times. A reference that report() returns stays valid while the sink
// lives.
class Sink {
 public:
  Sink() = default;
  Sink(Sink&&) = default;
  Sink& operator=(Sink&&) = default;
  template <class... Args>
  Diagnostic& report(Code code, Span span, const Args&... args) {
    return add({.code = code,
                .span = span,
                .message = fmt::vformat(row(code).sentence, fmt::make_format_args(args...)),
                .caret = {},
                .fix = {},
                .notes = {}});
  }
  // Takes over a diagnostic from another sink, which a separate check has filled.
  Diagnostic& repeat(const Diagnostic& diagnostic) { return add(diagnostic); }
  bool has_errors() const { return errors_ != 0; }
  std::size_t error_count() const { return errors_; }
  const std::deque<Diagnostic>& all() const { return all_; }
  // Adds `note` to the warnings that were reported after the list had `since` elements and that lie outside `text`.
  void note_warnings_outside(Span text, std::size_t since, const std::string& note);
  // Removes the warnings and notes that were reported after the list had `since` elements, because they concern
  // something that the user did not ask for.
  void forget_warnings(std::size_t since);

 private:
  struct Hash {
    std::size_t operator()(const Diagnostic* d) const;
  };
  struct Same {
    bool operator()(const Diagnostic* a, const Diagnostic* b) const;
  };
  Diagnostic& add(Diagnostic diagnostic);
  std::deque<Diagnostic> all_;
  std::unordered_set<const Diagnostic*, Hash, Same> known_;  // elements of all_
  Diagnostic repeated_{};  // a diagnostic that is already in all_, for a caller that reports it again
  std::size_t errors_ = 0;
};

// All diagnostics of the sink as text for people, in the order of their places, each once. `colour` adds ANSI colours.
// `least` leaves out everything less severe, such as notes and warnings. `since`: leaves out the first so many
// diagnostics of the sink.
std::string render_text(const Sink& sink, const SourceMap& sources, bool colour, Severity least = Severity::kNote,
                        std::size_t since = 0);
// The same as one JSON object: {"schema": "ssdc.diagnostics", "version": 1, "diagnostics": [...]}.
std::string render_json(const Sink& sink, const SourceMap& sources);

}  // namespace ssd::diag
