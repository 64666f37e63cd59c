// See report_page.h.
#include "tools/study/run/report_page.h"

#include <cerrno>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "compiler/draw/draw.h"
#include "tools/pictures/page.h"

namespace ssd::study {
namespace {

namespace fs = std::filesystem;

// Each has a picture: a page with hundreds of them opens slowly and nobody reads it.
constexpr std::size_t kMostDesigns = 24;

// Returns nothing if the picture cannot be drawn, which is then the message of `failure`.
std::string picture_of(const design::Design& design, std::string& failure) {
  try {
    const std::string svg = draw::draw(design, draw::View::kAllocation, draw::Format::kSvg).bytes;
    const std::size_t root = svg.find("<svg");
    return root == std::string::npos ? "" : svg.substr(root);
  } catch (const draw::RenderError& error) {
    failure = error.what();
  } catch (const std::bad_alloc&) {
    failure = "there is not enough memory";
  }
  return "";
}

// One point for each different design, in their order: the first ones, and the number of all.
std::pair<std::vector<std::uint64_t>, std::size_t> points_of_designs(const StudyPlan& plan) {
  std::vector<std::uint64_t> points;
  std::size_t count = 0;
  std::vector<bool> seen(plan.experiment->points());  // by the number of the design
  for (std::uint64_t point = 0; point < plan.experiment->points(); ++point) {
    const std::uint32_t design = plan.run(point * plan.experiment->seeds).design;
    const bool is_new = !seen[design] && plan.designs.is_valid(design);
    seen[design] = true;
    if (is_new && ++count <= kMostDesigns) points.push_back(point);
  }
  return {std::move(points), count};
}

std::vector<pictures::DesignPart> designs_of(Environment& environment, const Subject& subject, const StudyPlan& plan,
                                             std::span<const std::uint64_t> points) {
  PointChecker checker(subject, environment.sources);
  std::vector<pictures::DesignPart> parts;
  std::string failure;
  for (const std::uint64_t point : points) {
    const Places places = places_of(*plan.experiment, point);
    const auto design = checker.whole_design(places);
    parts.push_back({.name = checker.design_name(places),
                     .explained = checker.design_explained(places),
                     .layout_svg = design ? picture_of(*design, failure) : ""});
  }
  if (!failure.empty()) environment.sink.report(diag::Code::W0603, {}, failure);
  return parts;
}

std::string source_of(const SourceMap& sources, const std::string& path) {
  for (FileId id = 1; id <= sources.count(); ++id) {
    if (sources.file(id).path() == path) return std::string(sources.file(id).text());
  }
  return "";
}

}  // namespace

FileRead plotting_library(const check::Options& options, const std::vector<Figure>& figures) {
  if (figures.empty()) return {};
  const fs::path installed = fs::path(options.stdlib_directory).parent_path();
  FileRead read = read_file((installed / "third_party/plotly/plotly-cartesian.min.js").string());
  const bool is_absent = read.error == ENOENT || read.error == ENOTDIR;
  return is_absent ? FileRead{} : std::move(read);
}

std::string report_page(Environment& environment, const Subject& subject, const ExperimentResults& results,
                        const Facts& facts, std::vector<Figure> figures, const std::string& plotting_library) {
  const std::string& path = subject.checked.path;
  const auto [points, designs] = points_of_designs(*results.plan);
  pictures::Page page{.table = &results.table,
                      .outcomes = results.outcomes,
                      .figures = std::move(figures),
                      .designs = designs_of(environment, subject, *results.plan, points),
                      .more_designs = designs - points.size(),
                      .source_name = fs::path(path).filename().string(),
                      .source = source_of(environment.sources, path),
                      .facts = facts};
  return pictures::html(page, plotting_library);
}

}  // namespace ssd::study
