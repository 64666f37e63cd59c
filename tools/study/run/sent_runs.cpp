// See sent_runs.h. After the setting comes a list of records: a file that the next runs need, a design with some
// workloads, or a run of that design with one of these workloads.
#include "tools/study/run/sent_runs.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "runtime/abi/plan_bytes.h"
#include "tools/study/run/trace_facts.h"

namespace ssd::study {
namespace {

StreamKind sent_kind() {
  return {.mark = "ssdc runs 2", .what = "runs of an experiment", .version = version_of_numbers()};
}
// A design is sent again after so many workloads, so that the receiver never has more of them.
constexpr std::size_t kWorkloadsOfAPlan = 16;

enum class Record : std::uint8_t { kEnd, kInput, kPlan, kRun };
void put(Record record, StreamWriter& to) { to.put(static_cast<std::uint64_t>(record)); }

void add_input(const workload::Workload& workload, std::set<std::string>& paths) {
  for (const workload::Workload& flow : workload.flows) add_input(flow, paths);
  if (const auto* source = std::get_if<workload::TraceSource>(&workload.source)) paths.insert(path_of(*source));
}

// The files that runs of the Plan read.
std::set<std::string> inputs_of(const Plan& plan) {
  std::set<std::string> paths;
  for (const workload::Workload& workload : plan.workloads) add_input(workload, paths);
  if (plan.start.workload != nullptr) add_input(*plan.start.workload, paths);
  if (!plan.start.snapshot_file.empty()) paths.insert(plan.start.snapshot_file);
  return paths;
}

void put_setting(const SentSetting& setting, StreamWriter& to) {
  for (const std::uint64_t value :
       {setting.memory, setting.beside, setting.most_bytes, std::uint64_t{setting.check}, std::uint64_t{setting.sort},
        std::uint64_t{setting.skip_bad_lines}, std::uint64_t{setting.cache}})
    to.put(value);
}

SentSetting setting_in(StreamReader& from) {
  SentSetting setting;
  setting.memory = from.number();
  setting.beside = std::max<std::uint64_t>(from.number(), 1);
  setting.most_bytes = from.number();
  for (bool* flag : {&setting.check, &setting.sort, &setting.skip_bad_lines, &setting.cache})
    *flag = from.number() != 0;
  return setting;
}

class RunsWriter {
 public:
  RunsWriter(const StudyPlan& plan, std::span<const std::uint32_t> runs, StreamWriter& to)
      : plan_(plan), runs_(runs), to_(to) {}

  // Writes the next run, and before it what it needs and is not there yet.
  void put_next() {
    if (next_ == end_of_plan_) put_plan();
    const std::uint32_t number = runs_[next_++];
    const PlannedRun run = plan_.run(number);
    if (run.workload != workload_) {
      workload_ = run.workload;
      ++workload_number_;
    }
    put(Record::kRun, to_);
    for (const std::uint64_t value : {workload_number_ - 1, plan_.seed(number),
                                      std::uint64_t{plan_.experiment->only_ftl}, run.key.high, run.key.low})
      to_.put(value);
  }
  std::size_t count() const { return next_; }
  bool is_at_end() const { return next_ == runs_.size(); }

 private:
  PlannedRun planned(std::size_t place) const { return plan_.run(runs_[place]); }

  // Writes the design of the next run, with the workloads of as many runs as it can serve.
  void put_plan() {
    const std::uint32_t design = planned(next_).design;
    if (design != design_) begin_design(design);
    sent_plan_.workloads.clear();
    workload_.reset();
    workload_number_ = 0;
    std::optional<std::uint32_t> last;
    for (; end_of_plan_ < end_of_design_; ++end_of_plan_) {
      const std::uint32_t workload = planned(end_of_plan_).workload;
      if (workload == last) continue;
      if (sent_plan_.workloads.size() == kWorkloadsOfAPlan) break;
      sent_plan_.workloads.push_back(unpacked_workload(plan_.workloads.at(workload).packed));
      last = workload;
    }
    put_new_inputs();
    put(Record::kPlan, to_);
    to_.put(design_number_);
    to_.put(static_cast<std::uint64_t>(pages_));
    // It refers to texts that the other process does not have, so places are left out.
    to_.put(std::string_view(encoded(sent_plan_, SourceMap())));
  }

  void begin_design(std::uint32_t design) {
    design_ = design;
    ++design_number_;
    sent_plan_ = unpacked_plan(plan_.designs.at(design).packed);
    pages_ = 0;
    for (; end_of_design_ < runs_.size(); ++end_of_design_) {
      const PlannedRun run = planned(end_of_design_);
      if (run.design != design) break;
      pages_ += run.pages;
    }
  }

  void put_new_inputs() {
    for (const std::string& path : inputs_of(sent_plan_)) {
      if (!inputs_.insert(path).second) continue;
      put(Record::kInput, to_);
      to_.put(std::string_view(path));
      to_.put(std::string_view(plan_.inputs.at(path)));
    }
  }

  const StudyPlan& plan_;
  std::span<const std::uint32_t> runs_;
  StreamWriter& to_;
  std::size_t next_ = 0, end_of_plan_ = 0, end_of_design_ = 0;  // places in the runs
  std::optional<std::uint32_t> design_;                         // of the last Plan
  std::uint64_t design_number_ = 0;
  double pages_ = 0;  // of all runs of the design
  Plan sent_plan_;
  std::optional<std::uint32_t> workload_;  // of the last run
  std::uint64_t workload_number_ = 0;      // of those of the last Plan, from 1 on
  std::set<std::string> inputs_;
};

}  // namespace

SentRuns sent_runs(const StudyPlan& plan, std::span<const std::uint32_t> runs, const SentSetting& setting) {
  StreamWriter to(sent_kind());
  put_setting(setting, to);
  RunsWriter writer(plan, runs, to);
  while (!writer.is_at_end() && (writer.count() == 0 || to.size() < setting.most_bytes)) writer.put_next();
  put(Record::kEnd, to);
  return {.bytes = to.finish(), .count = writer.count()};
}

ReceivedRuns::ReceivedRuns(std::string_view bytes) : from_(sent_kind(), bytes), setting_(setting_in(from_)) {}

const ReceivedRun* ReceivedRuns::next() {
  while (true) {
    switch (const std::uint64_t record = from_.number(); record) {
      case static_cast<std::uint64_t>(Record::kInput): read_input(); break;
      case static_cast<std::uint64_t>(Record::kPlan): read_plan(); break;
      case static_cast<std::uint64_t>(Record::kRun): read_run(); return &run_;
      case static_cast<std::uint64_t>(Record::kEnd):
        if (from_.at_end()) return nullptr;
        [[fallthrough]];
      default: throw Unreadable("there is a record that does not belong there");
    }
  }
}

// Compares a file of this machine with that of the machine that sent the runs.
void ReceivedRuns::read_input() {
  const std::string path = from_.text(), wanted = from_.text();
  const auto found = digest_of_file(path);
  if (!found)
    throw Unreadable(fmt::format("`{}` does not exist on the worker's machine, or cannot be read there", path));
  if (*found != wanted)
    throw Unreadable(fmt::format("`{}` on the worker's machine is another file of that name", path));
}

void ReceivedRuns::read_plan() {
  run_.design = from_.number();
  run_.pages_of_design = static_cast<double>(from_.number());
  SourceMap sources;
  DecodedPlan decoded = decoded_plan(from_.text(), sources);
  if (!decoded.plan) throw Unreadable(decoded.fault);
  plan_ = std::move(*decoded.plan);
  workloads_ = std::exchange(plan_.workloads, {});
}

void ReceivedRuns::read_run() {
  const std::uint64_t workload = from_.number();
  if (workload >= workloads_.size()) throw Unreadable("there is a run without a workload");
  run_.plan = &plan_;
  run_.workload = &workloads_[workload];
  run_.seed = from_.number();
  run_.only_ftl = from_.number() != 0;
  run_.key.high = from_.number();
  run_.key.low = from_.number();
}

}  // namespace ssd::study
