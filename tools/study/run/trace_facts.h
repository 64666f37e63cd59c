// What is known of a trace before it runs: that it is there, what its bytes are, how much it moves.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "tools/study/run/plan.h"

namespace ssd::study {

// 128 bits of a file's bytes, as text. Nothing if it cannot be read.
std::optional<std::string> digest_of_file(const std::string& path);

class TraceFacts {
 public:
  // `options`: how files of the experiment are checked.
  TraceFacts(Environment& environment, const check::Options& options, const TraceReading& reading,
             trace::TraceShelf& shelf)
      : environment_(environment), options_(options), reading_(reading), shelf_(shelf) {}

  struct Facts {
    std::string digest;
    std::uint64_t requests = 0, bytes = 0;  // without repetitions
  };
  // Null after a diagnostic, which is given once.
  const Facts* of(const workload::Workload& workload);

 private:
  bool is_there(const workload::Workload& workload, const workload::TraceSource& source);
  std::string way_out(const workload::Workload& workload);
  Environment& environment_;
  const check::Options& options_;
  const TraceReading& reading_;
  trace::TraceShelf& shelf_;
  std::map<std::string, std::optional<Facts>> known_;  // nothing: it cannot be read
};

}  // namespace ssd::study
