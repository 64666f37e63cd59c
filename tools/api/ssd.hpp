// The C++ library of ssdc: the functions of the command line, from values to values. docs/library.md describes it with
// examples.
//
// - Errors. A function that can fail returns a Result. A mistake in a text, a file or a call gives diagnostics and no
//   value. No function prints or ends the process, and none throws except std::bad_alloc, which may leave a function
//   while it hands over its result, and GivenUp, if the caller asks for that. Diagnostics name settings by the fields
//   of this header (`memory`, `points: 3,5-9`).
// - Units. Times are in nanoseconds of simulated time, sizes and addresses in bytes, shares from 0 to 1, unless a
//   comment gives another unit.
// - Ownership. Plan, File, Run, Experiment and Trace share immutable data: copies are cheap, and each object stays
//   valid without the objects that it was made from. All other types are plain values.
// - Threads. Several threads may call functions at the same time, also on the same object.
// - Names. Where a design, workload or experiment is given by name, an empty name selects the only one of the
//   file, unless a comment says otherwise.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ssd::api {

// ---- Diagnostics and results ----

// A place in a text. `line` and `column` count from 1, columns in Unicode code points; `offset` counts bytes from 0.
struct Position {
  std::uint32_t line = 0, column = 0, offset = 0;
};
// The range [begin, end) of a text.
struct Span {
  std::string file;  // the path that the caller gave, or that an import resolved to; empty: the place is unknown
  Position begin, end;
  bool known() const { return !file.empty(); }
};

enum class Severity : std::uint8_t { kError, kWarning, kNote };

// A remark that belongs to a diagnostic, often about another place.
struct Note {
  Span span;
  std::string text;
};
struct Diagnostic {
  // For example "E0105"; explain_name() returns the page of a code. Empty where the catalogue has no row: a wrong
  // argument of a call, bytes that are not a Plan, an internal error.
  std::string code;
  Severity severity = Severity::kError;
  std::string message;
  std::string label;  // a short text for the place itself; may be empty
  std::string help;   // how to correct the mistake; may be empty
  Span span;
  std::vector<Note> notes;
};

// Either a value, possibly with warnings, or the errors that prevented it. Errors stand beside a value only for a run
// whose snapshot could not be written, and for an experiment in which single runs failed or whose files could not be
// written.
template <class T>
struct Result {
  std::optional<T> value;
  std::vector<Diagnostic> diagnostics;
  std::string text;  // the diagnostics as text, with the source lines that they refer to

  explicit operator bool() const { return value.has_value(); }
  T& operator*() { return *value; }
  const T& operator*() const { return *value; }
  T* operator->() { return &*value; }
  const T* operator->() const { return &*value; }
};

// ---- Calls that nobody waits for any more ----

// What a call throws that was given up.
struct GivenUp {};
// While it exists, `flag` gives up the calls of this thread: soon after it has become true, they throw GivenUp from
// their loops over requests, records, points of an experiment and phases. A file that is being written keeps its old
// content. Runs that take long end by their `progress`.
class GivenUpBy {
 public:
  explicit GivenUpBy(const std::atomic<bool>& flag);
  ~GivenUpBy();
  GivenUpBy(const GivenUpBy&) = delete;
  GivenUpBy& operator=(const GivenUpBy&) = delete;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};
// How diagnostics name settings: by the fields of this header (`points: 3,5-9`), or by the arguments of the Python
// package
// (`points="3,5-9"`).
enum class Names : std::uint8_t { kFields, kPython };
// For all later calls of the process, in all threads.
void name_settings(Names names);

// ---- How files are read ----

struct CheckOptions {
  std::map<std::string, std::string> files;  // path to text; a path that is not listed is read from disk
  // Params that get another value, as {name, value}: {"ways", "8"}.
  std::vector<std::pair<std::string, std::string>> definitions = {};
  std::string standard_library = {};  // folder of the standard library; empty: the one installed with this library
};

// ---- Pictures ----

enum class DesignView : std::uint8_t { kAllocation, kTree };
enum class RunView : std::uint8_t {
  kTiming,  // which request uses which bus and array when; without RunOptions::requests, the first 24 requests
  kHeat,    // erases, busy shares and wasted pages of each plane
};
enum class Heat : std::uint8_t {
  kErases,
  kBusy,   // the share of the time in which the plane's array worked
  kWasted  // pages that were left unprogrammed, for a command or for wear levelling
};
enum class PictureFormat : std::uint8_t { kSvg, kPng, kDot };
struct Picture {
  std::string bytes;               // the content of a file in the format that was asked for
  std::vector<std::string> notes;  // what the picture abbreviates or leaves out
};

// ---- Requests and traces ----

enum class Direction : std::uint8_t { kWrite, kRead, kTrim, kFlush };
// One request of a trace.
struct Record {
  std::uint64_t time = 0;               // arrival, ns
  std::uint64_t offset = 0, bytes = 0;  // the first byte and the length
  Direction direction = Direction::kWrite;
  std::uint32_t device = 0;  // number of the device; the devices of a trace lie end to end on the drive
  bool forced = false;       // a write that is complete when its data are on flash (FUA)
};

// What happens to addresses beyond the drive.
enum class Fold : std::uint8_t {
  kError,   // the trace is rejected
  kModulo,  // addresses are taken modulo the drive's size
  kCompact  // the pages that the requests touch are numbered densely, in ascending order of address
};
// A trace as the workload of a run, from a file or from memory.
struct TraceWorkload {
  std::string path;             // the file; with `records` a name for reports
  std::string format = "auto";  // a name of trace_formats(), or "auto": recognised by the file's content
  Fold fold = Fold::kError;
  std::uint64_t closed = 0;  // > 0: a closed loop of that many requests, which ignores the times of the trace; 0: open
  // Records that replace the file, in the order in which a file would have them. The Plan keeps them, but Plan::bytes()
  // does not contain them.
  std::optional<std::vector<Record>> records = {};
};

// ---- Runs ----

// The numbers of a run do not depend on the engine.
enum class Engine : std::uint8_t {
  kAuto,  // the generic engine; for long runs one specialised for the design, once it is compiled or found in the cache
  kGeneric,  // the engine that runs every design
  kJit       // an engine specialised for the design; the run waits until it is compiled
};
enum class Stage : std::uint8_t {
  kRequests,  // requests are read or generated
  kCompile,   // an engine is compiled for the design
  kDrive,     // the drive is brought to its state at time 0
  kFirst,     // the workload of the design's `start` section runs
  kMeasured,  // the measured workload runs
  kLife,      // the measured workload runs again and again until the drive's life ends
  kProbe,     // a drive is probed
  kFit        // workloads that may resemble a trace are tried
};
struct Progress {
  Stage stage{};
  std::uint64_t count = 0;  // in kDrive pages, in all other stages requests
  double share = 0;         // the part of the stage that is done, 0 to 1
};

// The window of a run that is recorded, and the size of the record.
struct TimelineOptions {
  std::uint64_t from = 0;                   // ns of the run
  std::optional<std::uint64_t> until = {};  // ns of the run; none: to its end
  std::uint64_t bytes = 64U << 20;          // largest size of Timeline::perfetto; phases beyond it are only counted
};

struct RunOptions {
  std::string workload = {};  // a name of Plan::workloads(); empty: the first one
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> requests = {};  // instead of the workload's own number; of a trace at most so many
  Engine engine = Engine::kAuto;
  bool cache = true;                         // use and fill the user's cache folder (compiled engines, packed traces)
  std::optional<std::uint64_t> memory = {};  // the most bytes that the run may take
  bool until_end_of_life = false,            // repeat the workload until worn-out blocks end the drive's life
      only_ftl = false,                      // run map, collection and wear only, without the clock
      check = false,                         // verify the conservation laws in the results
      sort_trace = false,      // order the requests of a trace by arrival; without it, times that go back are an error
      skip_bad_lines = false;  // skip lines of a trace that cannot be read, with a warning
  bool request_times = false;  // keep the times of each request, for Run::requests(), requests_csv() and blame()
  std::optional<TimelineOptions> timeline = {};  // record every phase of buses and arrays; by the generic engine
  std::string save_snapshot = {};                // a file for the drive's state at the end of the run; empty: none
  // Called in the calling thread at the beginning of each stage and then every few thousand requests. If it returns
  // false, the run ends and its results are partial. It must not throw.
  std::function<bool(const Progress&)> progress = {};
};

struct Metric {
  std::string name, unit, meaning;
  std::optional<double> value;  // none: this run does not have the number
};
// A request that was completed. The parts, in ns, sum to the response time (docs/model.md, account.split).
struct RequestTimes {
  Record request;                // `time` is its arrival in the run
  std::uint64_t completion = 0;  // ns of the run
  std::uint64_t queue = 0, firmware = 0, link = 0, buffer = 0, unit = 0, collection = 0, channel = 0, transfer = 0,
                array = 0, controller = 0;
  struct {
    std::uint64_t unit = 0, collection = 0, channel = 0, transfer = 0, array = 0;
  } slot;  // of `buffer`: what the program did meanwhile that made room for the write (account.slot_wait)
  std::uint64_t response() const { return completion - request.time; }
};

// Requests of which the slowest took `time` ns.
struct ResponseCount {
  std::uint64_t time = 0, count = 0;
};
// What the slow requests of a run waited for, as `ssdc blame` prints it.
struct Blame {
  std::string text, json;
};
struct Timeline {
  std::string perfetto;            // the content of a file for https://ui.perfetto.dev
  std::vector<std::string> notes;  // what was left out
};

// The results of a run.
class Run {
 public:
  // Whether `progress` ended the run. The results then cover the requests that were complete by that time.
  bool partial() const;
  // The metric of that name, in ns, bytes, bytes per second, J, W, or as a share up to 1 (`ssdc explain metrics`). None
  // if there is no such metric, or if this run does not have the number.
  std::optional<double> metric(std::string_view name) const;
  std::vector<Metric> metrics() const;  // all metrics, in the order of the report
  const std::string& json() const;      // the report as `ssdc run --format json` prints it (docs/results.md)
  const std::string& text() const;      // the report as `ssdc run` prints it
  // The distribution of the response times of one direction: how many requests took longer than the entry before and at
  // most `time` (at most 1/1024 too high), ascending. Empty for a run without a clock.
  std::vector<ResponseCount> responses(Direction direction) const;
  // The completed requests, in the order of their numbers. requests(), each_request(), requests_csv() (the CSV of
  // `ssdc run --requests-out`) and blame() need RunOptions::request_times. The first call of requests() makes the list,
  // and the results keep it; each_request() passes the same requests one by one without a list.
  const std::vector<RequestTimes>& requests() const;
  void each_request(const std::function<void(const RequestTimes&)>& take) const;
  std::string requests_csv() const;
  // `share`: above 0 and below 1, it parts the fastest such share of the requests from the slower ones; 0: the bands of
  // `ssdc blame`.
  Blame blame(double share = 0) const;
  Timeline timeline() const;  // empty without RunOptions::timeline

  struct Data;
  explicit Run(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};

// ---- Plans ----

// Everything that a run of a design depends on, with the workloads that it can be run with. The same Plan, workload,
// seed and number of requests give the same numbers, in every engine and on every machine.
class Plan {
 public:
  std::string name() const;                    // the design's name
  std::vector<std::string> workloads() const;  // their names
  std::uint64_t logical_bytes() const;         // the drive's capacity, as the host sees it
  std::uint64_t page_bytes() const;
  std::string text() const;  // a stable listing (`ssdc dump --stage plan`)
  // 128 bits in hexadecimal, of everything about the drive that changes simulated numbers: not names, not workloads.
  std::string hash() const;
  // For plan_of_bytes(); the same bytes on every machine. They contain the paths of trace files and snapshots, not the
  // files themselves.
  std::string bytes() const;
  friend bool operator==(const Plan& a, const Plan& b);
  // The same drive, with this trace as its only workload. A fault in the trace is reported by run() and requests_of().
  Plan with(const TraceWorkload& trace) const;

  struct Data;
  explicit Plan(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }
  const std::shared_ptr<const Data>& shared() const { return data_; }

 private:
  std::shared_ptr<const Data> data_;
};
// The Plan of which Plan::bytes() made the bytes. Bytes that were cut off, altered, or written by a library with
// another form of Plans are rejected.
Result<Plan> plan_of_bytes(std::string_view bytes);

// Runs a workload of the Plan.
Result<Run> run(const Plan& plan, const RunOptions& options = {});
// The requests of the measured workload, as run() would use them. A closed loop is rejected: its requests have no times
// before the run. Of `options`, `workload`, `requests`, `seed`, `sort_trace` and `skip_bad_lines` have an effect.
Result<std::vector<Record>> requests_of(const Plan& plan, const RunOptions& options = {});

// What a picture of a run shows.
struct RunDrawing {
  RunView view = RunView::kTiming;
  PictureFormat format = PictureFormat::kSvg;
  std::optional<std::uint64_t> from = {}, until = {};  // kTiming: the window, ns of the run; none: its begin or end
  std::optional<Heat> of = {};                         // kHeat: only this one; none: all
  std::optional<TraceWorkload> trace = {};             // run this trace instead of a workload of the file
};

// ---- Experiments ----

struct ExperimentProgress {
  std::uint64_t done = 0, failed = 0;  // of the `runs`; a failed run counts as done, too
  std::uint64_t runs = 0;              // that this call has to make
  double share = 0;                    // the part of their work that is done, 0 to 1
};
struct ExperimentOptions {
  std::string points = {};  // only these points: `ways=4|8, design=S4`, or their numbers: `3,5-9`; empty: all
  std::uint64_t jobs = 0;   // runs at the same time; 0: one per core
  Engine engine = Engine::kAuto;
  bool cache = true;                                               // as RunOptions::cache
  std::optional<std::uint64_t> memory = {};                        // the most bytes that all runs together may take
  bool check = false, sort_trace = false, skip_bad_lines = false;  // as in RunOptions
  // The folder of `ssdc run -o`. Each run is kept there as soon as it ends, and a later call makes only the missing
  // runs. At the end the folder gets the results as CSV and JSON, the plots and the page. Empty: nothing is written.
  std::string folder = {};
  // Without a folder: a file that keeps the runs alone, for later calls. Empty: none.
  std::string journal = {};
  // Called in the calling thread before the first run, and then about ten times a second. If it returns false, the
  // experiment ends and keeps the runs that are done. It must not throw.
  std::function<bool(const ExperimentProgress&)> progress = {};
};

// Statistics over those seeds that have the number.
struct Statistics {
  std::uint64_t count = 0;                // of seeds
  double mean = 0;                        // meaningless if count is 0
  std::optional<double> stddev = {};      // of the sample (count - 1); none for a single value
  std::optional<double> half_width = {};  // of the 95 % confidence interval of the mean
};
struct Measurement {
  std::string metric, unit;  // as in Metric; a normalized metric has no unit
  bool normalized = false;   // whether the values are divided by those of another point, as the experiment defines
  Statistics over_seeds;
};
struct Coordinate {
  std::string axis, value;  // the value as it is written in the language: `16KiB`
};
// A combination of values of the axes. It is run once with each seed.
struct Point {
  std::uint64_t number = 0;                         // from 0; ExperimentOptions::points uses the same numbers
  std::vector<Coordinate> at;                       // one for each axis, in their order; the last axis varies fastest
  std::uint64_t done = 0, failed = 0, missing = 0;  // numbers of runs; missing: not chosen, or not reached
  std::uint64_t overloaded = 0;       // of those that are done: requests arrive faster than the drive serves them
  std::string failure;                // of the first run that failed: code and message
  std::vector<Measurement> measured;  // what the experiment measures, then what it normalizes
};

enum class Verdict : std::uint8_t { kHolds, kFails, kUndecided };
// An `expect` of the experiment, and whether it holds.
struct Claim {
  std::string title, text;  // text: the expression, in the canonical form
  Verdict verdict = Verdict::kUndecided;
  std::string values;              // both sides of the comparison, with units; of all(): at how many points it holds
  std::optional<double> margin;    // distance of the two sides as a share of the right one; > 0 if the claim holds
  std::string reason;              // of kUndecided: what is missing
  std::vector<std::string> where;  // of kFails, for all(): the first points at which it fails, at most 5
  std::string known;               // why the claim is known to fail; empty: it should hold
  Span span;
};
struct Plot {
  std::string name, svg;
};

// The results of an experiment.
// Whole runs stay in the journal, without one in memory or in a file without a name: what lists or reads more than the
// metrics that the experiment names reads them from there, and throws std::runtime_error if they are lost.
class Experiment {
 public:
  std::string name() const;
  bool partial() const;  // whether `progress` ended it
  const std::vector<Point>& points() const;
  const std::vector<Claim>& claims() const;
  // Whether a claim that should hold fails, or is undecided although all runs were made (exit code 3 of `ssdc run`).
  bool contradicts_a_claim() const;
  // A number of one run: any metric, measured or not, in the units of Run::metric(). Points count from 0, seeds from 1.
  // None if there is no such run or number.
  std::optional<double> value(std::uint64_t point, std::uint64_t seed, std::string_view metric) const;
  std::string text() const;  // as `ssdc run` prints it
  std::string csv() const;   // results.csv: one row per run
  std::string json() const;  // results.json (docs/experiments.md)
  std::vector<Plot> plots() const;
  Result<std::string> page() const;  // report.html

  struct Data;
  explicit Experiment(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};

// An experiment whose runs other processes make, on this machine or on others, with make_runs(). The results are those
// of File::run_experiment(). Unlike other objects, it is not for several threads at the same time.
class RunsElsewhere {
 public:
  // How many runs the folder or the journal does not have yet. They have places from 0 on, the longest run the first.
  std::uint64_t to_make() const;
  // How many pages the host touches in the run at that place: a measure of how long the run takes.
  double pages(std::uint64_t place) const;
  struct Given {
    std::string bytes;
    std::uint64_t runs = 0;  // in the bytes
  };
  // The runs at `runs` places from `place` on, or the first of them, as bytes for make_runs() of the same version.
  // These runs then have other places among each other: those of one design follow each other. The bytes contain the
  // paths of trace files and snapshots, not the files themselves. `beside`: how many runs one machine makes at a time;
  // each gets its share of the memory. `most_bytes`: no run is added to bytes that are as long, here and by
  // make_runs(); so they are longer by at most one run and what 128 KiB of Plans or results become. Both have at least
  // one run.
  Result<Given> give(std::uint64_t place, std::uint64_t runs, std::uint64_t beside,
                     std::uint64_t most_bytes = std::uint64_t{4} << 20);
  struct Taken {
    std::uint64_t runs = 0, failed = 0;
    double seconds = 0, pages = 0;  // of these runs
    std::uint64_t reached = 0;      // so many of the given runs are over, in the order of their places
  };
  // Keeps what make_runs() returned. After an error it may have kept the first runs. The places from `reached` on must
  // be given again.
  Result<Taken> take(std::string_view made);
  // The results. Runs that nobody has made are made here, one at a time; with `stopped` they stay missing, and the
  // results are partial. To be called once, as the last function. Of ExperimentOptions::progress see there.
  Result<Experiment> results(bool stopped = false);
  // Gives the journal up, for other calls. Nothing else may be called afterwards. A process that was forked meanwhile
  // calls it, too: until then it keeps the journal's lock.
  void close();

  struct Data;
  explicit RunsElsewhere(std::shared_ptr<Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<Data> data_;
};
// Makes the runs one after the other. Returns bytes for RunsElsewhere::take(). A run that lacks memory beside others is
// left out. `goes_on` is called in the calling thread every few thousand requests: false ends the call, and finished
// runs are returned. It must not throw.
Result<std::string> make_runs(std::string_view bytes, const std::function<bool()>& goes_on = {});

// ---- A drive as a black box ----

struct ProbeOptions {
  std::uint64_t seed = 1;                              // of the run, and of the choice of places to probe
  std::optional<std::uint64_t> memory = {};            // the most bytes that the probe may take
  bool cache = true;                                   // as RunOptions::cache
  std::function<bool(const Progress&)> progress = {};  // as RunOptions::progress; false ends the probe without findings
};
enum class Agreement : std::uint8_t {
  kAgrees,      // the answer equals the value in the design
  kDiffers,     // it does not
  kCannotTell,  // response times do not show the quantity
  kNotSaid      // the design leaves the quantity open
};
struct ProbeAnswer {
  std::string quantity;                        // for example "chunk_bytes" (docs/probe.md)
  std::optional<std::uint64_t> value = {};     // the value that response times show; none: they do not show one
  std::string inferred, said;                  // both values in words: the probe's, and the design's
  std::optional<std::uint64_t> expected = {};  // the value in the design; none: the design leaves it open
  Agreement agreement{};
  std::string reason;                      // the evidence for the answer, or why there is none
  std::uint64_t tested = 0, agreeing = 0;  // measurements that could have contradicted it; those that did not
};
struct ProbeFindings {
  std::vector<ProbeAnswer> answers;
  // Requests that the probe issued, and the simulated time that they took, in ns.
  std::uint64_t reads = 0, writes = 0, drive_time = 0;
  std::vector<Plot> figures;
  std::string text, json;  // as `ssdc probe` prints them
};

// ---- Checked files ----

struct BuildOptions {
  std::string output;           // path of the program or library to write
  bool shared = false;          // write a library, with its C header beside it (docs/build.md)
  std::string target_cpu = {};  // `x86-64-v3` or similar, or `native`; empty: runs on all processors of this kind
};

struct Difference {
  struct Change {
    std::string section, key, before, after;  // `before` or `after` is empty if that design does not have the value
  };
  bool none = false;  // whether both designs give the same numbers for every workload
  std::vector<Change> changes;
  std::string text, json;  // as `ssdc diff` prints them
};
// A file without errors, with its imports.
class File {
 public:
  // The names that the file declares or imports, its own first.
  std::vector<std::string> designs() const;
  std::vector<std::string> workloads() const;
  std::vector<std::string> experiments() const;
  std::string text() const;  // of the file itself, as it was read

  // A design with one workload, or with a trace. With an empty workload name, a file without workloads gets `Default`
  // of the standard library. A fault in the trace is reported when the Plan is run.
  Result<Plan> plan(const std::string& design = {}, const std::string& workload = {}) const;
  Result<Plan> plan(const std::string& design, const TraceWorkload& trace) const;

  // The requests that a workload of the file makes on a drive of `space` bytes; 0: 16 GiB. Of `options`, `requests`,
  // `seed`, `sort_trace` and `skip_bad_lines` have an effect.
  Result<std::vector<Record>> requests_of(const std::string& workload = {}, std::uint64_t space = 0,
                                          const RunOptions& options = {}) const;

  // A picture of a design. `pages`: the logical pages that the allocation view shows; 0: a whole number of stripes.
  Result<Picture> draw(const std::string& design = {}, DesignView view = DesignView::kAllocation,
                       PictureFormat format = PictureFormat::kSvg, std::uint64_t pages = 0) const;
  // Runs the design with `drawing.trace`, if that is set, or else with the workload `options.workload`, and draws the
  // run.
  Result<Picture> draw_run(const std::string& design, const RunDrawing& drawing, const RunOptions& options = {}) const;

  // What a design and one of another file, or of this one, differ in. The two files may have been read with other
  // definitions.
  Result<Difference> diff(const std::string& design, const File& other, const std::string& other_design) const;

  // The text of the file in which a design has another value of a key: `gc.victim` and `b.invalid`. A value that
  // mentions the usual parameter of a policy is a function of it; `gc.victim(block)` names another parameter. Whether
  // the key and the value fit shows when the text is checked.
  Result<std::string> edited(const std::string& design, const std::string& key, const std::string& value) const;

  // Runs an experiment of the file. Runs that fail are diagnostics beside the results.
  Result<Experiment> run_experiment(const std::string& name = {}, const ExperimentOptions& options = {}) const;
  // The same for runs that other processes make. `options.jobs` and `options.engine` have no effect there: each process
  // makes one run at a time.
  Result<RunsElsewhere> runs_elsewhere(const std::string& name = {}, const ExperimentOptions& options = {}) const;
  // A text with the points, the runs that the folder already has, and an estimate of the time for the rest. Nothing is
  // simulated or written.
  Result<std::string> dry_run(const std::string& name = {}, const ExperimentOptions& options = {}) const;

  // What a design looks like from outside: chunk, channels, units and mapping, inferred from response times alone.
  Result<ProbeFindings> probe(const std::string& design = {}, const ProbeOptions& options = {}) const;

  // Makes a program or library of the design and the file's workloads, which needs neither ssdc nor LLVM. The machine's
  // C++ compiler links it (`CXX` of the environment, or `c++`). Returns the path that it wrote (`options.output`).
  Result<std::string> build(const std::string& design, const BuildOptions& options) const;

  struct Data;
  explicit File(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};
// Reads and checks a file and its imports.
Result<File> check(const std::string& path, const CheckOptions& options = {});

// ---- Texts about files and names ----

// The page of a declaration: a design, workload, experiment or other. Without a name: of the file's design, or a page
// about what the file declares.
Result<std::string> explain_file(const std::string& path, const std::string& name = {},
                                 const CheckOptions& options = {});
// The page of a name of the language or of its library (`gc.trigger`, `zipf`, `waf`), or of a diagnostic's code.
Result<std::string> explain_name(const std::string& name, const CheckOptions& options = {});

// The steps from a text to native code, in their order.
enum class DumpStage : std::uint8_t { kAst, kDesign, kPlan, kIr, kOptimisedIr, kAssembly };
// What a step makes of a file, as `ssdc dump --stage` prints it. `name`: a design (for kDesign also an experiment);
// empty: the file's only design.
Result<std::string> dump(const std::string& path, DumpStage stage, const std::string& name = {},
                         const CheckOptions& options = {});

// Whether this library contains the compiler to native code, which Engine::kJit, File::build and the stages from kIr on
// need.
bool has_compiler();

// All keys, records, functions and units of the language, as a page in Markdown.
std::string language_reference();
// The grammar of the language for editors, in TextMate's JSON.
std::string language_grammar();

struct DesignOfFile {
  std::string path, name = {};  // an empty name: the file's only design
};
// What two designs differ in, and what follows from that.
Result<Difference> diff(const DesignOfFile& before, const DesignOfFile& after, const CheckOptions& options = {});

// The text of a file with a first design, as `ssdc new` writes it. `name`: the design's name. `kind`: one of
// first_design_kinds(). `path`: the file that the text's comments mention; empty: NAME.ssd.
Result<std::string> first_design(const std::string& name, const std::string& kind = "minimal",
                                 const std::string& path = {});
std::vector<std::string> first_design_kinds();

struct Formatted {
  std::string text;      // in the canonical form, with all comments
  bool changed = false;  // whether it differs from the file's text
};
// The canonical form of a file. The file itself is not changed.
Result<Formatted> format(const std::string& path, const CheckOptions& options = {});

// ---- Trace files ----

struct TraceOptions {
  std::string format = "auto";                // a name of trace_formats(), or "auto": recognised by the file's content
  bool skip_bad_lines = false;                // skip lines that cannot be read, with a warning
  std::optional<std::uint64_t> records = {};  // read at most so many
};
struct TraceFigures {
  struct Sizes {
    // The number of requests, the sum of their bytes, and the bytes of the smallest and the largest one.
    std::uint64_t requests = 0, bytes = 0, smallest = 0, largest = 0;
  };
  std::uint64_t requests = 0, duration = 0;  // `duration`: from the earliest to the latest arrival, ns
  Sizes writes, reads, trims;
  std::uint64_t pages_touched = 0, pages_written = 0;  // distinct pages of 4 KiB
  std::uint64_t lowest = 0, highest = 0;               // the first byte touched, and the byte after the last one
  std::string text, json;                              // as `ssdc trace info` prints them
};

// A trace file that was read.
class Trace {
 public:
  std::string format() const;  // a name of trace_formats()
  std::uint64_t size() const;  // number of records
  // All records in the order of the file. Their times count from the earliest one.
  Result<std::vector<Record>> records() const;
  // Passes the same records to `take` one by one, for traces that do not fit into memory, until `take` returns false.
  // Returns how many records `take` accepted.
  Result<std::uint64_t> each(const std::function<bool(const Record&)>& take) const;
  TraceFigures figures() const;

  struct Data;
  explicit Trace(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};
Result<Trace> open_trace(const std::string& path, const TraceOptions& options = {});

struct Written {
  std::uint64_t records = 0;
  std::uint64_t cut_times = 0;  // records whose time was cut to a whole number of the format's units
};
// Writes a trace file. `path`: the file is compressed if this ends in .zst or .gz. `format`: one of trace_formats(). A
// record that the format cannot express is an error.
Result<Written> write_trace(const std::string& path, const std::vector<Record>& records,
                            const std::string& format = "msr");
std::vector<std::string> trace_formats();  // the names of all formats

struct FitOptions {
  std::string format = "auto";                         // as TraceOptions::format
  bool skip_bad_lines = false, cache = true;           // as in RunOptions
  std::string name = {};                               // of the workload; empty: made from the file's name
  std::optional<std::uint64_t> requests = {};          // fit only the first so many of the trace; none: 4 million
  std::optional<std::uint64_t> space = {};             // bytes of the drive: no region of the workload is larger
  std::string standard_library = {};                   // as CheckOptions::standard_library
  std::function<bool(const Progress&)> progress = {};  // as RunOptions::progress, but its result is ignored
};
// A figure of the trace and of the requests that the workload generates (docs/results.md).
struct FittedFigure {
  std::string name, unit;
  double trace = 0, workload = 0;
  bool fitted = false;  // whether the fit aimed at this figure; the others are reported only
  bool within = false;  // whether the two differ by at most 3 %, or shares by half a percent of the requests
};
struct Fitted {
  std::string name;  // of the workload
  std::string text;  // a file with the workload, in the canonical form
  std::vector<FittedFigure> figures;
  // Properties of the trace that no workload of the language can have; what was left out or chosen.
  std::vector<std::string> not_expressible, notes;
  std::string json;  // as `ssdc trace fit --format json` prints it
};
// Makes a workload in the language that resembles a trace.
Result<Fitted> fit_trace(const std::string& path, const FitOptions& options = {});

}  // namespace ssd::api
