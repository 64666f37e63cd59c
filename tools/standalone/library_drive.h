// The drive of ssd_sim.h: the design that this library contains, at time 0, and a run of it that takes requests a few
// at a time. Every function that returns false or nothing leaves the reason in error(), worded as by ssdc.
#pragma once
#include <optional>
#include <string>

#include "runtime/results/report.h"
#include "runtime/run/incremental.h"
#include "runtime/run/staged_run.h"
#include "tools/standalone/built_in.h"

namespace ssd::standalone {

struct DriveOptions {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> memory;
  std::uint32_t closed_depth = 0;
  std::string snapshot;
  bool flushes = false;  // requests may be flushes and forced writes
};

struct ByteRequest {
  Time arrival;
  std::uint64_t offset, bytes;
  std::uint32_t kind, handle;  // kind: a number of ssd_sim.h
};

class LibraryDrive {
 public:
  LibraryDrive();
  bool open(const DriveOptions& options);
  // Takes either all requests or none.
  bool submit(const std::vector<ByteRequest>& requests);
  bool run_until(Time until);
  bool finish();
  bool worn_out() const { return worn_out_; }
  // The results so far, and the number of submitted requests.
  std::optional<results::Report> report();
  bool save(const std::string& file);

  const std::string& error() const { return error_; }
  // Sets the error. Returns false.
  bool fail(std::string why);

 private:
  void choose_start(const std::string& snapshot);
  bool begin();
  std::optional<Request> request_of(const ByteRequest& request);
  std::optional<Request> flush_of(const ByteRequest& request);
  bool is_running();
  bool ended_well();
  bool tell();

  Environment environment_;
  BuiltIn built_;
  DriveOptions options_;
  Plan plan_;
  std::optional<run::StagedRun> staged_;
  std::optional<run::IncrementalRun> run_;
  run::DriveAtStart start_;
  Time latest_ = 0;
  double run_seconds_ = 0;
  bool broken_ = false, worn_out_ = false;
  std::string error_;
};

}  // namespace ssd::standalone
