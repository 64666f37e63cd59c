// ssdc draw: pictures of a design, or of a run of it.
#include "compiler/draw/draw.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <variant>

#include "runtime/abi/plan.h"
#include "runtime/base/output_file.h"
#include "runtime/base/quantity.h"
#include "runtime/base/standard_error.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/run_compiled.h"
#include "tools/cli/session.h"
#include "tools/pictures/run_picture.h"

namespace ssd::cli {
namespace {

using pictures::RunView;
using View = std::variant<draw::View, RunView>;
constexpr std::array kViews{
#define SSD_VIEW(id, name) Word<View>{#name, draw::View::id},
#include "compiler/draw/views.def"
#define SSD_RUN_VIEW(id, name) Word<View>{#name, RunView::id},
#include "tools/pictures/run_views.def"
};
constexpr std::array kEndings{Word{".svg", draw::Format::kSvg}, Word{".png", draw::Format::kPng},
                              Word{".dot", draw::Format::kDot}};

// Options that only one view takes, and those that only the views of a run take.
struct OfView {
  const char* option;
  View view;
};
constexpr std::array kOfViews{OfView{"--pages", draw::View::kAllocation}, OfView{"--of", RunView::kHeat},
                              OfView{kTimelineFrom.data(), RunView::kTiming},
                              OfView{kTimelineUntil.data(), RunView::kTiming}};
constexpr std::array kOfRuns{"--workload",   "--trace",          "--trace-format", "--fold",   "--closed",
                             "--sort-trace", "--skip-bad-lines", "--requests",     "--memory", "--no-cache",
                             "--seed"};

struct DrawOptions {
  View view = draw::View::kAllocation;
  std::uint64_t pages = 0;
  std::optional<pictures::HeatOf> of;
  RunOptions run;
};

// The view of a run, or null if it is a view of the design.
const RunView* of_run(const View& view) { return std::get_if<RunView>(&view); }

std::string run_views() {
  std::string text;
  for (const auto& [name, view] : kViews) {
    if (of_run(view) != nullptr) text += fmt::format("{}`--view {}`", text.empty() ? "" : ", ", name);
  }
  return text;
}

std::optional<draw::Format> format_of(const std::string& path) {
  if (path == kStandardOutput) return draw::Format::kSvg;
  const auto found =
      std::ranges::find_if(kEndings, [&](const Word<draw::Format>& ending) { return path.ends_with(ending.text); });
  return found == kEndings.end() ? std::nullopt : std::optional(found->value);
}

// True after a diagnostic: an option was given that the view cannot use.
bool refuses_options(Session& session, const CLI::App& command, View view) {
  const std::string_view name = word_for(kViews, view);
  for (const OfView& of : kOfViews) {
    if (command.count(of.option) == 0 || of.view == view) continue;
    session.sink.report(diag::Code::E0632, {}, of.option, word_for(kViews, of.view), name)
        .help(fmt::format("leave it out, or draw that view: `--view {}`", word_for(kViews, of.view)));
    return true;
  }
  if (of_run(view) != nullptr) return false;
  const auto unfit = std::ranges::find_if(kOfRuns, [&](const char* option) { return command.count(option) != 0; });
  if (unfit == kOfRuns.end()) return false;
  session.sink.report(diag::Code::E0631, {}, *unfit, name).help("leave it out, or draw a run: " + run_views());
  return true;
}

void write_picture(Session& session, const std::string& path, const draw::Picture& picture) {
  if (!write_file(path, picture.bytes, session.sink)) return;
  session.printed = path == kStandardOutput;
  if (!session.printed) print_text(path + "\n");
  if (session.quiet) return;
  for (const std::string& note : picture.notes) standard_error::print("note: {}\n", note);
}

pictures::RunPicture picture_of(RunView view, const DrawOptions& options) {
  return {.view = view, .from = options.run.timeline.from, .until = options.run.timeline.until, .of = options.of};
}

void draw_run(Session& session, const Opened& opened, RunView view, const DrawOptions& options, const std::string& path,
              draw::Format format) {
  if (!has_window(session, options.run.timeline)) return;
  session.output = path;
  const pictures::RunPicture wanted = picture_of(view, options);
  RunOptions run = options.run;
  run.shows = RunShows::kPicture;
  run.records = recorded_for(wanted, *opened.design, run.requests != 0);
  run.draw = [&](const run::Ran& ran) {
    if (is_empty(wanted, ran) && ran.report.results.partial) {
      standard_error::print("ssdc: interrupted at {} of the run, before the time to be drawn: there is no picture\n",
                            time_text(static_cast<double>(ran.report.results.end())));
      return;
    }
    const auto picture = drawn(session, wanted, *opened.design, ran, format);
    if (picture) write_picture(session, path, *picture);
  };
  const auto planned = plan_run(session, opened, run);
  if (planned) run_plan(session, *planned, run, compiled_simulators(session, EngineChoice::kAuto, run.shared.no_cache));
}

void run_draw(Session& session, const CLI::App& command, const DrawOptions& options) {
  const auto opened = open_design(session);
  if (!opened || refuses_options(session, command, options.view)) return;
  const std::string path = session.output.empty()
                               ? fmt::format("{}.{}.svg", opened->design->name, word_for(kViews, options.view))
                               : session.output;
  const auto format = format_of(path);
  if (!format) {
    session.sink.report(diag::Code::E0503, {}, path).help("name the output `….svg`, `….png` or `….dot`");
    return;
  }
  if (!can_be_written(path, session.sink) ||
      !spares_inputs(path, paths_of(session.sources), ".picture.svg", session.sink))
    return;
  if (const RunView* view = of_run(options.view)) return draw_run(session, *opened, *view, options, path, *format);
  const draw::View view = std::get<draw::View>(options.view);
  const auto picture = draw::unless_it_fails(
      [&] { return draw::draw(*opened->design, view, *format, {.pages = options.pages}); }, session.sink);
  if (picture) write_picture(session, path, *picture);
}

}  // namespace

void add_draw(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "draw", "Draw a design (where pages go, its hierarchy), or a run of it (what is busy when, where it wears)");
  auto options = std::make_shared<DrawOptions>();
  session.add_target(*command);
  session.add_definitions(*command);
  session.add_output(*command,
                     "The picture: .svg, .png or .dot (default: DESIGN.VIEW.svg); - is the standard output, as SVG");
  add_choice(*command, "--view", options->view, kViews, "What to draw (default: allocation)");
  command
      ->add_option("--pages", options->pages,
                   "Number of logical pages that the allocation view shows (default: some stripes)")
      ->check(whole_number(1, 1 << 22))
      ->type_name("N");
  std::vector<std::string> heats;
  for (const auto& heat : pictures::kHeats) heats.emplace_back(heat.text);
  add_choice(
      *command, "--of", heats, [options](std::size_t chosen) { options->of = pictures::kHeats[chosen].value; },
      "Show only this in the heat view (default: all)");
  add_window(*command, options->run.timeline);
  add_workload_options(*command, options->run);
  command->add_flag("--quiet", session.quiet, "Print no progress bar and no notes");
  command->callback([&session, command, options] { run_draw(session, *command, *options); });
}

}  // namespace ssd::cli
