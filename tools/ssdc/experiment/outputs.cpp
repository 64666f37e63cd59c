// See outputs.h. Files first, then what is said: who reads "fails" finds the numbers.
#include "tools/ssdc/experiment/outputs.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <set>

#include "compiler/source/words.h"
#include "runtime/experiment/claims.h"
#include "runtime/results/quantity.h"
#include "tools/ssdc/output_file.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;
using diag::Code;
using experiment::RunState;
using experiment::Verdict;
using results::counted_text;

constexpr std::array kVerdicts{Word{"holds", Verdict::kHolds}, Word{"fails", Verdict::kFails}, Word{"undecided", Verdict::kUndecided}};

// The .ssd as run, and what it imports from beside it.
bool copy_sources(Session& session, const Session::Opened& opened, const std::string& folder) {
  const fs::path root = fs::path(opened.checked.path).parent_path();
  for (FileId id = 1; id <= session.sources.count(); ++id) {
    const SourceFile& file = session.sources.file(id);
    const fs::path relative = fs::path(file.path()).lexically_relative(root.empty() ? "." : root);
    const fs::path named = root.empty() ? fs::path(file.path()) : relative;
    const bool is_own = named.extension() == ".ssd" && !named.empty() && named.is_relative() && *named.begin() != "..";
    if (!is_own) continue;
    const fs::path target = fs::path(folder) / "source" / named;
    std::error_code error;
    fs::create_directories(target.parent_path(), error);
    if (!write_file(target.string(), std::string(file.text()), session.sink)) return false;
  }
  return true;
}

std::string shown(const experiment::Outcome& outcome) {
  std::string text = outcome.verdict == Verdict::kUndecided ? outcome.reason : outcome.values;
  if (outcome.margin) text += fmt::format("{}margin {:+.1f} %", text.empty() ? "" : "; ", *outcome.margin * 100);
  return text;
}

std::string claim_text(const design::Expectation& claim, const experiment::Outcome& outcome) {
  std::string text = fmt::format("  {:<10} {}: {}\n", word_for(kVerdicts, outcome.verdict), claim.title, shown(outcome));
  for (const std::string& where : outcome.where) text += fmt::format("  {:<10}   at {}\n", "", where);
  if (!claim.known.empty()) {
    const bool fails = outcome.verdict == Verdict::kFails;
    text += fmt::format("  {:<10}   {}: {}\n", "", fails ? "known" : "it was known to fail", claim.known);
  }
  return text;
}

// What nobody asked to be run leaves a claim open without being wrong.
bool is_failure(const design::Expectation& claim, const experiment::Outcome& outcome, bool whole) {
  if (outcome.verdict == Verdict::kUndecided) return whole && claim.known.empty();
  return experiment::counts_as_failure(claim, outcome);
}

// The first of each kind, with the point.
void tell_failed(Session& session, const Finished& finished) {
  const experiment::Table& table = finished.table;
  const std::uint64_t failed = table.count(RunState::kFailed);
  if (failed == 0) return;
  constexpr std::size_t kMostShown = 5;
  const std::uint64_t made = failed + table.count(RunState::kDone);
  auto& diagnostic = session.sink.report(Code::E0610, table.experiment->span, failed, made);
  std::set<std::string> told;
  for (std::size_t i = 0; i < table.runs.size(); ++i) {
    const experiment::Run& run = table.runs[i];
    if (run.state != RunState::kFailed || told.size() == kMostShown || !told.insert(run.failure).second) continue;
    const std::uint64_t point = i / table.experiment->seeds;
    diagnostic.note({}, fmt::format("point {} ({}): {}", point + 1, experiment::text(*table.experiment, experiment::places_of(*table.experiment, point)), run.failure));
  }
  diagnostic.help("`ssdc run FILE:DESIGN -D param=value` shows one of them whole; the same call runs the failed ones again");
}

std::string head(const Finished& finished) {
  const experiment::Table& table = finished.table;
  const std::uint64_t failed = table.count(RunState::kFailed), missing = table.count(RunState::kMissing);
  std::string text = fmt::format("{}: {}, {}: {} done", table.experiment->name, counted_text(table.experiment->points(), "point"),
                                 counted_text(table.runs.size(), "run"), table.count(RunState::kDone));
  if (failed != 0) text += fmt::format(", {} failed", failed);
  if (missing != 0) text += fmt::format(", {} not run", missing);
  return text + '\n';
}

}  // namespace

bool put_out(Session& session, const Session::Opened& opened, const Finished& finished) {
  const bool written = copy_sources(session, opened, finished.folder);
  const bool whole = finished.table.count(RunState::kMissing) == 0;
  std::string text = head(finished);
  bool fails = false;
  for (const design::Expectation& claim : finished.table.experiment->expectations) {
    const experiment::Outcome outcome = experiment::evaluate(finished.table, claim);
    fails = fails || is_failure(claim, outcome, whole);
    text += claim_text(claim, outcome);
  }
  fmt::print("{}results in {}\n", text, finished.folder);
  session.printed = true;
  tell_failed(session, finished);
  if (fails && !session.sink.has_errors()) session.exit_code = kExpectationFailed;
  return written;
}

}  // namespace ssd::cli
