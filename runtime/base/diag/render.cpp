// Diagnostics as text (like rustc's: place, line, carets, help) and as JSON. See diag.h.
#include <algorithm>
#include <ranges>

#include <nlohmann/json.hpp>

#include "runtime/base/diag/diag.h"
#include "runtime/base/limits.h"
#include "runtime/base/shown_text.h"

namespace ssd::diag {
namespace {

using limits::kMostShown;                       // nobody reads more, and a generated file could cause megabytes
constexpr std::size_t kLongestLineShown = 200;  // bytes; a minified or binary line is cut around its caret

struct Palette {
  std::string_view error, warning, note, dim, bold, off;
};
constexpr Palette kPlain{"", "", "", "", "", ""};
constexpr Palette kColour{"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m"};

std::string_view colour_of(Severity severity, const Palette& palette) {
  switch (severity) {
    case Severity::kError: return palette.error;
    case Severity::kWarning: return palette.warning;
    case Severity::kNote: return palette.note;
  }
  return "";
}

// The part of a long line that is shown, and where it begins.
std::pair<std::string_view, std::size_t> window(std::string_view line, std::size_t caret_begin) {
  if (line.size() <= kLongestLineShown) return {line, 0};
  std::size_t begin = caret_begin > kLongestLineShown / 2 ? caret_begin - kLongestLineShown / 2 : 0;
  while (begin < line.size() && (static_cast<unsigned char>(line[begin]) & 0xC0U) == 0x80U) ++begin;
  std::size_t end = std::min(line.size(), begin + kLongestLineShown);
  while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return {line.substr(begin, end - begin), begin};
}

void excerpt(std::string& out, const SourceMap& sources, Span span, std::string_view label,
             std::string_view caret_colour, const Palette& palette) {
  const SourceFile& file = sources.file(span.file);
  const Position at = file.position(span.begin);
  const std::string_view whole = file.line(at.line);
  const std::size_t in_line = std::min<std::size_t>(span.begin - file.line_begin(at.line), whole.size());
  const auto [shown, cut] = window(whole, in_line);
  const std::size_t caret_begin = std::min(in_line - cut, shown.size());
  const std::size_t caret_end =
      std::clamp<std::size_t>(caret_begin + (span.end - span.begin), caret_begin, shown.size());
  const std::size_t width = std::max<std::size_t>(1, length(shown.substr(caret_begin, caret_end - caret_begin)));
  const std::string_view before = cut == 0 ? "" : "…", after = cut + shown.size() < whole.size() ? "…" : "";
  const std::string number = std::to_string(at.line);
  const std::string gutter(number.size(), ' ');
  out +=
      fmt::format("{}{}-->{} {}:{}:{}\n", gutter, palette.dim, palette.off, printable(file.path()), at.line, at.column);
  out += fmt::format("{} {}|{}\n", gutter, palette.dim, palette.off);
  out += fmt::format("{}{} |{} {}{}{}\n", palette.dim, number, palette.off, before, printable(shown), after);
  const std::size_t indent = length(before) + length(shown.substr(0, caret_begin));
  out += fmt::format("{} {}|{} {}{}{}", gutter, palette.dim, palette.off, std::string(indent, ' '), caret_colour,
                     std::string(width, '^'));
  if (!label.empty()) out += fmt::format(" {}", printable(label));
  out += fmt::format("{}\n", palette.off);
}

void render_one(std::string& out, const Diagnostic& d, const SourceMap& sources, const Palette& palette) {
  const Row& r = row(d.code);
  const std::string_view colour = colour_of(r.severity, palette);
  out += fmt::format("{}{}[{}]{}{}: {}{}\n", colour, name(r.severity), r.name, palette.off, palette.bold,
                     printable(d.message), palette.off);
  std::string indent = " ";
  if (d.span.known()) {
    excerpt(out, sources, d.span, d.caret, colour, palette);
    indent = std::string(std::to_string(sources.file(d.span.file).position(d.span.begin).line).size() + 1, ' ');
  }
  for (const Note& n : d.notes) {
    out += fmt::format("{}{}= note:{} {}\n", indent, palette.dim, palette.off, printable_lines(n.text));
    if (n.span.known()) excerpt(out, sources, n.span, "", palette.note, palette);
  }
  if (!d.fix.empty())
    out += fmt::format("{}{}= help:{} {}\n", indent, palette.dim, palette.off, printable_lines(d.fix));
}

// In order of place: files in the order in which they were opened; diagnostics without a place first.
std::vector<const Diagnostic*> ordered(const Sink& sink, Severity least, std::size_t since = 0) {
  std::vector<const Diagnostic*> result;
  for (const Diagnostic& d : sink.all() | std::views::drop(since)) {
    if (row(d.code).severity <= least) result.push_back(&d);
  }
  std::ranges::stable_sort(result, {}, [](const Diagnostic* d) { return std::pair(d->span.file, d->span.begin); });
  return result;
}

nlohmann::json place_json(Span span, const SourceMap& sources) {
  if (!span.known()) return nullptr;
  const SourceFile& file = sources.file(span.file);
  const Position begin = file.position(span.begin);
  const Position end = file.position(span.end);
  return {{"file", file.path()},      {"line", begin.line},  {"column", begin.column}, {"end_line", end.line},
          {"end_column", end.column}, {"begin", span.begin}, {"end", span.end}};
}

}  // namespace

std::string render_text(const Sink& sink, const SourceMap& sources, bool colour, Severity least, std::size_t since) {
  std::string out;
  const std::vector<const Diagnostic*> all = ordered(sink, least, since);
  for (std::size_t i = 0; i < std::min(all.size(), kMostShown); ++i) {
    if (!out.empty()) out += '\n';
    render_one(out, *all[i], sources, colour ? kColour : kPlain);
  }
  if (all.size() > kMostShown)
    out += fmt::format("\nand {} more; `--format json` lists all\n", all.size() - kMostShown);
  return out;
}

std::string render_json(const Sink& sink, const SourceMap& sources) {
  nlohmann::json list = nlohmann::json::array();
  for (const Diagnostic* d : ordered(sink, Severity::kNote)) {
    const Row& r = row(d->code);
    nlohmann::json notes = nlohmann::json::array();
    for (const Note& n : d->notes) notes.push_back({{"text", n.text}, {"place", place_json(n.span, sources)}});
    list.push_back({{"code", r.name},
                    {"severity", name(r.severity)},
                    {"message", d->message},
                    {"label", d->caret},
                    {"help", d->fix},
                    {"place", place_json(d->span, sources)},
                    {"notes", notes}});
  }
  const nlohmann::json object = {{"schema", "ssdc.diagnostics"}, {"version", 1}, {"diagnostics", list}};
  return object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace ssd::diag
