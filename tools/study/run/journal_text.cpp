// The lines of a journal: see journal.h.
//   CHECKSUM KEY done SECONDS OVERLOAD VALUE… ; TIME:COUNT… ; TIME:COUNT… ; TIME:COUNT… ; NOTE…
// The distributions are of writes, reads and trims. OVERLOAD is in ns, or `-` without overload. Of a note all but
// letters and digits is %XX.
//   CHECKSUM KEY failed SECONDS MESSAGE
// In a NOTE every character except letters and digits is written as %XX.
#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <iterator>

#include "runtime/abi/metrics.h"
#include "tools/study/run/journal.h"
#include "tools/study/run/journal_head.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::study {
namespace {

constexpr std::string_view kDone = "done", kFailed = "failed", kBetween = ";", kNone = "-";
constexpr std::string_view kMark = "ssdc journal ";
constexpr std::size_t kHalfKey = 16;  // digits

std::string checked_line(const std::string& text) {
  return fmt::format("{:016x} {}\n", XXH3_64bits(text.data(), text.size()), text);
}

// Iterates over the words of a line.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  std::string_view next() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return word;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

template <class Number>
std::optional<Number> number(std::string_view word) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

std::optional<Bucket> bucket(std::string_view word) {
  const std::size_t colon = std::min(word.find(':'), word.size());
  const auto time = number<std::uint64_t>(word.substr(0, colon)),
             count = number<std::uint64_t>(word.substr(std::min(colon + 1, word.size())));
  return time && count ? std::optional(Bucket{*time, *count}) : std::nullopt;
}

bool read_distribution(Words& words, Distribution& distribution) {
  for (std::string_view word = words.next(); !word.empty() && word != kBetween; word = words.next()) {
    const auto found = bucket(word);
    if (!found) return false;
    distribution.push_back(*found);
  }
  return true;
}

std::string as_word(const std::string& note) {
  std::string word;
  for (const char c : note) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0)
      word += c;
    else
      fmt::format_to(std::back_inserter(word), "%{:02x}", byte);
  }
  return word;
}

std::optional<std::string> note_of(std::string_view word) {
  std::string note;
  while (!word.empty()) {
    const bool coded = word.front() == '%';
    unsigned char byte = static_cast<unsigned char>(word.front());
    if (coded &&
        (word.size() < 3 || std::from_chars(word.data() + 1, word.data() + 3, byte, 16).ptr != word.data() + 3))
      return std::nullopt;
    note += static_cast<char>(byte);
    word.remove_prefix(coded ? 3 : 1);
  }
  return note;
}

bool read_notes(Words& words, Run& run) {
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    auto note = note_of(word);
    if (!note) return false;
    run.notes.push_back(std::move(*note));
  }
  return true;
}

bool read_overload(Words& words, Run& run) {
  const std::string_view word = words.next();
  if (word != kNone) run.overload = number<std::uint64_t>(word);
  return word == kNone || run.overload;
}

bool read_numbers(Words& words, Run& run) {
  for (std::string_view word = words.next(); word != kBetween; word = words.next()) {
    const auto value = number<double>(word);
    if (!value) return false;
    run.values.push_back(*value);
  }
  for (Distribution& distribution : run.responses) {
    if (!read_distribution(words, distribution)) return false;
  }
  // Those of the run, and those of each flow.
  return read_notes(words, run) && !run.values.empty() && run.values.size() % metrics::metric_rows().size() == 0;
}

std::optional<JournalEntry> entry_of(Words& words) {
  JournalEntry entry;
  const std::string_view how = words.next();
  const auto seconds = number<double>(words.next());
  if (!seconds) return std::nullopt;
  entry.seconds = *seconds;
  entry.run.state = how == kDone ? RunState::kDone : RunState::kFailed;
  if (how == kFailed)
    entry.run.failure = words.rest();
  else if (how != kDone || !read_overload(words, entry.run) || !read_numbers(words, entry.run))
    return std::nullopt;
  return entry;
}

std::optional<cache::Key> key_of_word(std::string_view word) {
  cache::Key key;
  const char* const middle = word.data() + kHalfKey;
  const bool is_key = word.size() == 2 * kHalfKey && std::from_chars(word.data(), middle, key.high, 16).ptr == middle &&
                      std::from_chars(middle, middle + kHalfKey, key.low, 16).ptr == middle + kHalfKey;
  return is_key ? std::optional(key) : std::nullopt;
}

// The text after a line's checksum, or nothing if the checksum is wrong.
std::optional<std::string_view> sound(std::string_view line) {
  constexpr std::size_t kDigits = 16;
  if (line.size() <= kDigits) return std::nullopt;
  std::uint64_t stated = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + kDigits, stated, 16);
  const std::string_view text = line.substr(kDigits + 1);
  const bool holds =
      error == std::errc() && end == line.data() + kDigits && stated == XXH3_64bits(text.data(), text.size());
  return holds ? std::optional(text) : std::nullopt;
}

}  // namespace

std::string journal_head(const std::string& subject) {
  std::string names;
  for (const metrics::MetricRow& row : metrics::metric_rows()) names += std::string(row.name) + '\n';
  return fmt::format("{}3, metrics {}: ", kMark, cache::key_of({names}).text()) + subject + '\n';
}

std::string Journal::line(const cache::Key& key, const JournalEntry& entry) {
  const bool done = entry.run.state == RunState::kDone;
  std::string text = fmt::format("{} {} {}", key.text(), done ? kDone : kFailed, entry.seconds);
  if (!done) {
    text += ' ' + entry.run.failure;
    std::ranges::replace(text, '\n', ' ');
    return checked_line(text);
  }
  const auto out = std::back_inserter(text);
  text += ' ';
  text += entry.run.overload ? std::to_string(*entry.run.overload) : kNone;
  for (const double value : entry.run.values) fmt::format_to(out, " {}", value);
  for (const Distribution& distribution : entry.run.responses) {
    text += " ;";
    for (const Bucket& b : distribution) fmt::format_to(out, " {}:{}", b.time, b.count);
  }
  if (!entry.run.notes.empty()) text += " ;";
  for (const std::string& note : entry.run.notes) text += ' ' + as_word(note);
  return checked_line(text);
}

std::optional<std::pair<cache::Key, JournalEntry>> Journal::entry(std::string_view line) {
  const auto text = sound(line);
  if (!text) return std::nullopt;
  Words words(*text);
  const auto key = key_of_word(words.next());
  auto found = key ? entry_of(words) : std::nullopt;
  return found ? std::optional(std::pair(*key, std::move(*found))) : std::nullopt;
}

void JournalReader::take(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    if (end == std::string_view::npos) {
      begun_ += piece;
      return;
    }
    if (begun_.empty()) {
      line(piece.substr(0, end));
    } else {
      begun_ += piece.substr(0, end);
      line(begun_);
      begun_.clear();
    }
    piece.remove_prefix(end + 1);
  }
}

void JournalReader::head(std::string_view line) {
  const std::string of_this_version = journal_head("");
  const std::string_view prefix = std::string_view(of_this_version).substr(0, of_this_version.size() - 1);
  has_head_ = true;
  found_.foreign = !line.starts_with(kMark);
  found_.other_version = !line.starts_with(prefix);
  if (!found_.other_version) found_.subject = line.substr(prefix.size());
}

void JournalReader::line(std::string_view line) {
  const std::uint64_t begin = found_.whole_bytes;
  found_.whole_bytes += line.size() + 1;
  if (!has_head_) return head(line);
  if (found_.other_version) return;
  if (const auto entry = Journal::entry(line))
    found_.runs.put(entry->first, {.begin = begin,
                                   .size = static_cast<std::uint32_t>(line.size()),
                                   .done = entry->second.run.state == RunState::kDone,
                                   .seconds = entry->second.seconds});
  else
    ++found_.damaged;
}

Journal::Contents JournalReader::contents() {
  if (!has_head_) found_.foreign = !kMark.starts_with(std::string_view(begun_).substr(0, kMark.size()));
  return std::move(found_);
}

Journal::Contents Journal::parse(std::string_view text) {
  JournalReader reader;
  reader.take(text);
  return reader.contents();
}

}  // namespace ssd::study
