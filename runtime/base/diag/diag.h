// What we tell a user about a mistake. A diagnostic has a stable code, one sentence, a place, and a way out; its
// wording lives in the catalogue (catalogue/*.def), one row each, so that the same mistake is told in the same words
// everywhere.
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

// One row of the catalogue. `sentence` is an fmt template, lower case, the fact first; `page` is what `ssdc explain
// CODE` prints.
struct Row {
  std::string_view name;
  Severity severity;
  std::string_view sentence;
  std::string_view page;
};
const Row& row(Code code);
// The row of that name (`E0105`, any case), or nullptr.
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
  std::string caret;    // said beside the carets; may be empty
  std::string fix;      // after "help:"; may be empty
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

// Collects diagnostics, each message at a place only once: a slip in what a thousand designs inherit would otherwise be
// told, and kept, a thousand times. A reference that report() returns stays good while the sink lives.
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
  // Takes over what another sink was told, in a check that was tried apart.
  Diagnostic& repeat(const Diagnostic& diagnostic) { return add(diagnostic); }
  bool has_errors() const { return errors_ != 0; }
  std::size_t error_count() const { return errors_; }
  const std::deque<Diagnostic>& all() const { return all_; }
  // Adds a note to the warnings that were reported since the list had that length and lie outside that text.
  void note_warnings_outside(Span text, std::size_t since, const std::string& note);
  // Takes warnings and notes back that were reported since the list had that length: they are about what nobody asked
  // for.
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
  std::unordered_set<const Diagnostic*, Hash, Same> known_;  // of all_
  Diagnostic repeated_{};                                    // what was told before, for whoever reports it again
  std::size_t errors_ = 0;
};

// All of the sink's diagnostics as text for people, in the order of their places, each once. `colour` adds ANSI
// colours. `least` leaves out what weighs less, such as notes and warnings; `since`: only those that were reported when
// the sink held that many already.
std::string render_text(const Sink& sink, const SourceMap& sources, bool colour, Severity least = Severity::kNote,
                        std::size_t since = 0);
// The same as one JSON object: {"schema": "ssdc.diagnostics", "version": 1, "diagnostics": [...]}.
std::string render_json(const Sink& sink, const SourceMap& sources);

}  // namespace ssd::diag
