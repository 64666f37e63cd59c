// See attempt.h.
#include "tools/api/library/attempt.h"

namespace ssd::api {
namespace {

api::Position position_of(const SourceFile& file, std::uint32_t offset) {
  const ssd::Position at = file.position(offset);
  return {.line = at.line, .column = at.column, .offset = offset};
}

Severity severity_of(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kError: return Severity::kError;
    case diag::Severity::kWarning: return Severity::kWarning;
    case diag::Severity::kNote: return Severity::kNote;
  }
  return Severity::kError;
}

}  // namespace

Span span_of(ssd::Span span, const SourceMap& sources) {
  if (!span.known()) return {};
  const SourceFile& file = sources.file(span.file);
  return {
      .file = place_in_fields(file.path()), .begin = position_of(file, span.begin), .end = position_of(file, span.end)};
}

SourceMap copied(const SourceMap& sources) {
  SourceMap copy;
  for (FileId id = 1; id <= sources.count(); ++id) {
    const SourceFile& file = sources.file(id);
    copy.add(file.path(), std::string(file.text()), file.first_line());
  }
  return copy;
}

std::vector<Diagnostic> told(const Environment& environment) {
  std::vector<Diagnostic> all;
  for (const diag::Diagnostic& d : environment.sink.all()) {
    const diag::Row& row = diag::row(d.code);
    Diagnostic one{.code = std::string(row.name),
                   .severity = severity_of(row.severity),
                   .message = d.message,
                   .label = d.caret,
                   .help = d.fix,
                   .span = span_of(d.span, environment.sources),
                   .notes = {}};
    for (const diag::Note& note : d.notes) one.notes.push_back({span_of(note.span, environment.sources), note.text});
    all.push_back(std::move(one));
  }
  return all;
}

std::string told_as_text(const Environment& environment) {
  SourceMap renamed;
  for (FileId id = 1; id <= environment.sources.count(); ++id) {
    const SourceFile& file = environment.sources.file(id);
    renamed.add(place_in_fields(file.path()), std::string(file.text()), file.first_line());
  }
  return diag::render_text(environment.sink, renamed, false);
}

void tell_fault(std::string message, std::vector<Diagnostic>& diagnostics, std::string& text) {
  text += "error: " + message + "\n";
  diagnostics.push_back({.code = {},
                         .severity = Severity::kError,
                         .message = std::move(message),
                         .label = {},
                         .help = {},
                         .span = {},
                         .notes = {}});
}

void tell_missing_memory(std::string_view doing, Environment& environment) {
  environment.sink.report(diag::Code::E0506, {}, std::string(doing))
      .help("use fewer requests (`requests: N` reads only the first of a trace), or a smaller drive");
}

}  // namespace ssd::api
