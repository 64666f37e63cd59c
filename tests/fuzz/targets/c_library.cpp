// Fuzz target: a script of calls of the C library (tools/standalone/ssd_sim.h), with the generic engine in place of a
// built one. Drives may be used before they are opened and after they are closed, closed twice, and called with null
// where the header allows it. Every call returns a code of the header; a call that fails leaves a reason; requests are
// taken all or not at all; counts never exceed what was submitted, and after ssd_sim_finish() everything is completed;
// results are JSON; a drive that was saved can be opened from its file; no call for a closed drive succeeds.
#include <array>

#include <nlohmann/json.hpp>

#include "tests/fuzz/drives.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/targets.h"
#include "tools/standalone/built_engine.h"
#include "tools/standalone/built_in.h"
#include "tools/standalone/ssd_sim.h"

namespace ssd::standalone {
namespace {

std::string built_in;  // of the drive that ssd_sim_open() makes next

}  // namespace

std::string_view built_in_bytes() { return built_in; }
EngineEntry built_engine(Pass) { return generic_engine(); }

}  // namespace ssd::standalone

namespace ssd::fuzz {
namespace {

constexpr std::size_t kDrives = 3, kMostCalls = 40, kMostRequests = 16;

class Script {
 public:
  explicit Script(std::string_view bytes) : input_(bytes), drive_(&fuzz::drive(input_.byte())) {
    standalone::built_in = standalone::encoded(
        {.file = "main.ssd", .cpu = {}, .features = {}, .plan = drive_->plan, .own = 0}, drive_->sources);
  }
  ~Script() {
    for (const Handle& handle : handles_) ssd_sim_close(handle.drive);
  }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  std::string broken() {
    for (std::size_t call = 0; call < kMostCalls && !input_.empty() && broken_.empty(); ++call) {
      Handle& handle = handles_[input_.below(kDrives)];
      switch (input_.below(9)) {
        case 0: open(handle); break;
        case 1: submit(handle); break;
        case 2: judge(handle, ssd_sim_run_until(handle.drive, input_.number(1 + input_.below(8)))); break;
        case 3: finish(handle); break;
        case 4: count(handle); break;
        case 5: show(handle); break;
        case 6: save(handle); break;
        case 7: close(handle); break;
        default: pass_null(handle); break;
      }
    }
    for (Handle& handle : handles_) count(handle);
    return broken_;
  }

 private:
  struct Handle {
    ssd_sim* drive = nullptr;
    bool open = false, finished = false;
    u64 submitted = 0;
  };

  void expect(bool holds, const char* what) {
    if (!holds && broken_.empty()) broken_ = what;
  }

  // Returns whether the call succeeded.
  bool judge(const Handle& handle, int code) {
    expect(code == SSD_SIM_OK || code == SSD_SIM_ERROR || code == SSD_SIM_WORN_OUT, "a call returned an unknown code");
    expect(handle.open || code == SSD_SIM_ERROR, "a call for a drive that is not open succeeded");
    expect(code == SSD_SIM_OK || *ssd_sim_error(handle.drive) != '\0', "a call failed without a reason");
    return code == SSD_SIM_OK;
  }

  // A bit of a byte decides whether a field of the options is as usual.
  void open(Handle& handle) {
    ssd_sim_close(handle.drive);
    handle = {};
    ssd_sim_options options{};
    const u64 how = input_.byte();
    options.size = (how & 1) != 0 ? input_.byte() : sizeof options;
    options.seed = input_.byte();
    options.memory_bytes = (how & 2) != 0 ? input_.number(4) : u64{1} << 26;
    options.closed_depth = (how & 4) != 0 ? static_cast<u32>(input_.number(3)) : 0;
    if ((how & 8) != 0) options.snapshot = saved_path();
    options.flushes = (how & 32) != 0 ? 1 : 0;
    const int code = ssd_sim_open((how & 16) != 0 ? nullptr : &options, &handle.drive);
    if (handle.drive == nullptr) return expect(false, "there is no memory for a drive");
    for (Handle& other : handles_) {  // a closed drive's address may become that of a new one
      if (&other != &handle && other.drive == handle.drive) other = {};
    }
    handle.open = true;
    const bool opened = judge(handle, code);
    const bool usual = (how & 31) == 0;
    expect(opened || !usual, ssd_sim_error(handle.drive));
  }

  void submit(Handle& handle) {
    std::array<ssd_sim_request, kMostRequests> requests{};
    const u64 count = input_.below(kMostRequests + 1), page = drive_->plan.geometry.page_bytes;
    for (u64 i = 0; i < count; ++i) {
      const u64 how = input_.byte();
      time_ += input_.number(how % 5);
      requests[i] = {.time_ns = (how & 128) != 0 ? input_.number(8) : time_,
                     .offset = (how & 64) != 0 ? input_.number(8) : input_.below(64) * page / 2,
                     .bytes = (how & 32) != 0 ? input_.number(4) : page,
                     .kind = static_cast<u32>(input_.below(6)) | SSD_SIM_HANDLE((how & 16) != 0 ? input_.below(4) : 0)};
    }
    if (judge(handle, ssd_sim_submit(handle.drive, requests.data(), count))) handle.submitted += count;
    this->count(handle);
  }

  void finish(Handle& handle) {
    if (judge(handle, ssd_sim_finish(handle.drive))) handle.finished = true;
    count(handle);
  }

  void count(Handle& handle) {
    ssd_sim_counters c{};
    if (!judge(handle, ssd_sim_read_counters(handle.drive, &c, sizeof c))) return;
    const u64 completed = c.completed_writes + c.completed_reads + c.completed_trims + c.completed_flushes;
    expect(c.submitted == handle.submitted, "requests were taken in part, or lost");
    expect(completed <= c.submitted, "more requests are completed than were submitted");
    expect(!handle.finished || completed == c.submitted, "a finished drive has not completed everything");
    expect(c.write_amplification >= 0 && c.mean_response_ns >= 0, "a mean is negative");
  }

  void show(Handle& handle) {
    const char* text = ssd_sim_results_json(handle.drive);
    judge(handle, text != nullptr ? SSD_SIM_OK : SSD_SIM_ERROR);
    if (text == nullptr) return;
    const auto json = nlohmann::json::parse(text, nullptr, false);
    expect(!json.is_discarded(), "the results are no JSON");
  }

  void save(Handle& handle) {
    if (!judge(handle, ssd_sim_save(handle.drive, saved_path()))) return;
    expect(handle.finished, "a drive was saved that is not finished");
    ssd_sim_options options{};
    options.size = sizeof options;
    options.snapshot = saved_path();
    ssd_sim* again = nullptr;
    const int code = ssd_sim_open(&options, &again);
    expect(code == SSD_SIM_OK, code == SSD_SIM_OK ? "" : ssd_sim_error(again));
    ssd_sim_close(again);
  }

  void close(Handle& handle) {
    ssd_sim_close(handle.drive);
    handle.open = false;  // the handle itself is kept, for calls after the end
  }

  void pass_null(Handle& handle) {
    ssd_sim_close(nullptr);
    expect(ssd_sim_open(nullptr, nullptr) == SSD_SIM_ERROR, "a drive was opened nowhere");
    expect(ssd_sim_finish(nullptr) == SSD_SIM_ERROR, "no drive was finished");
    expect(*ssd_sim_error(nullptr) != '\0', "there is no reason without a drive");
    expect(ssd_sim_read_counters(handle.drive, nullptr, sizeof(ssd_sim_counters)) == SSD_SIM_ERROR,
           "counts went nowhere");
    expect(ssd_sim_save(handle.drive, nullptr) == SSD_SIM_ERROR, "a drive was saved nowhere");
    expect(ssd_sim_submit(handle.drive, nullptr, 1) == SSD_SIM_ERROR, "requests came from nowhere");
    judge(handle, ssd_sim_submit(handle.drive, nullptr, 0));
  }

  static const char* saved_path() {
    static const std::string path = scratch_folder() + "/saved.snap";
    return path.c_str();
  }

  Input input_;
  const Drive* drive_;
  std::array<Handle, kDrives> handles_;
  u64 time_ = 0;
  std::string broken_;
};

}  // namespace

std::string broken_by_c_library(std::string_view bytes) { return Script(bytes).broken(); }

}  // namespace ssd::fuzz
