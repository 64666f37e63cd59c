// See outputs.h.
#include "tools/study/run/outputs.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>

#include "runtime/base/counts.h"
#include "runtime/base/folder_names.h"
#include "runtime/base/output_file.h"
#include "runtime/base/shell_word.h"
#include "runtime/base/suggest.h"
#include "runtime/base/whole_path.h"
#include "tools/pictures/svg.h"
#include "tools/study/csv.h"
#include "tools/study/figure.h"
#include "tools/study/json.h"
#include "tools/study/run/report_page.h"

namespace ssd::study {
namespace {

namespace fs = std::filesystem;
using diag::Code;

// Writes the files of the folder. If one cannot be written, the others are still tried: a full disk may have room for a
// smaller one.
class Folder {
 public:
  explicit Folder(fs::path path) : path_(std::move(path)) {}
  const fs::path& path() const { return path_; }
  void put(const fs::path& name, const std::string& bytes) {
    put(name, [&](const std::string& path) { return put_file(path, bytes); });
  }
  // `write(path)` returns 0 or errno.
  void put(const fs::path& name, const std::function<int(const std::string&)>& write) {
    std::error_code error;
    fs::create_directories((path_ / name).parent_path(), error);
    const int failed = error ? error.value() : write((path_ / name).string());
    if (failed != 0) lose(name, failed);
  }
  // The file cannot be made, for example because what it is made of cannot be read.
  void lose(const fs::path& name, int error) { lost_.emplace_back(name, error); }
  // Reports the files that could not be written. False if there are any.
  bool tell(diag::Sink& sink) const {
    if (lost_.empty()) return true;
    const auto& [first, error] = lost_.front();
    auto& diagnostic = sink.report(Code::E0508, {}, (path_ / first).string(), std::strerror(error));
    std::vector<std::string> others;
    for (std::size_t i = 1; i < lost_.size(); ++i) others.push_back(lost_[i].first.string());
    if (!others.empty()) diagnostic.note({}, fmt::format("nor {}", listed(others)));
    diagnostic.help(
        "make room there and call it again: the results are kept, and only missing files are written; or name a folder "
        "elsewhere: `-o DIR`");
    return false;
  }

 private:
  fs::path path_;
  std::vector<std::pair<fs::path, int>> lost_;
};

// Where the copy of a file is below `source/`: a file in the folder of the main file, or below, keeps its relative
// path. Other files are below `outside/` by their absolute paths.
fs::path place_of_copy(const std::string& file, const fs::path& root) {
  const fs::path whole = whole_path(file);
  const fs::path relative = whole.lexically_relative(whole_path(root.empty() ? "." : root.string()));
  return relative.empty() || *relative.begin() == ".." ? "outside" / whole.relative_path() : relative;
}

// Copies the .ssd file as it was run, and all its imports but those of the standard library.
void copy_sources(const SourceMap& sources, const check::Checked& checked, Folder& folder) {
  const fs::path root = fs::path(checked.path).parent_path();
  for (FileId id = 1; id <= sources.count(); ++id) {
    const SourceFile& file = sources.file(id);
    const bool is_standard = file.path().starts_with(checked.stdlib_directory + "/");
    if (!is_standard && fs::path(file.path()).extension() == ".ssd")
      folder.put("source" / place_of_copy(file.path(), root), std::string(file.text()));
  }
}

// The `ssdc run` command of a design and workload that repeats one run of the experiment.
std::string command_of(const Subject& subject, std::size_t run) {
  const design::Experiment& e = subject.experiment;
  const Places places = places_of(e, run / e.seeds);
  const auto value = [&](std::size_t axis) { return e.axes[axis].values[places[axis]].text; };
  std::string command =
      fmt::format("ssdc run {} --workload {}", shell_word(subject.checked.path + ':' + value(0)), shell_word(value(1)));
  for (std::size_t axis = 2; axis < places.size(); ++axis)
    command += fmt::format(" -D {}", shell_word(e.axes[axis].name + '=' + value(axis)));
  if (e.only_ftl) command += " --only ftl";
  return e.seeds == 1 ? command : command + fmt::format(" --seed {}", run % e.seeds + 1);
}

void take_facts_of_call(const Subject& subject, const TraceReading& reading, const TakeFact& take) {
  const auto given = [] { return std::string("given"); };
  take("version", version_text);
  take("file", [&] { return fs::path(subject.checked.path).filename().string(); });
  for (const check::Override& wanted : subject.options.overrides)
    take("-D " + wanted.name, [&] { return wanted.text; });
  if (reading.sort) take("--sort-trace", given);
  if (reading.skip_bad_lines) take("--skip-bad-lines", given);
}

// If a design or workload occurs with several sets of values, the first point of each set is named.
void take_hashes(const StudyPlan& plan, const TakeFact& take) {
  std::vector<bool> told_designs(plan.experiment->points()), told_workloads(plan.experiment->points());  // by number
  for (std::size_t i = 0; i < plan.size(); i += plan.experiment->seeds) {
    const PlannedRun run = plan.run(i);
    if (!run.sound()) continue;
    const std::string point = fmt::format(" of point {}", i / plan.experiment->seeds);
    if (!told_designs[run.design]) {
      const Plan design = unpacked_plan(plan.designs.at(run.design).packed);
      take("design" + point, [&] { return fmt::format("{} {}", design.name, hash(design)); });
      const workload::Workload* const first = design.start.workload.get();
      if (first != nullptr)
        take("first workload" + point,
             [&] { return fmt::format("{} {}", first->name, cache::key_of({identity(*first)}).text()); });
    }
    if (!told_workloads[run.workload])
      take("workload" + point, [&] {
        const AtPoint workload = plan.workloads.at(run.workload);
        return fmt::format("{} {}", unpacked_workload(workload.packed).name, workload.identity.text());
      });
    told_designs[run.design] = told_workloads[run.workload] = true;
  }
}

using WritePiece = std::function<bool(std::string_view)>;
// Returns 0 or errno.
int put_pieces(const std::string& path, const std::function<bool(const WritePiece&)>& produce) {
  return put_through(path, [&](std::FILE* file) {
    const auto write = [file](std::string_view piece) {
      return std::fwrite(piece.data(), 1, piece.size(), file) == piece.size();
    };
    return produce(write) && std::fflush(file) == 0 ? 0 : errno;
  });
}

// Removes what is in the folder of plots and is none of them. Errors are ignored: a plot of an earlier call remains.
void remove_old_plots(const fs::path& plots, const std::set<fs::path>& drawn) {
  std::error_code error;
  for (const std::string& name : names_in(plots.string(), error))
    if (!drawn.contains(name)) fs::remove_all(plots / name, error);
}

// The plots of earlier calls that this call does not draw are removed at the end. Until then, and if anything fails,
// each plot is the old one or the new one.
void write_plots(const std::vector<Figure>& figures, Folder& folder) {
  const fs::path plots = folder.path() / "plots";
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(plots, error)) || figures.empty()) fs::remove_all(plots, error);
  std::set<fs::path> drawn;
  for (const Figure& figure : figures) {
    const fs::path name = figure.stem + ".svg";
    folder.put("plots" / name, pictures::svg(figure));
    drawn.insert(name);
  }
  remove_old_plots(plots, drawn);
}

void write_page(Environment& environment, const Subject& subject, const ExperimentResults& results, const Facts& facts,
                std::vector<Figure> figures, Folder& folder) {
  constexpr const char* kName = "report.html";
  const FileRead library = plotting_library(subject.options, figures);
  if (library.error != 0) return folder.lose(kName, library.error);
  folder.put(kName, report_page(environment, subject, results, facts, std::move(figures), library.bytes));
}

void warn_of_values_left_out(const std::vector<Figure>& figures, const design::Experiment& experiment,
                             diag::Sink& sink) {
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (figures[i].left_out == 0) continue;
    sink.report(Code::W0328, experiment.plots[i].span, "y",
                fmt::format("{} of {}", count_text(figures[i].left_out), counted_text(figures[i].values, "value")))
        .help("leave `log y` out to see all of them");
  }
}

}  // namespace

Facts facts_of(const Subject& subject, const TraceReading& reading, const StudyPlan& plan) {
  return [subject, &reading, &plan](const TakeFact& take) {
    take_facts_of_call(subject, reading, take);
    take_hashes(plan, take);
    for (const auto& [path, digest] : plan.digests) take("trace " + path, [&] { return digest; });
  };
}

bool write_results(Environment& environment, const Subject& subject, const ExperimentResults& results,
                   const TraceReading& reading, const std::string& folder) {
  Folder files(folder);
  const Facts facts = facts_of(subject, reading, *results.plan);
  files.put("results.csv", [&](const std::string& path) {
    return put_pieces(path, [&](const WritePiece& write) { return write_csv(results.table, write); });
  });
  files.put("results.json", [&](const std::string& path) {
    return put_pieces(
        path, [&](const WritePiece& write) { return write_json(results.table, results.outcomes, facts, write); });
  });
  std::vector<Figure> drawn = figures(results.table);
  write_plots(drawn, files);
  warn_of_values_left_out(drawn, subject.experiment, environment.sink);
  write_page(environment, subject, results, facts, std::move(drawn), files);
  copy_sources(environment.sources, subject.checked, files);
  return files.tell(environment.sink);
}

void tell_failed(Environment& environment, const Subject& subject, const Table& table, Failed failed_before) {
  const std::uint64_t failed = table.count(RunState::kFailed);
  if (failed == 0) return;
  constexpr std::size_t kMostShown = 5;
  const std::uint64_t made = failed + table.count(RunState::kDone);
  auto& diagnostic = environment.sink.report(Code::E0610, table.experiment->span, failed, made);
  std::set<std::string> told;
  std::string first;
  for (std::size_t i = 0; i < table.size() && told.size() != kMostShown; ++i) {
    const std::string failure = table.failure(i);
    if (failure.empty() || !told.insert(failure).second) continue;
    const std::uint64_t point = i / table.experiment->seeds;
    if (first.empty()) first = command_of(subject, i);
    diagnostic.note({}, fmt::format("point {} ({}): {}", point,
                                    text(*table.experiment, places_of(*table.experiment, point)), failure));
  }
  diagnostic.help(fmt::format(
      "`{}` shows the first one completely; {} repeats the failed runs", first,
      failed_before == Failed::kRepeat ? "the same call as before" : "running the experiment with the same `-o`"));
}

}  // namespace ssd::study
