// The drive of ssd_sim.h: the design that this library carries, checked, at time 0, and a run of it that takes requests bit by bit.
// Every function that gives false, or nothing, leaves its reason in error(), in the words of ssdc.
#pragma once
#include <optional>
#include <string>

#include "runtime/results/report.h"
#include "runtime/simulation/incremental.h"
#include "tools/ssdc/session.h"
#include "tools/ssdc/staged_run.h"

namespace ssd::standalone {

struct DriveOptions {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> memory;
  std::uint32_t closed_depth = 0;
  std::string snapshot;
};

struct ByteRequest {
  Time arrival;
  std::uint64_t offset, bytes;
  Direction direction;
};

class LibraryDrive {
 public:
  LibraryDrive();
  bool open(const DriveOptions& options);
  // All or none.
  bool submit(const std::vector<ByteRequest>& requests);
  bool run_until(Time until);
  bool finish();
  bool worn_out() const { return worn_out_; }
  // What came out so far, and how many requests were submitted.
  std::optional<results::Report> report();
  bool save(const std::string& file);

  const std::string& error() const { return error_; }
  // False.
  bool fail(std::string why);

 private:
  bool choose_start(const std::string& snapshot);
  bool run_first();
  std::optional<Request> request_of(const ByteRequest& request);
  bool is_running();
  bool ended_well();
  bool tell();

  cli::BuiltIn built_;
  cli::Session session_;
  DriveOptions options_;
  std::optional<design::Design> design_;
  std::optional<cli::StagedRun> staged_;
  std::optional<simulation::DriveState> state_;  // at time 0, if not as the design says
  std::optional<simulation::IncrementalRun> run_;
  results::StartFacts start_;
  Time latest_ = 0;
  double run_seconds_ = 0;
  bool broken_ = false, worn_out_ = false;
  std::string error_;
};

}  // namespace ssd::standalone
