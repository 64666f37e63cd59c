// See page.h. Every text that comes from a user is escaped: no name, text or source of a file becomes markup or script.
#include "tools/pictures/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "compiler/draw/text.h"
#include "runtime/base/counts.h"
#include "tools/pictures/page_frame.h"
#include "tools/pictures/plotly.h"
#include "tools/pictures/svg.h"
#include "tools/study/places.h"
#include "tools/study/run_notes.h"
#include "tools/study/summary_table.h"

namespace ssd::pictures {
namespace {

using study::Outcome;
using study::RunState;
using study::Verdict;

constexpr std::size_t kMostFacts = 60;  // the hashes of a thousand workloads would be of use only to programs
constexpr std::size_t kMostRows = 500;  // of a table; results.csv has all rows

using Out = std::back_insert_iterator<std::string>;

using draw::escape_xml;

// Escapes each line of a text and keeps the line breaks.
std::string escaped_lines(std::string_view text) {
  std::string result;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    result += escape_xml(text.substr(from, end - from)) + '\n';
    from = end + 1;
  }
  return result;
}

// A text inside a script element. Only the element's end and `<!--` are special there.
std::string in_script(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '<' && (text.substr(i + 1).starts_with("/script") || text.substr(i + 1).starts_with("!--")))
      result += '\\';
  }
  return result;
}

// JSON inside a script element. A `<` can only occur inside a string, so it can be written as an escape.
std::string json_in_script(std::string_view json) {
  std::string result;
  for (const char c : json) {
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

struct Said {
  const char *sign, *word, *kind;
};
Said said(const design::Expectation& claim, const Outcome& outcome) {
  const bool known = !claim.known.empty();
  switch (outcome.verdict) {
    case Verdict::kHolds:
      return known ? Said{"✓", "holds now, although known to fail", "known"} : Said{"✓", "holds", "holds"};
    case Verdict::kFails: return known ? Said{"–", "fails as known", "known"} : Said{"✗", "fails", "fails"};
    case Verdict::kUndecided: break;
  }
  return {"?", "undecided", "undecided"};
}

void heading(Out out, const Page& page) {
  const study::Table& table = *page.table;
  const design::Experiment& e = *table.experiment;
  std::size_t holding = 0;
  for (const Outcome& o : page.outcomes) holding += o.verdict == Verdict::kHolds ? 1 : 0;
  fmt::format_to(out, "<h1>{}</h1>\n", escape_xml(e.name));
  if (!e.doc.empty()) fmt::format_to(out, "<p>{}</p>\n", escape_xml(e.doc));
  fmt::format_to(out, "<p>{}, {} each{}: {} of {} done", counted_text(e.points(), "point"),
                 counted_text(e.seeds, "seed"), e.only_ftl ? ", without a clock (only: ftl)" : "",
                 count_text(table.count(RunState::kDone)), counted_text(e.runs(), "run"));
  if (const std::uint64_t failed = table.count(RunState::kFailed); failed != 0)
    fmt::format_to(out, ", <span class=\"fails\">{} failed</span>", failed);
  if (const std::uint64_t overloaded = table.count_overloaded(); overloaded != 0)
    fmt::format_to(out, ", <span class=\"undecided\">{} overloaded</span>", count_text(overloaded));
  if (!page.outcomes.empty())
    fmt::format_to(out, ". {} of {} {}", holding, counted_text(page.outcomes.size(), "expectation"),
                   page.outcomes.size() == 1 ? "holds" : "hold");
  fmt::format_to(out, ".</p>\n");
}

// The cells beside a claim: of each comparison what was measured, and what it should be. Their colour says whether it
// holds.
std::string comparison_cells(const study::Comparison& compared, bool with_place, bool known) {
  const char* const kind = compared.holds ? "holds" : known ? "known" : "fails";
  const std::string place = with_place ? fmt::format("<td class=\"note\">{}</td>", escape_xml(compared.at)) : "";
  return fmt::format("{0}<td class=\"{1}\">{2}</td><td class=\"{1}\">{3}</td>", place, kind,
                     escape_xml(compared.measured), escape_xml(compared.expected));
}

void expectation(Out out, const design::Expectation& claim, const Outcome& o, bool with_place) {
  const Said verdict = said(claim, o);
  const std::size_t rows = std::max<std::size_t>(1, o.comparisons.size());
  fmt::format_to(
      out, "<tr><td class=\"{}\" rowspan=\"{}\">{} {}</td><td rowspan=\"{}\">{}<br><span class=\"note\">{}</span>",
      verdict.kind, rows, verdict.sign, verdict.word, rows, escape_xml(claim.title), escape_xml(claim.text));
  if (!o.reason.empty()) fmt::format_to(out, "<br><span class=\"note\">{}</span>", escape_xml(o.reason));
  if (!claim.known.empty()) fmt::format_to(out, "<br><span class=\"note\">known: {}</span>", escape_xml(claim.known));
  fmt::format_to(out, "</td>");
  const bool known = !claim.known.empty();
  const std::string none = with_place ? "<td></td><td></td><td></td>" : "<td></td><td></td>";
  fmt::format_to(out, "{}<td class=\"n\" rowspan=\"{}\">{}</td></tr>\n",
                 o.comparisons.empty() ? none : comparison_cells(o.comparisons.front(), with_place, known), rows,
                 o.margin ? (*o.margin < 0 ? "−" : "+") + study::margin_text(*o.margin) : "");
  for (std::size_t i = 1; i < o.comparisons.size(); ++i)
    fmt::format_to(out, "<tr>{}</tr>\n", comparison_cells(o.comparisons[i], with_place, known));
}

void expectations(Out out, const Page& page) {
  const std::vector<design::Expectation>& claims = page.table->experiment->expectations;
  if (claims.empty()) return;
  const bool with_place = std::ranges::any_of(page.outcomes, [](const Outcome& o) {
    return std::ranges::any_of(o.comparisons, [](const study::Comparison& c) { return !c.at.empty(); });
  });
  fmt::format_to(out,
                 "<h2>Expectations</h2>\n<div class=\"scroll\"><table><thead><tr><th></th><th>expectation</th>{}"
                 "<th>measured</th><th>expected</th><th>margin</th></tr></thead><tbody>\n",
                 with_place ? "<th>where</th>" : "");
  for (std::size_t i = 0; i < claims.size(); ++i) expectation(out, claims[i], page.outcomes[i], with_place);
  fmt::format_to(out, "</tbody></table></div>\n");
}

void figures(Out out, const Page& page) {
  if (page.figures.empty()) return;
  fmt::format_to(out, "<h2>Plots</h2>\n");
  for (const study::Figure& figure : page.figures) {
    fmt::format_to(out,
                   "<div class=\"figure\"><h3>{}</h3>\n<div class=\"still\">{}</div>\n<script "
                   "type=\"application/json\">{}</script>\n",
                   escape_xml(figure.title), svg(figure), json_in_script(plotly_json(figure)));
    for (const std::string& note : figure.notes) fmt::format_to(out, "<p class=\"note\">{}</p>\n", escape_xml(note));
    fmt::format_to(out, "</div>\n");
  }
}

using Columns = std::vector<std::vector<std::string>>;

void table_head(Out out, const design::Experiment& e, const Columns& measured) {
  fmt::format_to(out, "<h2>Numbers</h2>\n<div class=\"wide\"><table class=\"sortable\"><thead><tr><th>point</th>");
  for (const design::Axis& axis : e.axes) {
    if (axis.varied) fmt::format_to(out, "<th>{}</th>", escape_xml(axis.name));
  }
  for (const std::vector<std::string>& column : measured)
    fmt::format_to(out, "<th>{}</th>", escape_xml(column.front()));
  fmt::format_to(out, "</tr></thead><tbody>\n");
}

// The attribute by which a cell is sorted: its value with all digits; absent if there is none.
std::string sorted_by(const study::Summary& summary) {
  return summary.count == 0 ? "" : fmt::format(" data-v=\"{}\"", summary.mean);
}

void numbers(Out out, const Page& page) {
  const study::Table& table = *page.table;
  const design::Experiment& e = *table.experiment;
  const std::vector<std::uint64_t> all = study::points_with_runs(table);
  const auto points = std::span(all).first(std::min(all.size(), kMostRows));
  Columns measured;
  for (const design::Metric& metric : e.measures) measured.push_back(study::measured_cells(table, metric, points));
  table_head(out, e, measured);
  for (std::size_t row = 0; row < points.size(); ++row) {
    const std::uint64_t point = points[row];
    const study::Places places = study::places_of(e, point);
    const bool marked = table.is_overloaded(point);
    fmt::format_to(out, "<tr><td class=\"n\" data-v=\"{}\">{}{}{}</td>", point, point, marked ? " " : "",
                   marked ? study::kOverloadMark : std::string_view());
    for (std::size_t axis = 0; axis < e.axes.size(); ++axis) {
      if (e.axes[axis].varied)
        fmt::format_to(out, "<td data-v=\"{}\">{}</td>", places[axis],
                       escape_xml(e.axes[axis].values[places[axis]].text));
    }
    for (std::size_t i = 0; i < measured.size(); ++i) {
      fmt::format_to(out, "<td class=\"n\"{}>{}</td>", sorted_by(table.summary(point, {e.measures[i], false})),
                     escape_xml(measured[i][row + 1]));
    }
    fmt::format_to(out, "</tr>\n");
  }
  fmt::format_to(out, "</tbody></table></div>\n");
  if (const std::string note = study::overload_note(table); !note.empty())
    fmt::format_to(out, "<p class=\"note\">{}</p>\n", escape_xml(note));
  if (e.seeds != 1)
    fmt::format_to(out, "<p class=\"note\">Means over {} seeds; ± is half of the 95 % interval.</p>\n", e.seeds);
  if (points.size() != all.size())
    fmt::format_to(out, "<p class=\"note\">The first {} points; results.csv has all {}.</p>\n", points.size(),
                   all.size());
  if (all.size() != e.points())
    fmt::format_to(out, "<p class=\"note\">{} not run.</p>\n", counted_text(e.points() - all.size(), "point"));
}

void failures(Out out, const Page& page) {
  const study::Table& table = *page.table;
  if (table.count(RunState::kFailed) == 0) return;
  fmt::format_to(out, "<h2>Runs that failed</h2>\n<ul>\n");
  std::size_t told = 0;
  for (std::size_t i = 0; i < table.size() && told < kMostRows; ++i) {
    if (table.state(i) != RunState::kFailed) continue;
    ++told;
    const std::uint64_t point = i / table.experiment->seeds;
    fmt::format_to(out, "<li>point {} ({}): {}</li>\n", point,
                   escape_xml(study::text(*table.experiment, study::places_of(*table.experiment, point))),
                   escape_xml(table.failure(i)));
  }
  fmt::format_to(out, "</ul>\n");
}

void run_notes(Out out, const Page& page) {
  const std::vector<std::string> notes = study::run_note_texts(*page.table);
  if (notes.empty()) return;
  fmt::format_to(out, "<h2>Notes on the runs</h2>\n<ul>\n");
  for (const std::string& note : notes) fmt::format_to(out, "<li>{}</li>\n", escape_xml(note));
  fmt::format_to(out, "</ul>\n");
}

void designs(Out out, const Page& page) {
  if (page.designs.empty()) return;
  fmt::format_to(out, "<h2>Designs</h2>\n");
  for (const DesignPart& part : page.designs) {
    fmt::format_to(out, "<details><summary>{}</summary>\n<div class=\"wide\">{}</div>\n<pre>{}</pre></details>\n",
                   escape_xml(part.name), part.layout_svg, escaped_lines(part.explained));
  }
  if (page.more_designs != 0)
    fmt::format_to(out, "<p class=\"note\">And {}: `ssdc explain` and `ssdc draw` show them.</p>\n",
                   counted_text(page.more_designs, "design"));
}

// Whether the fact says how the run was called. These facts stay visible; hashes, which are for programs, are folded.
bool is_of_call(const std::string& fact) {
  constexpr std::array<std::string_view, 2> kOfCall{"version", "file"};
  return std::ranges::find(kOfCall, fact) != kOfCall.end() || fact.starts_with('-');
}

// The first facts of a kind, as rows of a table, and the number of all.
struct FactRows {
  std::string rows;
  std::size_t count = 0;
  void add(const std::string& name, const study::FactValue& value) {
    if (++count > kMostFacts) return;
    rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", escape_xml(name), escape_xml(value()));
  }
};

void fact_table(Out out, const FactRows& facts) {
  fmt::format_to(out, "<div class=\"scroll\"><table><tbody>\n{}</tbody></table></div>\n", facts.rows);
  if (facts.count > kMostFacts)
    fmt::format_to(out, "<p class=\"note\">And {} in results.json.</p>\n",
                   counted_text(facts.count - kMostFacts, "fact"));
}

void sources(Out out, const Page& page) {
  fmt::format_to(out, "<h2>What was run</h2>\n<details><summary>{}</summary>\n<pre>{}</pre></details>\n",
                 escape_xml(page.source_name), escaped_lines(page.source));
  FactRows of_call, hashes;
  page.facts([&](const std::string& name, const study::FactValue& value) {
    (is_of_call(name) ? of_call : hashes).add(name, value);
  });
  if (hashes.count != 0) {
    fmt::format_to(out, "<details class=\"hashes\"><summary>hashes of designs, workloads and traces ({})</summary>\n",
                   count_text(hashes.count));
    fact_table(out, hashes);
    fmt::format_to(out, "</details>\n");
  }
  fact_table(out, of_call);
}

}  // namespace

std::string html(const Page& page, const std::string& plotly) {
  std::string text;
  const Out out(text);
  fmt::format_to(out,
                 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                 "content=\"width=device-width\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
                 escape_xml(page.table->experiment->name), kPageStyle);
  heading(out, page);
  expectations(out, page);
  figures(out, page);
  numbers(out, page);
  run_notes(out, page);
  failures(out, page);
  designs(out, page);
  sources(out, page);
  if (!plotly.empty()) text += "<script>" + in_script(plotly) + "</script>\n";
  text += "<script>" + std::string(kPageScript) + "</script>\n</body>\n</html>\n";
  return text;
}

}  // namespace ssd::pictures
