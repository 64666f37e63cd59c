// See sent_runs.h. The body is a list of texts, each with its length before it.
#include "tools/study/run/sent_runs.h"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <utility>

#include "runtime/abi/plan_bytes.h"
#include "runtime/run/run_memory.h"
#include "tools/study/run/journal.h"
#include "tools/study/run/one_run.h"
#include "tools/study/run/trace_facts.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::study {
namespace {

constexpr std::string_view kSentMark = "ssdc runs 1 ";
constexpr std::string_view kSentDamage = "they were cut off or altered on their way";

// The text before the body.
std::string head_of(std::string_view body) {
  return fmt::format("{}{} {:016x}\n", kSentMark, version_of_numbers(), XXH3_64bits(body.data(), body.size()));
}

class SentWriter {
 public:
  void put(std::string_view text) { (text_ += fmt::format("{}:", text.size())) += text; }
  void put(std::uint64_t number) { put(std::string_view(fmt::format("{}", number))); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Reads what a SentWriter has written. The checksum of the body is right.
class SentReader {
 public:
  explicit SentReader(std::string_view text) : rest_(text) {}
  std::string_view text() {
    const std::size_t colon = std::min(rest_.find(':'), rest_.size());
    const auto size = static_cast<std::size_t>(number_in(rest_.substr(0, colon)));
    rest_.remove_prefix(std::min(colon + 1, rest_.size()));
    const std::string_view found = rest_.substr(0, size);
    rest_.remove_prefix(found.size());
    return found;
  }
  std::uint64_t number() { return number_in(text()); }

 private:
  static std::uint64_t number_in(std::string_view digits) {
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }
  std::string_view rest_;
};

// The numbers of different things, in the order in which they are first met.
template <class T>
class SentNumbers {
 public:
  std::size_t number_of(const T* thing) {
    const auto [place, is_new] = numbers_.try_emplace(thing, things_.size());
    if (is_new) things_.push_back(thing);
    return place->second;
  }
  const std::vector<const T*>& things() const { return things_; }

 private:
  std::map<const T*, std::size_t> numbers_;
  std::vector<const T*> things_;
};

void add_input(const workload::Workload& workload, std::set<std::string>& paths) {
  for (const workload::Workload& flow : workload.flows) add_input(flow, paths);
  if (const auto* source = std::get_if<workload::TraceSource>(&workload.source)) paths.insert(path_of(*source));
}

// The files that runs of the Plan read.
void add_inputs(const Plan& plan, std::set<std::string>& paths) {
  for (const workload::Workload& workload : plan.workloads) add_input(workload, paths);
  if (plan.start.workload != nullptr) add_input(*plan.start.workload, paths);
  if (!plan.start.snapshot_file.empty()) paths.insert(plan.start.snapshot_file);
}

struct SentDesign {
  const DesignAtPoint* design = nullptr;
  SentNumbers<WorkloadAtPoint> workloads;  // with which it is run

  Plan plan() const {
    Plan plan = design->plan();
    plan.workloads.clear();
    for (const WorkloadAtPoint* workload : workloads.things()) plan.workloads.push_back(workload->workload());
    return plan;
  }
};

void put_setting(const SentSetting& setting, SentWriter& to) {
  for (const std::uint64_t value :
       {setting.memory, setting.beside, std::uint64_t{setting.check}, std::uint64_t{setting.sort},
        std::uint64_t{setting.skip_bad_lines}, std::uint64_t{setting.cache}})
    to.put(value);
}

SentSetting setting_in(SentReader& from) {
  SentSetting setting;
  setting.memory = from.number();
  setting.beside = std::max<std::uint64_t>(from.number(), 1);
  for (bool* flag : {&setting.check, &setting.sort, &setting.skip_bad_lines, &setting.cache})
    *flag = from.number() != 0;
  return setting;
}

void put_inputs(const std::set<std::string>& paths, const StudyPlan& plan, SentWriter& to) {
  to.put(paths.size());
  for (const std::string& path : paths) {
    to.put(std::string_view(path));
    to.put(std::string_view(plan.inputs.at(path)));
  }
}

// Why this machine's files are not those of the machine that sent the runs; empty: they are.
std::string fault_of_inputs(SentReader& from) {
  for (std::uint64_t count = from.number(); count != 0; --count) {
    const std::string path(from.text());
    const auto wanted = from.text();
    const auto found = digest_of_file(path);
    if (!found) return fmt::format("`{}` does not exist on the worker's machine, or cannot be read there", path);
    if (*found != wanted) return fmt::format("`{}` on the worker's machine is another file of that name", path);
  }
  return "";
}

struct ReceivedRun {
  std::size_t design = 0, workload = 0;  // numbers
  std::uint64_t seed = 1;
  bool only_ftl = false;
  double pages = 0;
  cache::Key key;
};

ReceivedRun run_in(SentReader& from) {
  ReceivedRun run;
  run.design = from.number();
  run.workload = from.number();
  run.seed = from.number();
  run.only_ftl = from.number() != 0;
  run.pages = static_cast<double>(from.number());
  run.key.high = from.number();
  run.key.low = from.number();
  return run;
}

struct Received {
  SentSetting setting;
  std::vector<Plan> designs;                               // without workloads
  std::vector<std::vector<workload::Workload>> workloads;  // of each design
  std::vector<ReceivedRun> runs;
};

std::optional<Received> received(std::string_view body, std::string& fault) {
  SentReader from(body);
  Received all{.setting = setting_in(from), .designs = {}, .workloads = {}, .runs = {}};
  fault = fault_of_inputs(from);
  if (!fault.empty()) return std::nullopt;
  for (std::uint64_t count = from.number(); count != 0; --count) {
    SourceMap sources;
    DecodedPlan decoded = decoded_plan(from.text(), sources);
    fault = std::move(decoded.fault);
    if (!decoded.plan) return std::nullopt;
    all.workloads.push_back(std::exchange(decoded.plan->workloads, {}));
    all.designs.push_back(std::move(*decoded.plan));
  }
  for (std::uint64_t count = from.number(); count != 0; --count) all.runs.push_back(run_in(from));
  return all;
}

MadeRuns made_of(const Received& all, const std::function<bool()>& goes_on, diag::Sink& sink) {
  MadeRuns made;
  const auto cache = all.setting.cache ? cache::safe_folder_of_user(sink) : std::nullopt;
  const auto memory = all.setting.memory == 0 ? std::nullopt : std::optional(all.setting.memory);
  const run::Allowance allowed = run::allowance(memory);
  trace::TraceShelf traces;
  SharedSimulators simulators(EngineChoice::kAuto, cache ? &*cache : nullptr);
  for (const ReceivedRun& run : all.runs) simulators.expect({0, run.design}, run.pages);
  const RunSetting setting{.traces = traces,
                           .simulators = simulators,
                           .reading = {.sort = all.setting.sort,
                                       .skip_bad_lines = all.setting.skip_bad_lines,
                                       .cache = cache ? &*cache : nullptr},
                           .memory = allowed.bytes / all.setting.beside,
                           .memory_stated = allowed.stated,
                           .check = all.setting.check,
                           .stop = [&] { return made.stopped; }};
  for (const ReceivedRun& run : all.runs) {
    RunFound found = run_once({.plan = all.designs.at(run.design),
                               .workload = all.workloads.at(run.design).at(run.workload),
                               .design = {0, run.design},
                               .seed = run.seed,
                               .only_ftl = run.only_ftl},
                              setting, [&](double) { made.stopped = made.stopped || !goes_on(); });
    made.stopped = made.stopped || !goes_on();
    if (!found.short_of_memory && found.run.state != RunState::kMissing)
      made.lines += Journal::line(run.key, {.run = std::move(found.run), .seconds = found.seconds});
    if (made.stopped) break;
  }
  return made;
}

}  // namespace

std::string sent_runs(const StudyPlan& plan, std::span<const std::uint32_t> runs, const SentSetting& setting) {
  SentNumbers<DesignAtPoint> numbers;
  std::vector<SentDesign> designs;
  SentWriter lines;
  for (const std::size_t i : runs) {
    const PlannedRun& run = plan.runs[i];
    const std::size_t design = numbers.number_of(run.design.get());
    if (design == designs.size()) designs.push_back({.design = run.design.get(), .workloads = {}});
    const std::size_t workload = designs[design].workloads.number_of(run.workload.get());
    for (const std::uint64_t value :
         {std::uint64_t{design}, std::uint64_t{workload}, run.seed, std::uint64_t{run.only_ftl},
          static_cast<std::uint64_t>(run.pages), run.key.high, run.key.low})
      lines.put(value);
  }
  std::set<std::string> inputs;
  SentWriter plans;  // they refer to texts that the other process does not have, so places are left out
  for (const SentDesign& design : designs) {
    const Plan whole = design.plan();
    add_inputs(whole, inputs);
    plans.put(std::string_view(encoded(whole, SourceMap())));
  }
  SentWriter head;
  put_setting(setting, head);
  put_inputs(inputs, plan, head);
  head.put(designs.size());
  SentWriter count;
  count.put(runs.size());
  const std::string body = head.text() + plans.text() + count.text() + lines.text();
  return head_of(body) + body;
}

MadeRuns make_sent_runs(std::string_view bytes, const std::function<bool()>& goes_on, diag::Sink& sink) {
  MadeRuns made;
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string_view body = bytes.substr(std::min(end + 1, bytes.size()));
  const std::string head = head_of(body);
  const std::string versions = fmt::format("{}{} ", kSentMark, version_of_numbers());
  if (!bytes.starts_with(kSentMark))
    made.fault = "they are not runs of an experiment";
  else if (!bytes.starts_with(versions))
    made.fault = fmt::format("they were sent by another version of ssdc than the worker's, {}", version_text());
  else if (!bytes.starts_with(head))
    made.fault = kSentDamage;
  if (!made.fault.empty()) return made;
  const auto all = received(body, made.fault);
  return all ? made_of(*all, goes_on, sink) : made;
}

}  // namespace ssd::study
