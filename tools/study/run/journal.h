// What the runs of an experiment have found, kept in a file of its folder as they end: a second call takes what is
// there. A line is a run, with a checksum: text that one can look at.
//
// Invariants: what is found here is what was kept, or it is not there; a process that is stopped at any moment loses
// the line it writes at most; one process at a time writes.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "runtime/base/descriptor.h"
#include "runtime/base/diag/diag.h"
#include "runtime/cache/cache.h"
#include "tools/study/table.h"

namespace ssd::study {

struct JournalEntry {
  Run run;             // done or failed
  double seconds = 0;  // that it took
};

// What it is of, in one line: "`Ways` of `x.ssd` over ways, order", with the names of varied params.
std::string journal_subject(const design::Experiment& experiment, const std::string& file);
// Whether results of one may go on as those of the other: an experiment whose axes are edited stays what it is while it
// has at least its old ones, or some of them and no new one.
bool is_same_experiment(const std::string& subject, const std::string& found);

class Journal {
 public:
  // What a text holds: lines that are damaged are counted and left out; of several runs with one key the last counts. A
  // last line without its end is none: that process was stopped.
  struct Contents {
    bool foreign = false, other_version = false;  // no journal at all; one that this version does not read
    std::string subject;                          // of the experiment; empty: there is no journal
    std::map<std::string, JournalEntry> entries;
    std::uint64_t damaged = 0;
    std::uint64_t whole_bytes = 0;  // up to the end of the last whole line
  };
  static Contents parse(const std::string& text);
  // False after an error: the folder is somebody else's, or cannot be written.
  static bool may_be_used(const std::string& folder, const std::string& subject, diag::Sink& sink);
  // What open() would find and tell, without a lock and without writing anything: an absent file is an empty journal.
  // Nothing after an error.
  static std::optional<Contents> look(const std::string& folder, const std::string& subject, diag::Sink& sink);
  static std::string line(const cache::Key& key, const JournalEntry& entry);

  // One that finds nothing and keeps nothing.
  static Journal nowhere() { return {Descriptor(), {}}; }
  // Makes the folder and takes the lock. Nothing after a diagnostic.
  static std::optional<Journal> open(const std::string& folder, const std::string& subject, diag::Sink& sink);

  const JournalEntry* find(const cache::Key& key) const;
  const std::map<std::string, JournalEntry>& entries() const { return contents_.entries; }
  // 0, or the system's error.
  int append(const cache::Key& key, const JournalEntry& entry);
  // To the disk, so that a machine that stops loses little.
  int sync();

 private:
  Journal(Descriptor file, Contents contents) : file_(std::move(file)), contents_(std::move(contents)) {}
  int begin(const std::string& subject);
  int write(const std::string& text);
  Descriptor file_;
  Contents contents_;
};

}  // namespace ssd::study
