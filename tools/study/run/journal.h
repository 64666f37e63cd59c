// The journal of an experiment: a file that gets each run's results as soon as the run ends. A second call takes the
// runs that the journal has. Each line is a run with a checksum, in readable text.
//
// Invariants: an entry is found exactly as it was stored, or not at all. A process that is stopped at any moment loses
// at most the line that it is writing. Only one process writes at a time.
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
  double seconds = 0;  // the time that the run took
};

// What the journal belongs to, in one line: "`Ways` of `x.ssd` over ways, order", with the names of the varied params.
std::string journal_subject(const design::Experiment& experiment, const std::string& file);
// Whether the results of `found` may be continued as those of `subject`. An experiment whose axes were edited counts as
// the same if it has at least its old axes, or some of them and no new one.
bool is_same_experiment(const std::string& subject, const std::string& found);

// Where a journal is: the file `journal` in a folder of results, or a file of its own, in a folder of anything.
class JournalPlace {
 public:
  static JournalPlace in_folder(std::string folder) { return {std::move(folder), false}; }
  static JournalPlace alone(std::string file) { return {std::move(file), true}; }
  bool is_alone() const { return is_alone_; }
  const std::string& name() const { return name_; }  // of the folder, or of the file that is alone
  std::string file() const;
  std::string folder() const;
  std::string other() const;  // the way out: name another place

 private:
  JournalPlace(std::string name, bool is_alone) : name_(std::move(name)), is_alone_(is_alone) {}
  std::string name_;
  bool is_alone_ = false;
};

class Journal {
 public:
  // The parsed journal. Damaged lines are counted and skipped. If several lines have the same key, the last one counts.
  // A last line without a line end is ignored: the process was stopped while it wrote that line.
  struct Contents {
    // `foreign`: the text is not a journal; `other_version`: it is one that this version cannot read.
    bool foreign = false, other_version = false;
    std::string subject;  // of the experiment; empty: there is no journal
    std::map<std::string, JournalEntry> entries;
    std::uint64_t damaged = 0;
    std::uint64_t whole_bytes = 0;  // up to the end of the last whole line
  };
  static Contents parse(const std::string& text);
  // Whether the place may hold this experiment. False after an error: it has other contents, or cannot be written.
  static bool may_be_used(const JournalPlace& place, const std::string& subject, diag::Sink& sink);
  // What open() would find and report, but without the lock and without writing anything: an absent file is an empty
  // journal. Returns nothing after an error.
  static std::optional<Contents> look(const JournalPlace& place, const std::string& subject, diag::Sink& sink);
  // The journal of a folder that is only read. Returns nothing after an error: it has none of this experiment, or one
  // that this version cannot read.
  static std::optional<Contents> part(const std::string& folder, const std::string& subject, diag::Sink& sink);
  static std::string line(const cache::Key& key, const JournalEntry& entry);

  // A journal without a file: it has no entries and stores none.
  static Journal nowhere() { return {{}, Descriptor(), {}}; }
  // Makes the folder and takes the lock. Returns nothing after a diagnostic.
  static std::optional<Journal> open(const JournalPlace& place, const std::string& subject, diag::Sink& sink);

  const std::string& place() const { return place_; }  // as messages call it
  const JournalEntry* find(const cache::Key& key) const;
  const std::map<std::string, JournalEntry>& entries() const { return contents_.entries; }
  // Returns 0 or errno.
  int append(const cache::Key& key, const JournalEntry& entry);
  // Appends lines that line() made, and that parse() found to be whole. find() and entries() then have the entries.
  // Returns 0 or errno.
  int take(const std::string& lines, std::map<std::string, JournalEntry> found);
  // find() and entries() no longer have runs that failed; the file still has them.
  void forget_failed();
  // The same for all runs, when nobody needs them any more.
  void forget() { contents_.entries.clear(); }
  // Forces the entries to the disk, so that little is lost if the machine stops. Returns 0 or errno.
  int sync();

 private:
  Journal(std::string place, Descriptor file, Contents contents)
      : place_(std::move(place)), file_(std::move(file)), contents_(std::move(contents)) {}
  int begin(const std::string& subject);
  int write(const std::string& text);
  std::string place_;
  Descriptor file_;
  Contents contents_;
};

}  // namespace ssd::study
