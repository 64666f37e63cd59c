// The file of a journal: see journal.h.
#include "tools/ssdc/experiment/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/results/quantity.h"
#include "tools/ssdc/experiment/journal_head.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;
using diag::Code;

std::string place_in(const std::string& folder) { return (fs::path(folder) / "journal").string(); }

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

constexpr const char* kOtherFolder = "name another folder: `-o DIR`";

void refuse_folder(const std::string& folder, int error, diag::Sink& sink) {
  const bool full = error == ENOSPC || error == EDQUOT;
  sink.report(Code::E0606, {}, folder, std::strerror(error)).help(full ? "make room there, or name a folder on another disk: `-o DIR`" : kOtherFolder);
}

// A folder that holds something, and not the results of an experiment, is somebody else's.
bool is_for_results(const std::string& folder, diag::Sink& sink) {
  std::error_code error;
  const bool has_journal = fs::exists(place_in(folder), error);
  const bool foreign = has_journal ? Journal::look(folder).foreign : fs::is_directory(folder, error) && !fs::is_empty(folder, error);
  if (foreign) sink.report(Code::E0604, {}, folder, "no experiment").help("name a folder that is empty or not there yet: `-o DIR`");
  return !foreign;
}

// As kernels without flock() on some file systems say; there is nothing to guard against then that could be seen.
bool is_locked_by_another(int file) { return ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; }

}  // namespace

std::string journal_subject(const std::string& experiment, const std::string& file) {
  return fmt::format("`{}` of `{}`", experiment, fs::path(file).filename().string());
}

Journal::Contents Journal::look(const std::string& folder) { return parse(text_of(place_in(folder))); }

std::optional<Journal> Journal::open(const std::string& folder, const std::string& subject, diag::Sink& sink) {
  if (!is_for_results(folder, sink)) return std::nullopt;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return refuse_folder(folder, error.value(), sink), std::nullopt;
  Descriptor file(::open(place_in(folder).c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file.is_open()) return refuse_folder(folder, errno, sink), std::nullopt;
  if (is_locked_by_another(file.value())) {
    sink.report(Code::E0605, {}, folder).help("wait until it has ended, or name another folder: `-o DIR`");
    return std::nullopt;
  }
  Journal journal(std::move(file), look(folder));
  const Contents& found = journal.contents_;
  if (!found.subject.empty() && found.subject != subject) {
    sink.report(Code::E0604, {}, folder, found.subject).help(kOtherFolder);
    return std::nullopt;
  }
  if (found.other_version) sink.report(Code::W0600, {}, folder).help("nothing needs to be done; with `-o DIR` the old one stays");
  if (found.damaged != 0)
    sink.report(Code::W0601, {}, results::counted_text(found.damaged, "line"), folder, found.damaged == 1 ? "is" : "are").help("nothing needs to be done: what is missing runs again");
  if (const int failed = journal.begin(subject); failed != 0) return refuse_folder(folder, failed, sink), std::nullopt;
  return journal;
}

// So that what follows begins a line.
int Journal::begin(const std::string& subject) {
  if (contents_.other_version) contents_ = {};
  if (::ftruncate(file_.value(), static_cast<off_t>(contents_.whole_bytes)) != 0) return errno;
  return contents_.subject.empty() ? write(journal_head(subject)) : 0;
}

const JournalEntry* Journal::find(const cache::Key& key) const {
  const auto found = contents_.entries.find(key.text());
  return found == contents_.entries.end() ? nullptr : &found->second;
}

int Journal::append(const cache::Key& key, const JournalEntry& entry) { return write(line(key, entry)); }

int Journal::write(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(file_.value(), text.data() + at, text.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    at += static_cast<std::size_t>(written);
  }
  return 0;
}

int Journal::sync() { return ::fdatasync(file_.value()) == 0 ? 0 : errno; }

}  // namespace ssd::cli
