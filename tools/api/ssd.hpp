// ssdc as a library: what the command line can do, as functions between values. docs/library.md is its page.
//
// Mistakes in texts, files and calls are values: a Result has diagnostics and no value. Nothing here prints, ends the
// process, or throws, but std::bad_alloc while a result is handed over. Diagnostics call settings by their fields here
// (`memory`, `points: 3,5-9`). All functions may be called from several threads at once. Objects are cheap to copy:
// what they hold is shared, and never changes.
#pragma once
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

// ---- What is told ----

// Lines and columns count from 1, columns in Unicode code points; offsets are bytes of the text.
struct Position {
  std::uint32_t line = 0, column = 0, offset = 0;
};
struct Span {
  std::string file;  // as it was named; empty: no place is known
  Position begin, end;
  bool known() const { return !file.empty(); }
};

enum class Severity : std::uint8_t { kError, kWarning, kNote };

struct Note {
  Span span;
  std::string text;
};
struct Diagnostic {
  std::string
      code;  // "E0105", explain_name() has its page; empty: a fault of the library or of bytes that were given to it
  Severity severity = Severity::kError;
  std::string message;
  std::string label;  // what is said at the place itself; may be empty
  std::string help;   // how to mend it; may be empty
  Span span;
  std::vector<Note> notes;
};

// A value, or the reasons why there is none; with a value there may be warnings.
template <class T>
struct Result {
  std::optional<T> value;
  std::vector<Diagnostic> diagnostics;
  std::string text;  // the diagnostics as text, with the lines that they are about

  explicit operator bool() const { return value.has_value(); }
  T& operator*() { return *value; }
  const T& operator*() const { return *value; }
  T* operator->() { return &*value; }
  const T* operator->() const { return &*value; }
};

// ---- How files are read ----

struct CheckOptions {
  std::map<std::string, std::string> files;  // texts in memory, by path; what is not here is read from disk
  std::vector<std::pair<std::string, std::string>> definitions = {};  // params and their values: {"ways", "8"}
  std::string standard_library = {};  // its folder; empty: the one that is installed with this library
};

// ---- Pictures ----

enum class DesignView : std::uint8_t { kAllocation, kTree };
enum class RunView : std::uint8_t {
  kTiming,  // who has which bus and array when; without RunOptions::requests, the first 24 requests
  kHeat,    // erases, busy shares and wasted pages of each plane
};
enum class Heat : std::uint8_t { kErases, kBusy, kWasted };
enum class PictureFormat : std::uint8_t { kSvg, kPng, kDot };
struct Picture {
  std::string bytes;
  std::vector<std::string> notes;  // what was folded or left out
};

// ---- Requests and traces ----

enum class Direction : std::uint8_t { kWrite, kRead, kTrim };
struct Record {
  std::uint64_t time = 0;  // ns
  std::uint64_t offset = 0, bytes = 0;
  Direction direction = Direction::kWrite;
  std::uint32_t device = 0;
};

enum class Fold : std::uint8_t { kError, kModulo, kCompact };
// A trace, of a file or in memory, as what a run is measured with.
struct TraceWorkload {
  std::string path;  // with `records`: what reports call them
  std::string format = "auto";
  Fold fold = Fold::kError;
  std::uint64_t closed = 0;  // > 0: closed loop of that depth
  // In the order of a file, instead of one. They go with the Plan, but not into its bytes.
  std::optional<std::vector<Record>> records = {};
};

// ---- Runs ----

enum class Engine : std::uint8_t { kAuto, kGeneric, kJit };
enum class Stage : std::uint8_t {
  kRequests,
  kCompile,
  kDrive,
  kFirst,
  kMeasured,
  kLife,
  kProbe,
  kFit
};  // see runtime/base/environment.h
struct Progress {
  Stage stage{};
  std::uint64_t count = 0;  // pages of kDrive, else requests
  double share = 0;         // of the stage, up to 1
};

// What of a run is recorded, and how much of it.
struct TimelineOptions {
  std::uint64_t from = 0;                   // ns of the run
  std::optional<std::uint64_t> until = {};  // none: to its end
  std::uint64_t bytes = 64U << 20;          // the timeline gets no larger; what finds no room is counted
};

struct RunOptions {
  std::string workload = {};  // of the Plan; empty: its first one
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> requests = {};  // instead of the workload's number; of a trace, at most so many
  Engine engine = Engine::kAuto;
  bool cache = true;  // engines and packed traces are kept in the user's cache folder, and looked for there
  std::optional<std::uint64_t> memory = {};  // bytes that the run may take at most
  bool until_end_of_life = false, only_ftl = false, check = false, sort_trace = false, skip_bad_lines = false;
  bool request_times = false;  // keep the times of each request: Run::requests(), blame() and requests_csv()
  std::optional<TimelineOptions> timeline = {};  // record who has which bus and array when; by the generic engine
  std::string save_snapshot = {};                // a file for the drive's state at the end
  // Called in the calling thread, at the begin of each stage and then every few thousand requests; false ends the run.
  // It must not throw.
  std::function<bool(const Progress&)> progress = {};
};

struct Metric {
  std::string name, unit, meaning;
  std::optional<double> value;  // none: this run cannot tell
};
// A request that was completed. The parts sum to the response time.
struct RequestTimes {
  Record request;  // its time is that of its arrival in the run
  std::uint64_t completion = 0;
  std::uint64_t queue = 0, unit = 0, collection = 0, channel = 0, transfer = 0, array = 0, controller = 0;
  std::uint64_t response() const { return completion - request.time; }
};

// What the slow requests of a run waited for, as `ssdc blame` prints it.
struct Blame {
  std::string text, json;
};
struct Timeline {
  std::string perfetto;            // a file for https://ui.perfetto.dev
  std::vector<std::string> notes;  // what was left out
};

class Run {
 public:
  bool partial() const;  // it was ended by `progress`
  // The number of that name, in ns, bytes, bytes a second, J, W, or a share up to 1 (`ssdc explain metrics`).
  std::optional<double> metric(std::string_view name) const;
  std::vector<Metric> metrics() const;
  const std::string& json() const;  // as `ssdc run --format json` prints it (docs/results.md)
  const std::string& text() const;
  // With RunOptions::request_times, else empty; the CSV is that of `ssdc run --requests-out`.
  const std::vector<RequestTimes>& requests() const;
  std::string requests_csv() const;
  Blame blame() const;
  Timeline timeline() const;  // with RunOptions::timeline, else empty

  struct Data;
  explicit Run(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};

// ---- Plans ----

// All that a run of a design with some workloads depends on.
class Plan {
 public:
  std::string name() const;  // of the design
  std::vector<std::string> workloads() const;
  std::uint64_t logical_bytes() const;
  std::uint64_t page_bytes() const;
  std::string text() const;   // a stable listing
  std::string hash() const;   // of what numbers of the drive depend on, workloads apart
  std::string bytes() const;  // for plan_of_bytes(); the same on every machine
  friend bool operator==(const Plan& a, const Plan& b);
  // The same drive, with a trace as its only workload.
  Plan with(const TraceWorkload& trace) const;

  struct Data;
  explicit Plan(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }
  const std::shared_ptr<const Data>& shared() const { return data_; }

 private:
  std::shared_ptr<const Data> data_;
};
// Bytes that were cut off, altered, or written by another version are refused.
Result<Plan> plan_of_bytes(std::string_view bytes);

Result<Run> run(const Plan& plan, const RunOptions& options = {});
// The requests that such a run is measured with; not of a closed loop, whose requests have no times before the run.
Result<std::vector<Record>> requests_of(const Plan& plan, const RunOptions& options = {});

// The picture of a run.
struct RunDrawing {
  RunView view = RunView::kTiming;
  PictureFormat format = PictureFormat::kSvg;
  std::optional<std::uint64_t> from = {}, until = {};  // ns of the run: only what happens then; of kTiming
  std::optional<Heat> of = {};                         // of kHeat only this; none: all
  std::optional<TraceWorkload> trace = {};             // instead of a workload of the file
};

// ---- Experiments ----

struct ExperimentProgress {
  std::uint64_t done = 0, failed = 0;  // of the runs that this call is to make; those that failed are done, too
  std::uint64_t runs = 0;
  double share = 0;  // of their work, up to 1
};
struct ExperimentOptions {
  std::string points = {};  // only these: `ways=4|8, design=S4`, or their numbers: `3,5-9`; empty: all
  std::uint64_t jobs = 0;   // runs at one time; 0: as many as there are cores
  Engine engine = Engine::kAuto;
  bool cache = true;                         // as of a run
  std::optional<std::uint64_t> memory = {};  // bytes that all runs together may take at most
  bool check = false, sort_trace = false, skip_bad_lines = false;
  // The folder of `ssdc run -o`: each run is kept there as it ends, and a later call makes only those that are missing;
  // at the end it gets the results as CSV and JSON, the plots and the page. Empty: nothing is written.
  std::string folder = {};
  // Called in the calling thread before the first run, and then some ten times a second; false ends the experiment,
  // which keeps the runs that are done. It must not throw.
  std::function<bool(const ExperimentProgress&)> progress = {};
};

// Over the seeds that have the number.
struct Statistics {
  std::uint64_t count = 0;
  double mean = 0;                        // if count is not 0
  std::optional<double> stddev = {};      // of the sample; not of one value
  std::optional<double> half_width = {};  // of the mean's 95 % confidence interval
};
struct Measurement {
  std::string metric, unit;  // as of Metric; a normalized one has no unit
  bool normalized = false;   // divided as the experiment says
  Statistics over_seeds;
};
struct Coordinate {
  std::string axis, value;  // as one would write it: `16KiB`
};
// A combination of values of the axes, run with each seed.
struct Point {
  std::uint64_t number = 0;                         // from 0, as ExperimentOptions::points counts
  std::vector<Coordinate> at;                       // on every axis, in their order; the last one varies fastest
  std::uint64_t done = 0, failed = 0, missing = 0;  // runs; missing: not chosen, or ended before
  std::uint64_t overloaded = 0;       // of those that are done: requests arrive faster than the drive serves them
  std::string failure;                // of the first run that failed: code and message
  std::vector<Measurement> measured;  // what the experiment measures, then what it normalizes
};

enum class Verdict : std::uint8_t { kHolds, kFails, kUndecided };
struct Claim {
  std::string title, text;  // text: the canonical one
  Verdict verdict = Verdict::kUndecided;
  std::string values;              // both sides, with units; of all(): at how many points
  std::optional<double> margin;    // share of the right side; > 0: on the side that holds
  std::string reason;              // undecided: what is missing
  std::vector<std::string> where;  // fails: the first points at which it does
  std::string known;               // why it is known to fail; empty: it should hold
  Span span;
};
struct Plot {
  std::string name, svg;
};

// What an experiment found.
class Experiment {
 public:
  std::string name() const;
  bool partial() const;  // it was ended by `progress`
  const std::vector<Point>& points() const;
  const std::vector<Claim>& claims() const;
  // A claim that should hold does not, or cannot be judged though all runs were made (exit code 3 of `ssdc run`).
  bool contradicts_a_claim() const;
  // A number of one run: any metric, measured or not, in the units of Run::metric(). Seeds count from 1. Nothing where
  // there is no such run or number.
  std::optional<double> value(std::uint64_t point, std::uint64_t seed, std::string_view metric) const;
  std::string text() const;  // as `ssdc run` prints it
  std::string csv() const;   // results.csv: a row a run
  std::string json() const;  // results.json (docs/experiments.md)
  std::vector<Plot> plots() const;
  Result<std::string> page() const;  // report.html

  struct Data;
  explicit Experiment(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};

// ---- A drive as a black box ----

struct ProbeOptions {
  std::uint64_t seed = 1;                    // of the run, and of the places that are probed
  std::optional<std::uint64_t> memory = {};  // bytes that the drive may take at most
  bool cache = true;
  std::function<bool(const Progress&)> progress = {};  // as of a run; false ends the probe, which then has no findings
};
enum class Agreement : std::uint8_t { kAgrees, kDiffers, kCannotTell, kNotSaid };
struct ProbeAnswer {
  std::string quantity;                        // "chunk_bytes" (docs/probe.md)
  std::optional<std::uint64_t> value = {};     // that response times show; none: they cannot tell
  std::string inferred, said;                  // in words: what was found, and what the design says
  std::optional<std::uint64_t> expected = {};  // of the design; none: it does not say
  Agreement agreement{};
  std::string reason;                      // what shows it, or why it cannot be told
  std::uint64_t tested = 0, agreeing = 0;  // measurements that could contradict it, and those that did not
};
struct ProbeFindings {
  std::vector<ProbeAnswer> answers;
  std::uint64_t reads = 0, writes = 0, drive_time = 0;  // what the probe took; ns of the drive's time
  std::vector<Plot> figures;
  std::string text, json;  // as `ssdc probe` prints them
};

// ---- Checked files ----

// A file without an error, and its imports.
struct BuildOptions {
  std::string output;           // the program, or the library
  bool shared = false;          // a library, with its C header beside it (docs/build.md)
  std::string target_cpu = {};  // `x86-64-v3`, …, or `native`; empty: what all processors of this kind have
};

class File {
 public:
  // Names, those of the file itself first.
  std::vector<std::string> designs() const;
  std::vector<std::string> workloads() const;
  std::vector<std::string> experiments() const;

  // A design with a workload; an empty name: the file's only one. Of a file without workloads, the standard library's
  // `Default`.
  Result<Plan> plan(const std::string& design = {}, const std::string& workload = {}) const;
  Result<Plan> plan(const std::string& design, const TraceWorkload& trace) const;

  // The requests of a workload of the file for any drive of so many bytes; 0: 16 GiB. Of the options `requests` and
  // `seed` count, and how a trace is read.
  Result<std::vector<Record>> requests_of(const std::string& workload = {}, std::uint64_t space = 0,
                                          const RunOptions& options = {}) const;

  // `pages`: of the allocation; 0: some stripes.
  Result<Picture> draw(const std::string& design = {}, DesignView view = DesignView::kAllocation,
                       PictureFormat format = PictureFormat::kSvg, std::uint64_t pages = 0) const;
  // Runs the design with the workload that `options` or `drawing.trace` names, and draws the run.
  Result<Picture> draw_run(const std::string& design, const RunDrawing& drawing, const RunOptions& options = {}) const;

  // Runs an experiment of the file; an empty name: its only one. Runs that fail are diagnostics beside the results.
  Result<Experiment> run_experiment(const std::string& name = {}, const ExperimentOptions& options = {}) const;
  // The points, what the folder has of them, and how long the rest will take, as text; nothing is run or written.
  Result<std::string> dry_run(const std::string& name = {}, const ExperimentOptions& options = {}) const;

  // What a design looks like from outside: chunk, channels, units and mapping, found by response times alone.
  Result<ProbeFindings> probe(const std::string& design = {}, const ProbeOptions& options = {}) const;

  // A program or library of the design and the file's workloads, which needs neither ssdc nor LLVM; linked by the
  // machine's C++ compiler (`CXX`, or `c++` of the path). Gives what it wrote.
  Result<std::string> build(const std::string& design, const BuildOptions& options) const;

  struct Data;
  explicit File(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};
Result<File> check(const std::string& path, const CheckOptions& options = {});

// ---- Texts about files and names ----

// The page of a design, workload, experiment or any other declaration; without a name, of the file's design, or of what
// the file holds.
Result<std::string> explain_file(const std::string& path, const std::string& name = {},
                                 const CheckOptions& options = {});
// The page of a name of the language or of its library (`gc.trigger`, `zipf`, `waf`), or of a diagnostic's code.
Result<std::string> explain_name(const std::string& name, const CheckOptions& options = {});

// What a file is at a step of the way to native code, as `ssdc dump --stage` prints it.
enum class DumpStage : std::uint8_t { kAst, kDesign, kPlan, kIr, kOptimisedIr, kAssembly };
// `name`: of a design (kDesign: or of an experiment); empty: the file's only design.
Result<std::string> dump(const std::string& path, DumpStage stage, const std::string& name = {},
                         const CheckOptions& options = {});

// The language's keys, records, functions and units as a page in Markdown, and its grammar for editors (TextMate).
std::string language_reference();
std::string language_grammar();

struct DesignOfFile {
  std::string path, name = {};  // an empty name: the file's only design
};
struct Difference {
  struct Change {
    std::string section, key, before, after;  // empty where a design has no such value
  };
  bool none = false;  // both give the same numbers for every workload
  std::vector<Change> changes;
  std::string text, json;
};
Result<Difference> diff(const DesignOfFile& before, const DesignOfFile& after, const CheckOptions& options = {});

// The text of a first design, of that name; `kind`: one of first_design_kinds(). `path`: the file that its comments
// name; empty: NAME.ssd.
Result<std::string> first_design(const std::string& name, const std::string& kind = "minimal",
                                 const std::string& path = {});
std::vector<std::string> first_design_kinds();

struct Formatted {
  std::string text;  // the canonical one
  bool changed = false;
};
Result<Formatted> format(const std::string& path, const CheckOptions& options = {});

// ---- Trace files ----

struct TraceOptions {
  std::string format = "auto";
  bool skip_bad_lines = false;
  std::optional<std::uint64_t> records = {};  // at most so many
};
struct TraceFigures {
  struct Sizes {
    std::uint64_t requests = 0, bytes = 0, smallest = 0, largest = 0;
  };
  std::uint64_t requests = 0, duration = 0;  // ns from the earliest to the latest arrival
  Sizes writes, reads, trims;
  std::uint64_t pages_touched = 0, pages_written = 0;  // distinct pages of 4 KiB
  std::uint64_t lowest = 0, highest = 0;               // first byte touched, first byte after the last one touched
  std::string text, json;                              // all of them, as `ssdc trace info` prints them
};

class Trace {
 public:
  std::string format() const;
  std::uint64_t size() const;
  // In the order of the file; times count from the earliest one.
  Result<std::vector<Record>> records() const;
  // The same one by one, for traces that memory should not hold; false ends it.
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
  std::uint64_t cut_times = 0;  // records whose time is no whole number of the format's units
};
// A format by its name (`msr`); `path` may end with .zst or .gz.
Result<Written> write_trace(const std::string& path, const std::vector<Record>& records,
                            const std::string& format = "msr");
std::vector<std::string> trace_formats();

struct FitOptions {
  std::string format = "auto";
  bool skip_bad_lines = false, cache = true;
  std::string name = {};                               // of the workload; empty: made of the file's
  std::optional<std::uint64_t> requests = {};          // of the trace, the first so many; none: 4 million
  std::optional<std::uint64_t> space = {};             // bytes of the drive: no address goes beyond it
  std::string standard_library = {};                   // as of CheckOptions
  std::function<bool(const Progress&)> progress = {};  // its result counts for nothing
};
struct FittedFigure {
  std::string name, unit;
  double trace = 0, workload = 0;
  bool fitted = false;  // or it comes as it comes
  bool within = false;  // near enough to the trace's (docs/commands.md)
};
struct Fitted {
  std::string name;
  std::string text;                                 // of a file with the workload, in the canonical form
  std::vector<FittedFigure> figures;                // of the trace and of what the workload generates
  std::vector<std::string> not_expressible, notes;  // what no workload of the language has; what was cut or chosen
  std::string json;                                 // as `ssdc trace fit` prints it
};
// A workload in the language that is like a trace.
Result<Fitted> fit_trace(const std::string& path, const FitOptions& options = {});

}  // namespace ssd::api
