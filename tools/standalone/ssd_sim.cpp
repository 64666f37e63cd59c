// The functions of ssd_sim.h: a C interface to LibraryDrive. Invariant: no exception leaves these functions; every
// problem ends up in the drive's error.
#include "tools/standalone/ssd_sim.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <set>

#include "tools/standalone/library_drive.h"

struct ssd_sim {
  ssd::standalone::LibraryDrive drive;
  std::string results;  // the last text of ssd_sim_results_json()
};

namespace {

constexpr std::uint32_t kHandleShift = 16, kKindMask = 0xffff;  // of ssd_sim_request::kind

// The drives that are open, so that a call for a drive that was closed is refused instead of reading freed memory.
class OpenDrives {
 public:
  void add(const ssd_sim* drive) {
    const std::lock_guard lock(mutex_);
    drives_.insert(drive);
  }
  bool has(const ssd_sim* drive) {
    const std::lock_guard lock(mutex_);
    return drives_.contains(drive);
  }
  // False if it was not open.
  bool remove(const ssd_sim* drive) {
    const std::lock_guard lock(mutex_);
    return drives_.erase(drive) != 0;
  }

 private:
  std::mutex mutex_;
  std::set<const ssd_sim*> drives_;
};
OpenDrives& open_drives() {
  static OpenDrives drives;
  return drives;
}

// Sets the error, or leaves it unset if there is no memory for the text.
void say(ssd_sim& sim, const char* what, const char* more) try {
  sim.drive.fail(std::string(what) + more);
} catch (const std::bad_alloc&) {
  return;
}

// The code for the result of `function`, which returns true on success.
template <class Function>
int code_of(ssd_sim* sim, Function function) {
  if (!open_drives().has(sim)) return SSD_SIM_ERROR;
  try {
    if (function(sim->drive)) return SSD_SIM_OK;
    return sim->drive.worn_out() ? SSD_SIM_WORN_OUT : SSD_SIM_ERROR;
  } catch (const std::bad_alloc&) {
    say(*sim, "there is not ", "enough memory");
  } catch (const std::exception& error) {
    say(*sim, "internal error: ", error.what());
  }
  return SSD_SIM_ERROR;
}

bool refuse(ssd::standalone::LibraryDrive& drive, const char* why) {
  drive.fail(why);
  return false;
}

// Reads as much of the struct as the caller's version of it has.
ssd::standalone::DriveOptions options_of(const ssd_sim_options* given) {
  ssd_sim_options options{};
  options.seed = 1;
  if (given != nullptr) std::memcpy(&options, given, std::min(given->size, sizeof options));
  ssd::standalone::DriveOptions result{.seed = options.seed,
                                       .memory = {},
                                       .closed_depth = options.closed_depth,
                                       .snapshot = {},
                                       .flushes = options.flushes != 0};
  if (options.memory_bytes != 0) result.memory = options.memory_bytes;
  if (options.snapshot != nullptr) result.snapshot = options.snapshot;
  return result;
}

ssd_sim_counters counters_of(const ssd::results::Report& report) {
  using ssd::Direction;
  const ssd::results::Results& r = report.results;
  const auto completed = [&r](Direction d) { return r.host.completed[static_cast<std::size_t>(d)]; };
  const auto bytes = [&r](Direction d) { return r.host.bytes[static_cast<std::size_t>(d)]; };
  ssd_sim_counters c{};
  c.submitted = report.requests;
  c.completed_writes = completed(Direction::kWrite), c.completed_reads = completed(Direction::kRead),
  c.completed_trims = completed(Direction::kTrim);
  c.bytes_written = bytes(Direction::kWrite), c.bytes_read = bytes(Direction::kRead),
  c.bytes_trimmed = bytes(Direction::kTrim);
  c.host_page_reads = r.flash.host_reads, c.host_page_programs = r.flash.host_programs;
  c.collection_page_reads = r.flash.collection_reads, c.collection_page_programs = r.flash.collection_programs;
  c.erases = r.flash.erases, c.collections = r.flash.collections, c.clock_ns = r.clock;
  c.write_amplification = r.write_amplification();
  c.mean_response_ns = r.response.mean, c.mean_read_ns = r.read.mean, c.mean_write_ns = r.write.mean;
  c.p99_response_ns = static_cast<double>(r.response.p99), c.p99_read_ns = static_cast<double>(r.read.p99),
  c.p99_write_ns = static_cast<double>(r.write.p99);
  c.write_amplification_by_bytes = r.write_amplification_by_bytes();
  c.completed_flushes = completed(Direction::kFlush);
  c.mean_flush_ns = r.flush.mean, c.p99_flush_ns = static_cast<double>(r.flush.p99);
  return c;
}

}  // namespace

extern "C" {

int ssd_sim_open(const ssd_sim_options* options, ssd_sim** drive) {
  if (drive == nullptr) return SSD_SIM_ERROR;
  try {
    *drive = nullptr;
    auto made = std::make_unique<ssd_sim>();
    open_drives().add(made.get());
    *drive = made.release();
  } catch (...) {
    return SSD_SIM_ERROR;
  }
  return code_of(*drive, [options](auto& opened) {
    constexpr std::size_t kOldest = offsetof(ssd_sim_options, flushes);  // the size of the struct's first version
    if (options != nullptr && options->size < kOldest)
      return refuse(opened, "`options->size` is smaller than the struct: set it to sizeof(ssd_sim_options)");
    return opened.open(options_of(options));
  });
}

int ssd_sim_submit(ssd_sim* drive, const ssd_sim_request* requests, size_t count) {
  return code_of(drive, [requests, count](auto& to) {
    if (requests == nullptr && count != 0) return refuse(to, "`requests` is NULL");
    std::vector<ssd::standalone::ByteRequest> all;
    for (size_t i = 0; i < count; ++i) {
      const ssd_sim_request& r = requests[i];
      all.push_back({r.time_ns, r.offset, r.bytes, r.kind & kKindMask, r.kind >> kHandleShift});
    }
    return to.submit(all);
  });
}

int ssd_sim_run_until(ssd_sim* drive, uint64_t time_ns) {
  return code_of(drive, [time_ns](auto& run) { return run.run_until(time_ns); });
}

int ssd_sim_finish(ssd_sim* drive) {
  return code_of(drive, [](auto& run) { return run.finish(); });
}

int ssd_sim_read_counters(ssd_sim* drive, ssd_sim_counters* counters, size_t size) {
  return code_of(drive, [counters, size](auto& of) {
    if (counters == nullptr) return refuse(of, "`counters` is NULL");
    const auto report = of.report();
    if (!report) return false;
    const ssd_sim_counters read = counters_of(*report);
    std::memcpy(counters, &read, std::min(size, sizeof read));
    return true;
  });
}

const char* ssd_sim_results_json(ssd_sim* drive) {
  const int code = code_of(drive, [drive](auto& of) {
    const auto report = of.report();
    if (report) drive->results = ssd::results::json(*report);
    return report.has_value();
  });
  return code == SSD_SIM_OK ? drive->results.c_str() : nullptr;
}

int ssd_sim_save(ssd_sim* drive, const char* file) {
  return code_of(drive,
                 [file](auto& from) { return file == nullptr ? refuse(from, "`file` is NULL") : from.save(file); });
}

const char* ssd_sim_error(const ssd_sim* drive) {
  return open_drives().has(drive) ? drive->drive.error().c_str() : "there is no drive, or it was closed";
}

void ssd_sim_close(ssd_sim* drive) {
  if (open_drives().remove(drive)) delete drive;
}

}  // extern "C"
