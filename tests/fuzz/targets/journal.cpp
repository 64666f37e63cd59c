// Fuzz target: a journal of an experiment. Runs are made from the bytes and written as lines; some of the lines are
// then damaged, or lines of other bytes come between them. Every undamaged line is read as it was stored, and every
// other one is counted as damaged. Then the rest of the bytes, as lines with right checksums: what is accepted can be
// written and read again.
#include "tools/study/run/journal.h"

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <cmath>
#include <map>

#include "runtime/abi/metrics.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"
#include "tools/study/run/journal_head.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::fuzz {
namespace {

using study::Journal;
using study::JournalEntry;
using study::RunState;

constexpr std::size_t kMostLines = 8;

bool same(double a, double b) {
  return std::bit_cast<u64>(a) == std::bit_cast<u64>(b) || (std::isnan(a) && std::isnan(b));
}

bool same(const study::Distribution& a, const study::Distribution& b) {
  return std::ranges::equal(a, b,
                            [](study::Bucket x, study::Bucket y) { return x.time == y.time && x.count == y.count; });
}

bool same(const JournalEntry& a, const JournalEntry& b) {
  const study::Run &x = a.run, &y = b.run;
  return same(a.seconds, b.seconds) && x.state == y.state && x.failure == y.failure && x.notes == y.notes &&
         x.overload == y.overload &&
         std::ranges::equal(x.values, y.values, [](double v, double w) { return same(v, w); }) &&
         std::ranges::equal(x.responses, y.responses, [](const auto& v, const auto& w) { return same(v, w); });
}

JournalEntry entry_from(Input& input) {
  JournalEntry entry;
  const u64 how = input.byte();
  entry.seconds = static_cast<double>(input.number(2)) / 7;
  if (how % 4 == 0) {
    entry.run.state = RunState::kFailed;
    entry.run.failure = input.text(input.below(32));
    std::ranges::replace(entry.run.failure, '\n', ' ');  // a message is one line
    return entry;
  }
  entry.run.state = RunState::kDone;
  for (std::size_t i = 0; i < metrics::metric_rows().size(); ++i)
    entry.run.values.push_back(i < how / 8 ? std::bit_cast<double>(input.number(8)) : 0.5);
  for (study::Distribution& distribution : entry.run.responses) {
    for (u64 left = input.below(4); left != 0; --left) distribution.push_back({input.number(8), input.number(2)});
  }
  for (u64 left = input.below(3); left != 0; --left)
    entry.run.notes.emplace_back("n").append(input.text(input.below(16)));
  if (how % 2 != 0) entry.run.overload = input.number(8);
  return entry;
}

// A line with the checksum that it must have.
std::string sealed(std::string_view text) {
  return fmt::format("{:016x} {}\n", XXH3_64bits(text.data(), text.size()), text);
}

std::string head() { return study::journal_head("`E` of `x.ssd` over a"); }

// Alters one byte that means something: the blank behind the checksum does not, nor does the case of its digits.
void damage(std::string& line, Input& input) {
  constexpr std::size_t kBlank = 16;
  std::size_t at = input.number(2) % (line.size() - 1);
  if (at == kBlank) ++at;
  const char before = line[at];
  line[at] = static_cast<char>(input.byte());
  const bool alike =
      std::tolower(static_cast<unsigned char>(line[at])) == std::tolower(static_cast<unsigned char>(before));
  if (alike || line[at] == '\n') line[at] = before == '#' ? '+' : '#';
}

std::optional<std::pair<cache::Key, JournalEntry>> entry_at(std::string_view text, const study::KeptRun& kept) {
  return Journal::entry(text.substr(kept.begin, kept.size));
}

// Whether the journal is found as `whole` if it comes in pieces.
bool same_in_pieces(std::string_view text, const Journal::Contents& whole, Input& input) {
  study::JournalReader reader;
  const std::size_t most = 1 + input.number(2);
  for (; !text.empty(); text.remove_prefix(std::min(most, text.size()))) reader.take(text.substr(0, most));
  const Journal::Contents found = reader.contents();
  bool same_runs = found.runs.size() == whole.runs.size();
  found.runs.each([&](const cache::Key& key, const study::KeptRun& run) {
    const auto other = whole.runs.find(key);
    same_runs = same_runs && other && other->begin == run.begin && other->size == run.size && other->done == run.done;
  });
  return same_runs && found.subject == whole.subject && found.damaged == whole.damaged &&
         found.whole_bytes == whole.whole_bytes;
}

std::string broken_after_damage(Input& input) {
  std::string text = head();
  std::map<cache::Key, JournalEntry> stored;
  u64 damaged = 0;
  for (u64 left = input.below(kMostLines); left != 0; --left) {
    const cache::Key key{input.byte(), damaged + left};
    const JournalEntry entry = entry_from(input);
    std::string line = Journal::line(key, entry);
    if (input.below(4) == 0) {
      damage(line, input);
      ++damaged;
    } else {
      stored[key] = entry;
    }
    text += line;
  }
  const std::string_view unfinished = "an unfinished line";
  if (input.below(2) == 0) text += unfinished;
  const Journal::Contents read = Journal::parse(text);
  if (read.foreign || read.other_version) return "a journal is not recognised";
  if (read.damaged != damaged) return fmt::format("{} lines were damaged, {} counted", damaged, read.damaged);
  if (read.runs.size() != stored.size()) return "an undamaged line was lost, or a damaged one read";
  for (const auto& [key, entry] : stored) {
    const auto kept = read.runs.find(key);
    if (!kept) return "a line was read as another run";
    const auto found = entry_at(text, *kept);
    if (!found || found->first != key || !same(found->second, entry)) return "a line was read as another run";
  }
  return same_in_pieces(text, read, input) ? "" : "the same journal in pieces is another one";
}

std::string broken_lines(std::string_view bytes) {
  Journal::parse(std::string(bytes));
  std::string text = head();
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    text += sealed(fmt::format("{} {}", cache::Key{1, at}.text(), bytes.substr(at, end - at)));
    at = end + 1;
  }
  std::string broken;
  Journal::parse(text).runs.each([&](const cache::Key& key, const study::KeptRun& kept) {
    const auto found = entry_at(text, kept);
    if (!found || found->first != key) {
      broken = "an accepted line cannot be read";
      return;
    }
    const std::string line = Journal::line(key, found->second);
    const auto again = Journal::entry(std::string_view(line).substr(0, line.size() - 1));
    if (!again || again->first != key || !same(again->second, found->second))
      broken = "an accepted line was written as another one: " + line;
  });
  return broken;
}

}  // namespace

std::string broken_by_journal(std::string_view bytes) {
  Input input(bytes);
  const std::string broken = broken_after_damage(input);
  return broken.empty() ? broken_lines(input.rest()) : broken;
}

}  // namespace ssd::fuzz
