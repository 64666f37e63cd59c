// See journal.h: the file of a journal.
#include "tools/study/run/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>

#include "runtime/base/folder_names.h"
#include "runtime/base/input_file.h"
#include "runtime/base/quantity.h"
#include "tools/study/run/journal_head.h"

namespace ssd::study {
namespace {

namespace fs = std::filesystem;
using diag::Code;

constexpr const char* kFile = "journal";

constexpr std::string_view kOver = "` over ";  // stands between the names and the axes of a subject

void refuse(const JournalPlace& place, int error, diag::Sink& sink) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  const std::string elsewhere = place.is_alone() ? "a file on another disk" : "a folder on another disk: `-o DIR`";
  const bool lacks_folder = error == ENOENT && place.is_alone();
  sink.report(Code::E0606, {}, place.name(), std::strerror(error))
      .help(full           ? "make room there, or name " + elsewhere
            : lacks_folder ? fmt::format("make the folder `{}` first, or {}", place.folder(), place.other())
                           : place.other());
}

// What the journal there holds: nothing if there is none. No value after an error. A journal of which only a part can
// be read must not be taken for a shorter one, as the rest would then be cut off.
std::optional<Journal::Contents> contents_of(const JournalLines& lines, const JournalPlace& place, diag::Sink& sink) {
  JournalReader reader;
  const int error = lines.read_all([&](std::string_view piece) { reader.take(piece); });
  if (error == 0) return reader.contents();
  refuse(place, error, sink);
  return std::nullopt;
}

// No lines after an error; those of an absent file are none.
std::optional<JournalLines> lines_at(const JournalPlace& place, diag::Sink& sink) {
  Descriptor file(::open(place.file().c_str(), O_RDONLY | O_CLOEXEC));
  if (file.is_open()) return JournalLines(std::move(file));
  if (errno == ENOENT || errno == ENOTDIR) return JournalLines();
  refuse(place, errno, sink);
  return std::nullopt;
}

// Only the first line: what follows may be a gigabyte.
std::optional<Journal::Contents> head_at(const JournalPlace& place, diag::Sink& sink) {
  const FileRead read = read_file(place.file(), ReadUpTo::kLineEnd);
  const bool is_absent = read.error == ENOENT || read.error == ENOTDIR;
  if (read.error == 0 || is_absent) return Journal::parse(read.bytes);
  refuse(place, read.error, sink);
  return std::nullopt;
}

// Whether the journal is a regular file or absent. Reading a pipe or a device might never end.
bool has_plain_journal(const JournalPlace& place, diag::Sink& sink) {
  std::error_code error;
  const fs::file_status status = fs::status(place.file(), error);
  const bool plain = !fs::exists(status) || fs::is_regular_file(status) || status.type() == fs::file_type::unknown;
  if (!plain)
    sink.report(Code::E0606, {}, place.name(),
                place.is_alone() ? "it is not a regular file" : "`journal` in this folder is not a regular file")
        .help(place.other());
  return plain;
}

bool holds_more_than_a_journal(const JournalPlace& place) {
  std::error_code error;
  return !place.is_alone() &&
         std::ranges::any_of(names_in(place.folder(), error), [](const std::string& name) { return name != kFile; });
}

// Whether the folder is empty or has the results of an experiment. Any other folder is rejected, as it is not ours.
bool is_for_results(const JournalPlace& place, const Journal::Contents& found, diag::Sink& sink) {
  const bool has_head = found.other_version || !found.subject.empty();
  const bool foreign = found.foreign || (!has_head && holds_more_than_a_journal(place));
  if (foreign)
    sink.report(Code::E0604, {}, place.name(), "no experiment")
        .help(place.is_alone() ? "name a file that is empty or does not exist yet"
                               : "name a folder that is empty or does not exist yet: `-o DIR`");
  return !foreign;
}

bool is_of(const std::string& subject, const Journal::Contents& found, const JournalPlace& place, diag::Sink& sink) {
  if (found.subject.empty() || is_same_experiment(subject, found.subject)) return true;
  sink.report(Code::E0604, {}, place.name(), found.subject)
      .help(place.other() + "; or remove this one, if its contents are not needed");
  return false;
}

void tell_of_damage(const std::string& folder, const Journal::Contents& found, const char* help, diag::Sink& sink) {
  if (found.damaged == 0) return;
  sink.report(Code::W0601, {}, counted_text(found.damaged, "line"), folder, found.damaged == 1 ? "is" : "are")
      .help(help);
}

void tell_of_state(const JournalPlace& place, const Journal::Contents& found, diag::Sink& sink) {
  if (found.other_version)
    sink.report(Code::W0600, {}, place.name())
        .help(place.is_alone() ? "nothing needs to be done; another file keeps the old one"
                               : "nothing needs to be done; `-o DIR` keeps the old one");
  tell_of_damage(place.name(), found, "nothing needs to be done: the missing runs are repeated", sink);
}

// Why the runs of this journal cannot be put into another one; empty: they can.
std::string why_not_merged(const Journal::Contents& found, const std::string& subject) {
  if (found.other_version) return "its journal was written by another version of ssdc";
  if (found.foreign || found.subject.empty()) return "it holds the results of no experiment";
  return found.subject == subject ? "" : fmt::format("it holds the results of {}, not of {}", found.subject, subject);
}

// The errno with which making or writing the place would fail, as far as that can be checked without trying; 0: it
// would succeed.
int why_unwritable(const JournalPlace& place) {
  const std::string folder = place.folder();
  std::error_code none;
  if (place.is_alone() && !fs::exists(folder, none)) return ENOENT;
  fs::path there = fs::absolute(folder, none);
  while (!fs::exists(there, none) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, none)) return fs::exists(folder, none) ? EEXIST : ENOTDIR;
  if (::access(there.c_str(), W_OK | X_OK) != 0) return errno;
  return fs::exists(place.file(), none) && ::access(place.file().c_str(), R_OK | W_OK) != 0 ? errno : 0;
}

// The names of the varied params in a subject.
std::set<std::string> axes_in(const std::string& subject) {
  std::set<std::string> axes;
  const std::size_t at = subject.rfind(kOver);
  if (at == std::string::npos) return axes;
  std::istringstream names(subject.substr(at + kOver.size()));
  for (std::string name; names >> name;) axes.insert(name.ends_with(',') ? name.substr(0, name.size() - 1) : name);
  return axes;
}

// Only EWOULDBLOCK counts. Some kernels do not support flock() on some file systems; a second process cannot be
// detected there.
bool is_locked_by_another(int file) { return ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; }

JournalLost lost(const char* why) { return JournalLost(fmt::format("the journal cannot be read again: {}", why)); }

}  // namespace

std::string journal_subject(const design::Experiment& experiment, const std::string& file) {
  std::string subject = fmt::format("`{}` of `{}", experiment.name, fs::path(file).filename().string());
  std::string_view before = kOver;
  for (const design::Axis& axis : experiment.axes) {
    if (axis.kind != design::AxisKind::kParam) continue;
    subject.append(before).append(axis.name);
    before = ", ";
  }
  return before == kOver ? subject + '`' : subject;
}

bool is_same_experiment(const std::string& subject, const std::string& found) {
  const auto named = [](const std::string& text) {
    return text.substr(0, std::min(text.rfind(kOver), text.size() - 1));
  };
  const std::set<std::string> now = axes_in(subject), before = axes_in(found);
  const bool grown = std::ranges::includes(now, before), shrunk = !now.empty() && std::ranges::includes(before, now);
  return named(subject) == named(found) && (grown || shrunk);
}

std::string JournalPlace::file() const { return is_alone_ ? name_ : (fs::path(name_) / kFile).string(); }

std::string JournalPlace::folder() const {
  const std::string parent = fs::path(name_).parent_path().string();
  return !is_alone_ ? name_ : parent.empty() ? "." : parent;
}

std::string JournalPlace::other() const {
  return is_alone_ ? "name another file for the journal" : "name another folder: `-o DIR`";
}

std::optional<Journal::Contents> Journal::look(const JournalPlace& place, const std::string& subject,
                                               diag::Sink& sink) {
  if (!may_be_used(place, subject, sink)) return std::nullopt;
  const auto lines = lines_at(place, sink);
  auto found = lines ? contents_of(*lines, place, sink) : std::nullopt;
  if (found) tell_of_state(place, *found, sink);
  return found;
}

std::optional<Journal> Journal::part(const std::string& folder, const std::string& subject, diag::Sink& sink) {
  const JournalPlace place = JournalPlace::in_folder(folder);
  if (!has_plain_journal(place, sink)) return std::nullopt;
  auto lines = lines_at(place, sink);
  auto found = lines ? contents_of(*lines, place, sink) : std::nullopt;
  if (!found) return std::nullopt;
  const std::string why = why_not_merged(*found, subject);
  if (!why.empty()) {
    sink.report(Code::E0611, {}, folder, why).help("leave this folder out, or run its part again");
    return std::nullopt;
  }
  tell_of_damage(folder, *found, "run its part again: that repeats the runs of these lines", sink);
  return Journal(folder, std::move(*lines), std::move(*found));
}

bool Journal::may_be_used(const JournalPlace& place, const std::string& subject, diag::Sink& sink) {
  if (!has_plain_journal(place, sink)) return false;
  const auto head = head_at(place, sink);
  if (!head || !is_for_results(place, *head, sink) || !is_of(subject, *head, place, sink)) return false;
  const int error = why_unwritable(place);
  if (error != 0) refuse(place, error, sink);
  return error == 0;
}

std::optional<Journal> Journal::open(const JournalPlace& place, const std::string& subject, diag::Sink& sink) {
  if (!may_be_used(place, subject, sink)) return std::nullopt;
  std::error_code error;
  if (!place.is_alone()) fs::create_directories(place.folder(), error);
  if (error) return refuse(place, error.value(), sink), std::nullopt;
  Descriptor file(::open(place.file().c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file.is_open()) return refuse(place, errno, sink), std::nullopt;
  if (is_locked_by_another(file.value())) {
    sink.report(Code::E0605, {}, place.name()).help("wait until it ends, or " + place.other());
    return std::nullopt;
  }
  auto found = look(place, subject, sink);
  if (!found) return std::nullopt;
  Journal journal(place.name(), JournalLines(std::move(file)), std::move(*found));
  if (const int failed = journal.begin(subject); failed != 0) return refuse(place, failed, sink), std::nullopt;
  return journal;
}

// Cuts the file after its last whole line, so that the next entry begins a line.
int Journal::begin(const std::string& subject) {
  if (contents_.other_version) contents_ = {};
  if (const int error = lines_.cut(contents_.whole_bytes); error != 0) return error;
  std::uint64_t begin = 0;
  return contents_.subject.empty() ? lines_.append(journal_head(subject), begin) : 0;
}

std::string Journal::line_of(const cache::Key& key) const {
  const KeptRun kept = find(key).value();
  std::string line;
  const int error = lines_.read(kept.begin, kept.size, line);
  if (error != 0) throw lost(std::strerror(error));
  return line;
}

JournalEntry Journal::read(const cache::Key& key) const {
  auto found = entry(line_of(key));
  if (!found || found->first != key) throw lost("another program has changed it");
  return std::move(found->second);
}

int Journal::append(const cache::Key& key, const JournalEntry& entry) {
  const std::string text = line(key, entry);
  return take(text, {{key,
                      {.begin = 0,
                       .size = static_cast<std::uint32_t>(text.size() - 1),
                       .done = entry.run.state == RunState::kDone,
                       .seconds = entry.seconds}}});
}

int Journal::take(std::string_view lines, const RunsInLines& found) {
  std::uint64_t begin = 0;
  const int error = lines_.append(lines, begin);
  for (auto [key, kept] : found) {
    kept.begin += begin;
    if (error == 0) contents_.runs.put(key, kept);
  }
  return error;
}

int Journal::take(const cache::Key& key, const Journal& from) {
  KeptRun kept = *from.find(key);
  kept.begin = 0;
  const std::string line = from.line_of(key);
  if (!entry(line)) throw lost("another program has changed it");
  return take(line + '\n', {{key, kept}});
}

void Journal::release() {
  const int error = lines_.release();
  if (error != 0) throw lost(std::strerror(error));
}

}  // namespace ssd::study
