// What is known of a trace before it runs: whether it exists, a digest of its contents, and its requests and bytes.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "tools/study/run/plan.h"

namespace ssd::study {

// A digest of 128 bits of a file's contents, as text. Nothing if the file cannot be read.
std::optional<std::string> digest_of_file(const std::string& path);

class TraceFacts {
 public:
  // `options`: the options with which the experiment's files are checked.
  TraceFacts(Environment& environment, const check::Options& options, const TraceReading& reading,
             trace::TraceShelf& shelf)
      : environment_(environment), options_(options), reading_(reading), shelf_(shelf) {}

  struct Facts {
    std::string digest;
    std::uint64_t requests = 0, bytes = 0;  // without `repeat`
  };
  // Null after a diagnostic, which is reported once.
  const Facts* of(const workload::Workload& workload);

 private:
  bool is_there(const workload::Workload& workload, const workload::TraceSource& source);
  std::string way_out(const workload::Workload& workload);
  Environment& environment_;
  const check::Options& options_;
  const TraceReading& reading_;
  trace::TraceShelf& shelf_;
  std::map<std::string, std::optional<Facts>> known_;  // nothing: the trace cannot be read
};

}  // namespace ssd::study
