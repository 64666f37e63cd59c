// See page.h. Everything of the user's is escaped: no name, text or source of a file becomes markup or script.
#include "runtime/report/page.h"

#include <fmt/format.h>

#include <iterator>

#include "runtime/experiment/places.h"
#include "runtime/experiment/run_notes.h"
#include "runtime/report/page_frame.h"
#include "runtime/report/plotly.h"
#include "runtime/report/svg.h"

namespace ssd::report {
namespace {

using experiment::Outcome;
using experiment::RunState;
using experiment::Verdict;

constexpr std::size_t kMostRows = 500;  // of a table; results.csv has all

using Out = std::back_insert_iterator<std::string>;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

// Inside a script nothing but its end, and what would open another one, is special.
std::string in_script(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '<' && (text.substr(i + 1).starts_with("/script") || text.substr(i + 1).starts_with("!--"))) result += '\\';
  }
  return result;
}

// A `<` in JSON stands in a text.
std::string json_in_script(std::string_view json) {
  std::string result;
  for (const char c : json) {
    if (c == '<') result += "\\u003c";
    else result += c;
  }
  return result;
}

struct Said {
  const char *sign, *word, *kind;
};
Said said(const design::Expectation& claim, const Outcome& outcome) {
  const bool known = !claim.known.empty();
  switch (outcome.verdict) {
    case Verdict::kHolds: return known ? Said{"✓", "holds now, though known to fail", "known"} : Said{"✓", "holds", "holds"};
    case Verdict::kFails: return known ? Said{"–", "fails as known", "known"} : Said{"✗", "fails", "fails"};
    case Verdict::kUndecided: break;
  }
  return {"?", "undecided", "undecided"};
}

void heading(Out out, const Page& page) {
  const experiment::Table& table = *page.table;
  const design::Experiment& e = *table.experiment;
  std::size_t holding = 0;
  for (const Outcome& o : page.outcomes) holding += o.verdict == Verdict::kHolds ? 1 : 0;
  fmt::format_to(out, "<h1>{}</h1>\n", escaped(e.name));
  if (!e.doc.empty()) fmt::format_to(out, "<p>{}</p>\n", escaped(e.doc));
  fmt::format_to(out, "<p>{} points, {} seed{} each: {} of {} runs done", e.points(), e.seeds, e.seeds == 1 ? "" : "s", table.count(RunState::kDone), e.runs());
  if (const std::uint64_t failed = table.count(RunState::kFailed); failed != 0) fmt::format_to(out, ", <span class=\"fails\">{} failed</span>", failed);
  fmt::format_to(out, ". {} of {} expectations hold.</p>\n", holding, page.outcomes.size());
}

void expectations(Out out, const Page& page) {
  const design::Experiment& e = *page.table->experiment;
  if (e.expectations.empty()) return;
  fmt::format_to(out, "<h2>Expectations</h2>\n<table><thead><tr><th></th><th>expectation</th><th>found</th><th>margin</th></tr></thead><tbody>\n");
  for (std::size_t i = 0; i < e.expectations.size(); ++i) {
    const design::Expectation& claim = e.expectations[i];
    const Outcome& o = page.outcomes[i];
    const Said verdict = said(claim, o);
    fmt::format_to(out, "<tr><td class=\"{}\">{} {}</td><td>{}<br><span class=\"note\">{}</span></td><td>{}", verdict.kind, verdict.sign, verdict.word, escaped(claim.title), escaped(claim.text),
                   escaped(o.values));
    for (const std::string& where : o.where) fmt::format_to(out, "<br><span class=\"note\">not at {}</span>", escaped(where));
    if (!o.reason.empty()) fmt::format_to(out, "<br><span class=\"note\">{}</span>", escaped(o.reason));
    if (!claim.known.empty()) fmt::format_to(out, "<br><span class=\"note\">known: {}</span>", escaped(claim.known));
    fmt::format_to(out, "</td><td class=\"n\">{}</td></tr>\n", o.margin ? fmt::format("{:+.3g} %", 100 * *o.margin) : "");
  }
  fmt::format_to(out, "</tbody></table>\n");
}

void figures(Out out, const Page& page) {
  if (page.figures.empty()) return;
  fmt::format_to(out, "<h2>Plots</h2>\n");
  for (const experiment::Figure& figure : page.figures) {
    fmt::format_to(out, "<div class=\"figure\"><h3>{}</h3>\n<div class=\"still\">{}</div>\n<script type=\"application/json\">{}</script>\n", escaped(figure.title), svg(figure),
                   json_in_script(plotly_json(figure)));
    for (const std::string& note : figure.notes) fmt::format_to(out, "<p class=\"note\">{}</p>\n", escaped(note));
    fmt::format_to(out, "</div>\n");
  }
}

// Six digits, and no power of ten where the digits before the point say it.
std::string digits(double value) {
  const double size = value < 0 ? -value : value;
  return size >= 1e6 && size < 1e15 ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
}

std::string cell(const experiment::Summary& summary) {
  if (summary.count == 0) return "<td class=\"n\">–</td>";
  const std::string interval = summary.half_width ? " ± " + digits(*summary.half_width) : "";
  return fmt::format("<td class=\"n\" data-v=\"{}\">{}{}</td>", summary.mean, digits(summary.mean), interval);
}

void table_head(Out out, const design::Experiment& e) {
  fmt::format_to(out, "<h2>Numbers</h2>\n<div class=\"wide\"><table class=\"sortable\"><thead><tr><th>point</th>");
  for (const design::Axis& axis : e.axes) {
    if (axis.varied) fmt::format_to(out, "<th>{}</th>", escaped(axis.name));
  }
  for (const design::Metric metric : e.measures) fmt::format_to(out, "<th>{}<br><span class=\"note\">{}</span></th>", design::row(metric).name, design::label(design::row(metric).unit));
  fmt::format_to(out, "</tr></thead><tbody>\n");
}

void numbers(Out out, const Page& page) {
  const experiment::Table& table = *page.table;
  const design::Experiment& e = *table.experiment;
  table_head(out, e);
  for (std::uint64_t point = 0; point < e.points() && point < kMostRows; ++point) {
    const experiment::Places places = experiment::places_of(e, point);
    fmt::format_to(out, "<tr><td class=\"n\" data-v=\"{}\">{}</td>", point, point);
    for (std::size_t axis = 0; axis < e.axes.size(); ++axis) {
      if (e.axes[axis].varied) fmt::format_to(out, "<td>{}</td>", escaped(e.axes[axis].values[places[axis]].text));
    }
    for (const design::Metric metric : e.measures) fmt::format_to(out, "{}", cell(table.summary(point, {metric, false})));
    fmt::format_to(out, "</tr>\n");
  }
  fmt::format_to(out, "</tbody></table></div>\n");
  if (e.seeds != 1) fmt::format_to(out, "<p class=\"note\">Means over {} seeds; ± is half of the 95 % interval.</p>\n", e.seeds);
  if (e.points() > kMostRows) fmt::format_to(out, "<p class=\"note\">The first {} points; results.csv has all {}.</p>\n", kMostRows, e.points());
}

void failures(Out out, const Page& page) {
  const experiment::Table& table = *page.table;
  if (table.count(RunState::kFailed) == 0) return;
  fmt::format_to(out, "<h2>Runs that failed</h2>\n<ul>\n");
  std::size_t told = 0;
  for (std::size_t i = 0; i < table.runs.size() && told < kMostRows; ++i) {
    if (table.runs[i].state != RunState::kFailed) continue;
    ++told;
    const std::uint64_t point = i / table.experiment->seeds;
    fmt::format_to(out, "<li>point {} ({}): {}</li>\n", point, escaped(experiment::text(*table.experiment, experiment::places_of(*table.experiment, point))), escaped(table.runs[i].failure));
  }
  fmt::format_to(out, "</ul>\n");
}

void run_notes(Out out, const Page& page) {
  const std::vector<std::string> notes = experiment::run_note_texts(*page.table);
  if (notes.empty()) return;
  fmt::format_to(out, "<h2>Notes on the runs</h2>\n<ul>\n");
  for (const std::string& note : notes) fmt::format_to(out, "<li>{}</li>\n", escaped(note));
  fmt::format_to(out, "</ul>\n");
}

void designs(Out out, const Page& page) {
  if (page.designs.empty()) return;
  fmt::format_to(out, "<h2>Designs</h2>\n");
  for (const DesignPart& part : page.designs) {
    fmt::format_to(out, "<details><summary>{}</summary>\n<div class=\"figure-like\">{}</div>\n<pre>{}</pre></details>\n", escaped(part.name), part.layout_svg, escaped(part.explained));
  }
}

void sources(Out out, const Page& page) {
  fmt::format_to(out, "<h2>What was run</h2>\n<details><summary>{}</summary>\n<pre>{}</pre></details>\n<table><tbody>\n", escaped(page.source_name), escaped(page.source));
  for (const auto& [name, value] : page.facts) fmt::format_to(out, "<tr><td>{}</td><td>{}</td></tr>\n", escaped(name), escaped(value));
  fmt::format_to(out, "</tbody></table>\n");
}

}  // namespace

std::string html(const Page& page, const std::string& plotly) {
  std::string text;
  const Out out(text);
  fmt::format_to(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
                 escaped(page.table->experiment->name), kPageStyle);
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

}  // namespace ssd::report
