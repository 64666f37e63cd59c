// The private data of the classes of ssd.hpp, and the functions that several files of this folder share.
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
  // TraceWorkload::records, converted.
  struct Records {
    std::string path;                           // stands for the records in the Plan
    std::string name;                           // for reports
    std::shared_ptr<const trace::Trace> trace;  // null: the records cannot be a trace
    std::string fault;                          // why they cannot; empty if they can
  };
  ssd::Plan plan;
  SourceMap sources;                    // the texts that the places of the Plan refer to
  std::vector<std::string> notes;       // about the workload, for reports
  std::optional<Records> records = {};  // of the Plan's only workload, if that is a trace from memory
};

struct File::Data {
  check::Checked checked;
  SourceMap sources;
  check::Options options;
};

// The shared library does not export these.
#pragma GCC visibility push(hidden)

// The checker's options for these options of the library. A problem with the standard library is reported to the sink.
check::Options checking(const CheckOptions& options, diag::Sink& sink);

EngineChoice choice_of(Engine engine);

trace::TraceRecord record_of(const Record& record);
std::optional<Plan::Data::Records> records_of(const TraceWorkload& trace);
// Puts the Plan's trace from memory, if it has one, on the shelf for a run. False after a diagnostic.
bool put_records(const Plan::Data& data, trace::TraceShelf& shelf, diag::Sink& sink);

// A workload that consists of the trace.
workload::Workload workload_of(const TraceWorkload& trace, const std::optional<Plan::Data::Records>& records);
// The workload of that name; for an empty name the Plan's first one. Null after a diagnostic.
const workload::Workload* workload_of(const ssd::Plan& plan, const std::string& name, diag::Sink& sink);

// Whether the window begins before it ends. False after a diagnostic.
bool has_window(Environment& environment, const results::TimelineBounds& window);
// Runs a Plan. `recorded`: what to record in addition, for a picture. Returns nothing after a diagnostic.
std::optional<run::Ran> run_of(Environment& environment, const Plan::Data& data, const RunOptions& options,
                               const pictures::Recorded& recorded);

#pragma GCC visibility pop

}  // namespace ssd::api
