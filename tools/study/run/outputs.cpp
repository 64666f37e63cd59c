// See outputs.h. Files first, then what is said: who reads "FAILS" finds the numbers.
#include "tools/study/run/outputs.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <set>

#include "runtime/base/output_file.h"
#include "runtime/base/suggest.h"
#include "tools/cli/printed.h"
#include "tools/pictures/svg.h"
#include "tools/study/claims.h"
#include "tools/study/csv.h"
#include "tools/study/figure.h"
#include "tools/study/json.h"
#include "tools/study/run/report_page.h"
#include "tools/study/summary.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;
using diag::Code;
using study::RunState;
using study::Verdict;

// The files of the folder. One that cannot be written keeps no other from being tried: a full disk may have room for a
// small one.
class Folder {
 public:
  explicit Folder(fs::path path) : path_(std::move(path)) {}
  const fs::path& path() const { return path_; }
  void put(const fs::path& name, const std::string& bytes) {
    std::error_code error;
    fs::create_directories((path_ / name).parent_path(), error);
    const int failed = error ? error.value() : put_file((path_ / name).string(), bytes);
    if (failed != 0) lost_.emplace_back(name, failed);
  }
  // False after a diagnostic: files could not be written.
  bool tell(diag::Sink& sink) const {
    if (lost_.empty()) return true;
    const auto& [first, error] = lost_.front();
    auto& diagnostic = sink.report(Code::E0508, {}, (path_ / first).string(), std::strerror(error));
    std::vector<std::string> others;
    for (std::size_t i = 1; i < lost_.size(); ++i) others.push_back(lost_[i].first.string());
    if (!others.empty()) diagnostic.note({}, fmt::format("nor {}", listed(others)));
    diagnostic.help(
        "make room there and call it again: the runs are kept, and only what is missing is made; or name a folder "
        "elsewhere: `-o DIR`");
    return false;
  }

 private:
  fs::path path_;
  std::vector<std::pair<fs::path, int>> lost_;
};

// The .ssd as run, and what it imports from beside it.
void copy_sources(const Session& session, const Opened& opened, Folder& folder) {
  const fs::path root = fs::path(opened.checked.path).parent_path();
  for (FileId id = 1; id <= session.sources.count(); ++id) {
    const SourceFile& file = session.sources.file(id);
    const fs::path relative = fs::path(file.path()).lexically_relative(root.empty() ? "." : root);
    const fs::path named = root.empty() ? fs::path(file.path()) : relative;
    const bool is_own = named.extension() == ".ssd" && !named.empty() && named.is_relative() && *named.begin() != "..";
    if (is_own) folder.put("source" / named, std::string(file.text()));
  }
}

// What nobody asked to be run leaves a claim open without being wrong.
bool is_failure(const design::Expectation& claim, const study::Outcome& outcome, bool whole) {
  if (outcome.verdict == Verdict::kUndecided) return whole && claim.known.empty();
  return study::counts_as_failure(claim, outcome);
}

// The plain run that is as one of the experiment.
std::string command_of(const Opened& opened, const design::Experiment& e, std::size_t run) {
  const study::Places places = study::places_of(e, run / e.seeds);
  const auto value = [&](std::size_t axis) { return e.axes[axis].values[places[axis]].text; };
  std::string command = fmt::format("ssdc run {}:{} --workload {}", opened.checked.path, value(0), value(1));
  for (std::size_t axis = 2; axis < places.size(); ++axis)
    command += fmt::format(" -D '{}={}'", e.axes[axis].name, value(axis));
  return e.seeds == 1 ? command : command + fmt::format(" --seed {}", run % e.seeds + 1);
}

// The first of each kind, with the point.
void tell_failed(Session& session, const Opened& opened, const Finished& finished) {
  const study::Table& table = finished.table;
  const std::uint64_t failed = table.count(RunState::kFailed);
  if (failed == 0) return;
  constexpr std::size_t kMostShown = 5;
  const std::uint64_t made = failed + table.count(RunState::kDone);
  auto& diagnostic = session.sink.report(Code::E0610, table.experiment->span, failed, made);
  std::set<std::string> told;
  std::string first;
  for (std::size_t i = 0; i < table.runs.size(); ++i) {
    const study::Run& run = table.runs[i];
    if (run.state != RunState::kFailed || told.size() == kMostShown || !told.insert(run.failure).second) continue;
    const std::uint64_t point = i / table.experiment->seeds;
    if (first.empty()) first = command_of(opened, *table.experiment, i);
    diagnostic.note(
        {}, fmt::format("point {} ({}): {}", point,
                        study::text(*table.experiment, study::places_of(*table.experiment, point)), run.failure));
  }
  diagnostic.help(fmt::format("`{}` shows the first whole; the same call as before runs the failed ones again", first));
}

study::Facts facts_of_call(const Session& session, const Opened& opened, const TraceReading& reading) {
  study::Facts facts{{"version", version_text()}, {"file", fs::path(opened.checked.path).filename().string()}};
  for (const std::string& definition : session.definitions) {
    const std::size_t equals = definition.find('=');
    facts.emplace_back("-D " + definition.substr(0, equals), definition.substr(equals + 1));
  }
  if (reading.sort) facts.emplace_back("--sort-trace", "given");
  if (reading.skip_bad_lines) facts.emplace_back("--skip-bad-lines", "given");
  return facts;
}

std::string name_and_hash(const workload::Workload& workload) {
  return workload.name + ' ' + cache::key_of({identity(workload)}).text();
}

// What the numbers come from. Of a design or a workload with several sets of values the first point of each is named.
study::Facts facts_of(const Session& session, const Opened& opened, const Finished& finished) {
  const design::Experiment& e = *finished.plan.experiment;
  study::Facts facts = facts_of_call(session, opened, finished.reading);
  std::set<const void*> told;
  for (std::size_t i = 0; i < finished.plan.runs.size(); i += e.seeds) {
    const PlannedRun& run = finished.plan.runs[i];
    if (!run.sound()) continue;
    const std::string point = fmt::format(" of point {}", i / e.seeds);
    if (told.insert(run.design.get()).second) {
      const design::Design& design = run.design->checked;
      facts.emplace_back("design" + point, fmt::format("{} {}", design.name, hash(run.design->plan)));
      if (design.start.workload != nullptr)
        facts.emplace_back("first workload" + point, name_and_hash(*design.start.workload));
    }
    if (told.insert(run.workload.get()).second)
      facts.emplace_back("workload" + point, name_and_hash(run.workload->checked));
  }
  for (const auto& [path, digest] : finished.plan.digests) facts.emplace_back("trace " + path, digest);
  return facts;
}

// Pictures of an earlier call that this one does not draw are not left among its own.
void write_plots(const std::vector<study::Figure>& figures, Folder& folder) {
  std::error_code error;
  fs::remove_all(folder.path() / "plots", error);
  for (const study::Figure& figure : figures)
    folder.put(fs::path("plots") / (figure.stem + ".svg"), pictures::svg(figure));
}

bool write_results(Session& session, const Opened& opened, const Finished& finished,
                   const std::vector<study::Outcome>& outcomes) {
  Folder folder(finished.folder);
  const study::Facts facts = facts_of(session, opened, finished);
  const std::vector<study::Figure> figures = study::figures(finished.table);
  folder.put("results.csv", study::csv(finished.table));
  folder.put("results.json", study::json(finished.table, outcomes, facts));
  write_plots(figures, folder);
  folder.put("report.html", report_page(session, opened, finished.plan, finished.table, outcomes, figures, facts));
  copy_sources(session, opened, folder);
  return folder.tell(session.sink);
}

}  // namespace

bool put_out(Session& session, const Opened& opened, const Finished& finished) {
  const std::vector<design::Expectation>& claims = finished.table.experiment->expectations;
  const bool whole = finished.table.count(RunState::kMissing) == 0;
  std::vector<study::Outcome> outcomes;
  bool fails = false;
  for (const design::Expectation& claim : claims) {
    outcomes.push_back(study::evaluate(finished.table, claim));
    fails = fails || is_failure(claim, outcomes.back(), whole);
  }
  const bool written = write_results(session, opened, finished, outcomes);
  print_text(study::summary_text(finished.table, outcomes) + "\n");
  if (written) print_text(fmt::format("results are in {}\n", finished.folder));
  session.printed = true;
  tell_failed(session, opened, finished);
  if (fails && !session.sink.has_errors()) session.exit_code = kExpectationFailed;
  return written;
}

}  // namespace ssd::cli
