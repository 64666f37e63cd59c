// What the values of ssd.hpp hold.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/check.h"
#include "runtime/abi/plan.h"
#include "runtime/base/source.h"
#include "runtime/run/whole_run.h"
#include "runtime/trace/trace_shelf.h"
#include "tools/api/simulator.h"
#include "tools/api/ssd.hpp"
#include "tools/pictures/recorded.h"

namespace ssd::api {

struct Plan::Data {
  // Of a TraceWorkload.
  struct Records {
    std::string path;  // that stands for them in the Plan
    std::string name;
    std::shared_ptr<const trace::Trace> trace;  // null: they are no trace
    std::string fault;                          // why not
  };
  ssd::Plan plan;
  SourceMap sources;                    // that its places lie in
  std::vector<std::string> notes;       // about the workload, for reports
  std::optional<Records> records = {};  // of its only workload
};

struct File::Data {
  check::Checked checked;
  SourceMap sources;
  check::Options options;
};

// No caller of the library sees these.
#pragma GCC visibility push(hidden)

// The shared library that this is part of, or the program that it was linked with.
std::string own_file();

// How files are read by these options. What is wrong with the standard library goes to the sink.
check::Options checking(const CheckOptions& options, diag::Sink& sink);

EngineChoice choice_of(Engine engine);

trace::TraceRecord record_of(const Record& record);
std::optional<Plan::Data::Records> records_of(const TraceWorkload& trace);
// The Plan's traces in memory for a run. False after a diagnostic.
bool put_records(const Plan::Data& data, trace::TraceShelf& shelf, diag::Sink& sink);

// The workload that a trace makes.
workload::Workload workload_of(const TraceWorkload& trace, const std::optional<Plan::Data::Records>& records);
// The workload of a Plan by name; without a name its first one. Null after a diagnostic.
const workload::Workload* workload_of(const ssd::Plan& plan, const std::string& name, diag::Sink& sink);

// Whether there is time between its ends. False after a diagnostic.
bool has_window(Environment& environment, const results::TimelineBounds& window);
// `recorded`: for a picture. Nothing after a diagnostic.
std::optional<run::Ran> run_of(Environment& environment, const Plan::Data& data, const RunOptions& options,
                               const pictures::Recorded& recorded);

#pragma GCC visibility pop

}  // namespace ssd::api
