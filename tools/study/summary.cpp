// See summary.h.
#include "tools/study/summary.h"

#include <fmt/format.h>

#include <array>

#include "runtime/base/counts.h"
#include "runtime/base/shown_text.h"
#include "tools/study/run_notes.h"
#include "tools/study/summary_table.h"

namespace ssd::study {
namespace {

// What the summary says about an expectation, and the words for several of them: "2 hold".
enum class Saying : std::uint8_t { kHolds, kFails, kUndecided, kFailsAsKnown, kHoldsAgainstKnown };
struct SayingWords {
  std::string_view of_one, counted_one, counted_more;
};
constexpr std::array kWords{
    SayingWords{"holds", "holds", "hold"}, SayingWords{"FAILS", "FAILS", "FAIL"},
    SayingWords{"undecided", "undecided", "undecided"},
    SayingWords{"fails as known", "fails as known", "fail as known"},
    SayingWords{"holds now", "holds now, although known to fail", "hold now, although known to fail"}};
constexpr std::size_t kWordWidth = 14;
const SayingWords& word(Saying saying) { return kWords.at(static_cast<std::size_t>(saying)); }

Saying saying_of(const design::Expectation& claim, const Outcome& outcome) {
  const bool known = !claim.known.empty();
  switch (outcome.verdict) {
    case Verdict::kHolds: return known ? Saying::kHoldsAgainstKnown : Saying::kHolds;
    case Verdict::kFails: return known ? Saying::kFailsAsKnown : Saying::kFails;
    case Verdict::kUndecided: break;
  }
  return Saying::kUndecided;
}

std::string head(const Table& table) {
  const design::Experiment& e = *table.experiment;
  std::string text = fmt::format("{}: {}", e.name, counted_text(e.points(), "point"));
  if (e.seeds > 1) text += fmt::format(" x {}", counted_text(e.seeds, "seed"));
  if (e.only_ftl) text += " without a clock";
  const std::uint64_t done = table.count(RunState::kDone), failed = table.count(RunState::kFailed),
                      missing = table.count(RunState::kMissing);
  text += fmt::format(", {} of {} done", count_text(done), counted_text(table.size(), "run"));
  if (failed != 0) text += fmt::format(", {} failed", count_text(failed));
  if (missing != 0) text += fmt::format(", {} missing", count_text(missing));
  if (const std::uint64_t overloaded = table.count_overloaded(); overloaded != 0)
    text += fmt::format(", {} overloaded", count_text(overloaded));
  return text + (e.seeds > 1 ? "; mean ± 95 % confidence interval over seeds\n" : "\n");
}

// For example "2 hold, 1 FAILS".
std::string tally(const std::vector<design::Expectation>& claims, const std::vector<Outcome>& outcomes) {
  std::array<std::uint64_t, kWords.size()> counts{};
  for (std::size_t i = 0; i < claims.size(); ++i) ++counts[static_cast<std::size_t>(saying_of(claims[i], outcomes[i]))];
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count_text(counts[i]),
                        counts[i] == 1 ? kWords[i].counted_one : kWords[i].counted_more);
  }
  return text;
}

// By how much a comparison holds or fails.
std::string by_how_much(const Outcome& outcome) {
  if (!outcome.margin || *outcome.margin == 0) return {};
  return fmt::format(", {} {}", *outcome.margin > 0 ? "by" : "missed by", margin_text(*outcome.margin));
}

std::string expectation_text(const design::Expectation& claim, const Outcome& outcome) {
  std::string text =
      fmt::format("  {:<{}}  {}\n", word(saying_of(claim, outcome)).of_one, kWordWidth, printable(claim.title));
  const auto line = [&](const std::string& more) { text += fmt::format("  {:{}}  {}\n", "", kWordWidth, more); };
  if (!outcome.values.empty()) line(outcome.values + by_how_much(outcome));
  for (const std::string& where : outcome.where) line("not at " + where);
  if (!outcome.reason.empty()) line("because " + outcome.reason);
  if (!claim.known.empty()) line("known: " + printable(claim.known));
  return text;
}

}  // namespace

std::string summary_text(const Table& table, const std::vector<Outcome>& outcomes) {
  const std::vector<design::Expectation>& claims = table.experiment->expectations;
  std::string text = head(table) + "\n" + measured_text(table);
  const std::vector<std::string> notes = run_note_texts(table);
  for (std::size_t i = 0; i < notes.size(); ++i) text += fmt::format("{}note: {}\n", i == 0 ? "\n" : "", notes[i]);
  if (claims.empty()) return text;
  text += fmt::format("\n{}: {}\n", counted_text(claims.size(), "expectation"), tally(claims, outcomes));
  for (std::size_t i = 0; i < claims.size(); ++i) text += expectation_text(claims[i], outcomes[i]);
  return text;
}

}  // namespace ssd::study
