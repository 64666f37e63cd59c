// See report_page.h.
#include "tools/ssdc/experiment/report_page.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ranges>
#include <sstream>

#include "compiler/draw/draw.h"
#include "runtime/report/page.h"
#include "tools/ssdc/explain_design.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostDesigns = 24;

// Beside the standard library. Without it the page has the plots as pictures only.
std::string plotting_library() {
  std::ostringstream text;
  text << std::ifstream(fs::path(stdlib_directory()).parent_path() / "third_party/plotly/plotly-cartesian.min.js", std::ios::binary).rdbuf();
  return text.str();
}

std::string picture_of(const design::Design& design) {
  try {
    const std::string svg = draw::draw(design, draw::View::kAllocation, draw::Format::kSvg).bytes;
    const std::size_t root = svg.find("<svg");
    return root == std::string::npos ? "" : svg.substr(root);
  } catch (const draw::RenderError&) {
    return "";
  }
}

// The designs on their axis as the file declares them; params that are varied have their declared values. The first of many: each has a picture, and
// a page of hundreds of them opens slowly and is not read.
std::vector<report::DesignPart> designs_of(const Session& session, const Session::Opened& opened, const design::Experiment& e) {
  std::vector<report::DesignPart> parts;
  for (const design::AxisValue& value : e.axes.front().values | std::views::take(kMostDesigns)) {
    const auto& designs = opened.checked.designs;
    const auto found = std::ranges::find(designs, value.text, &design::Design::name);
    if (found == designs.end()) continue;
    parts.push_back({.name = found->name, .explained = explain_design(*found, {}, session.sources), .layout_svg = picture_of(*found)});
  }
  return parts;
}

std::string source_of(const Session& session, const std::string& path) {
  for (FileId id = 1; id <= session.sources.count(); ++id) {
    if (session.sources.file(id).path() == path) return std::string(session.sources.file(id).text());
  }
  return "";
}

}  // namespace

std::string report_page(const Session& session, const Session::Opened& opened, const experiment::Table& table, const std::vector<experiment::Outcome>& outcomes,
                        std::vector<experiment::Figure> figures, const experiment::Facts& facts) {
  const std::string& path = opened.checked.path;
  const std::size_t all_designs = table.experiment->axes.front().values.size();
  report::Page page{.table = &table, .outcomes = outcomes, .figures = std::move(figures), .designs = designs_of(session, opened, *table.experiment),
                    .more_designs = all_designs - std::min(all_designs, kMostDesigns),
                    .source_name = fs::path(path).filename().string(), .source = source_of(session, path), .facts = {}};
  for (const auto& [name, value] : facts) page.facts.emplace_back(name, value);
  return report::html(page, page.figures.empty() ? "" : plotting_library());
}

}  // namespace ssd::cli
