// The journal of an experiment: a file that gets each run's results as soon as the run ends. A second call takes the
// runs that the journal has, and all reports read them from there. Each line is a run with a checksum, in readable
// text.
//
// Invariants: an entry is found exactly as it was stored, or not at all. A process that is stopped at any moment loses
// at most the line that it is writing. Only one process writes at a time.
#pragma once
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/diag/diag.h"
#include "runtime/cache/cache.h"
#include "tools/study/run/journal_lines.h"
#include "tools/study/run/kept_runs.h"
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

// A journal that was read before cannot be read any more: a disk failed, or another program cut or changed the file.
struct JournalLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Lines that are appended together: the runs in them, with places from the begin of the lines.
using RunsInLines = std::vector<std::pair<cache::Key, KeptRun>>;

// Functions that look for runs or take them also throw RoomLost.
class Journal {
 public:
  // What a journal has. Damaged lines are counted and skipped. If several lines have the same key, the last one counts.
  // A last line without a line end is ignored: the process was stopped while it wrote that line.
  struct Contents {
    // `foreign`: the text is not a journal; `other_version`: it is one that this version cannot read.
    bool foreign = false, other_version = false;
    std::string subject;  // of the experiment; empty: there is no journal
    KeptRuns runs;
    std::uint64_t damaged = 0;
    std::uint64_t whole_bytes = 0;  // up to the end of the last whole line
  };
  static Contents parse(std::string_view text);
  static std::string line(const cache::Key& key, const JournalEntry& entry);
  // What line() wrote, without its end. Nothing if it is damaged.
  static std::optional<std::pair<cache::Key, JournalEntry>> entry(std::string_view line);

  // Whether the place may hold this experiment. False after an error: it has other contents, or cannot be written.
  static bool may_be_used(const JournalPlace& place, const std::string& subject, diag::Sink& sink);
  // What open() would find and report, but without the lock and without writing anything: an absent file is an empty
  // journal. Returns nothing after an error.
  static std::optional<Contents> look(const JournalPlace& place, const std::string& subject, diag::Sink& sink);
  // The journal of a folder, only to be read. Returns nothing after an error: it has none of this experiment, or one
  // that this version cannot read.
  static std::optional<Journal> part(const std::string& folder, const std::string& subject, diag::Sink& sink);
  // A journal without a name, which ends with this object.
  static Journal nowhere() { return {{}, JournalLines(), {}}; }
  // Makes a folder of results, but not that of a journal alone, and takes the lock. Returns nothing after a diagnostic.
  static std::optional<Journal> open(const JournalPlace& place, const std::string& subject, diag::Sink& sink);

  bool is_named() const { return !place_.empty(); }
  const std::string& place() const { return place_; }  // as messages call it
  std::optional<KeptRun> find(const cache::Key& key) const { return contents_.runs.find(key); }
  const KeptRuns& runs() const { return contents_.runs; }
  // The run of a key that find() has. Throws JournalLost.
  JournalEntry read(const cache::Key& key) const;
  // find() then has the run. Returns 0 or errno.
  int append(const cache::Key& key, const JournalEntry& entry);
  // Appends lines, in which these runs are. Returns 0 or errno.
  int take(std::string_view lines, const RunsInLines& found);
  // Appends the line of a run of another journal. Returns 0 or errno. Throws JournalLost.
  int take(const cache::Key& key, const Journal& from);
  // So many runs will be taken or appended.
  void expect(std::size_t runs) { contents_.runs.expect(runs); }
  // find() no longer has runs that failed; the file still has them.
  void forget_failed() { contents_.runs.forget_failed(); }
  // Gives the lock up. Nothing is appended any more. Throws JournalLost.
  void release();
  // Forces the entries to the disk, so that little is lost if the machine stops. Returns 0 or errno.
  int sync() const { return lines_.sync(); }

 private:
  Journal(std::string place, JournalLines lines, Contents contents)
      : place_(std::move(place)), lines_(std::move(lines)), contents_(std::move(contents)) {}
  int begin(const std::string& subject);
  std::string line_of(const cache::Key& key) const;
  std::string place_;
  JournalLines lines_;
  Contents contents_;
};

// Finds the contents of a journal that comes in pieces.
class JournalReader {
 public:
  void take(std::string_view piece);
  Journal::Contents contents();

 private:
  void line(std::string_view line);
  void head(std::string_view line);
  Journal::Contents found_;
  std::string begun_;  // of a line whose end has not come
  bool has_head_ = false;
};

}  // namespace ssd::study
