// ssdc draw: pictures of a design.
#include "compiler/draw/draw.h"

#include <fmt/format.h>
#include <unistd.h>

#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

constexpr std::array kViews{Word{"allocation", draw::View::kAllocation}, Word{"tree", draw::View::kTree}};
constexpr std::array kEndings{Word{".svg", draw::Format::kSvg}, Word{".png", draw::Format::kPng}, Word{".dot", draw::Format::kDot}};

struct DrawOptions {
  draw::View view = draw::View::kAllocation;
  std::uint64_t pages = 0;
};

std::optional<draw::Format> format_of(const std::string& path) {
  const auto found = std::ranges::find_if(kEndings, [&](const Word<draw::Format>& ending) { return path.ends_with(ending.text); });
  return found == kEndings.end() ? std::nullopt : std::optional(found->value);
}

void run_draw(Session& session, const DrawOptions& options) {
  const auto opened = session.open_design();
  if (!opened) return;
  const std::string path = session.output.empty() ? fmt::format("{}.{}.svg", opened->design->name, word_for(kViews, options.view)) : session.output;
  const bool file = path != kStandardOutput;
  const auto format = file ? format_of(path) : draw::Format::kSvg;
  if (!format) {
    session.sink.report(diag::Code::E0503, {}, path).help("name the output `….svg`, `….png` or `….dot`");
    return;
  }
  if (!can_be_written(path, session.sink) || !spares_inputs(path, paths_of(session.sources), ".picture.svg", session.sink)) return;
  const draw::Picture picture = draw::draw(*opened->design, options.view, *format, {.pages = options.pages});
  if (!write_file(path, picture.bytes, session.sink)) return;
  if (file) fmt::print("{}\n", path);
  if (session.quiet) return;
  for (const std::string& note : picture.notes) fmt::print(stderr, "note: {}\n", note);
}

}  // namespace

void add_draw(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("draw", "Draw a design: where pages go, or the hierarchy");
  auto options = std::make_shared<DrawOptions>();
  session.add_target(*command);
  session.add_definitions(*command);
  session.add_output(*command, "The picture: .svg, .png or .dot (default: DESIGN.VIEW.svg); - is the standard output, and SVG");
  add_choice(*command, "--view", options->view, kViews, "What to draw (default: allocation)");
  command->add_option("--pages", options->pages, "How many logical pages the allocation view shows (default: some stripes)")
      ->check(whole_number(1, 1 << 22))
      ->type_name("N");
  command->add_flag("--quiet", session.quiet, "No notes");
  command->callback([&session, options] { run_draw(session, *options); });
}

}  // namespace ssd::cli
