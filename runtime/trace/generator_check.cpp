// Whether a generator can run on a drive, as far as its text determines that (generator.limits): see requests.h.
#include <algorithm>
#include <bit>

#include "runtime/trace/generator_space.h"
#include "runtime/trace/quantity_text.h"
#include "runtime/trace/requests.h"

namespace ssd::trace {
namespace {

using diag::Code;

// Whether the generator can run on this drive. The checker has checked what does not depend on the drive.
class Check {
 public:
  Check(const Plan& plan, const workload::Workload& workload, const workload::Generator& generator, diag::Sink& sink)
      : plan_(plan), workload_(workload), generator_(generator), space_(space_of(plan, workload)), sink_(sink) {}

  bool passes() {
    if (workload_.part && space_.sectors == 0) return report_no_page();
    if (plan_.config.handles != 0 && workload_.handle >= plan_.config.handles) return report_handle();
    if (workload_.queue && *workload_.queue >= plan_.config.queues) return report_queue();
    each_size([&](u64 bytes) { whole_sectors("a size", bytes); });
    each_stride(generator_.pattern, space_, [&](u64 bytes, u64) { whole_sectors("a stride", bytes); });
    whole_sectors("an alignment", generator_.align);
    u64 largest = plan_.geometry.sector_bytes;  // the smallest size that an exponential size yields
    each_size([&](u64 bytes) { largest = std::max(largest, bytes); });
    const u64 region = smallest_region(generator_.pattern, space_) * plan_.geometry.sector_bytes;
    if (ok_ && largest > kMostRequestBytes) {
      sink_.report(Code::E0423, workload_.span, size_text(static_cast<double>(largest)), count_text(largest),
                   size_text(static_cast<double>(kMostRequestBytes)));
      ok_ = false;
    }
    if (ok_) check_alignment(region);
    if (ok_ && largest > region) {
      sink_.report(Code::E0427, workload_.span, count_text(largest), count_text(region))
          .help("make `over` larger, or the requests smaller");
      ok_ = false;
    }
    if (ok_) check_strides();
    return ok_;
  }

 private:
  bool report_no_page() {
    sink_.report(Code::E0457, workload_.span, printable(workload_.name, 80), count_text(plan_.logical_bytes()))
        .help(fmt::format("let `over` of the flow cover at least one page of {} within the drive",
                          size_text(static_cast<double>(plan_.geometry.page_bytes))));
    return false;
  }

  bool report_handle() {
    sink_
        .report(Code::E0458, workload_.span, printable(workload_.name, 80), workload_.handle, plan_.name,
                plan_.config.handles - 1)
        .help(workload_.handle < limits::kMostStreams
                  ? fmt::format("give the design `streams: handles({})`, or the workload a lower `handle`",
                                workload_.handle + 1)
                  : fmt::format("give the workload a `handle` below {}", plan_.config.handles));
    return false;
  }

  bool report_queue() {
    sink_
        .report(Code::E0459, workload_.span, printable(workload_.name, 80), *workload_.queue, plan_.name,
                plan_.config.queues, plan_.config.queues - 1)
        .help(
            fmt::format("give the design `host {{ queues: {} }}`, or the flow a lower `queue`", *workload_.queue + 1));
    return false;
  }

  template <class Visit>
  void each_size(const Visit& visit) const {
    each_constant(generator_.size, visit);
    if (generator_.read_size) each_constant(*generator_.read_size, visit);
    if (generator_.write_size) each_constant(*generator_.write_size, visit);
  }

  u64 smallest_size() const {
    u64 smallest = ~u64{0};
    each_size([&](u64 bytes) { smallest = std::min(smallest, bytes); });
    return smallest == ~u64{0} ? plan_.geometry.sector_bytes : smallest;
  }

  // Rejects a stride that returns to address 0 with each step, if two requests would fit side by side.
  void check_strides() {
    const u64 sector = plan_.geometry.sector_bytes, smallest = smallest_size();
    each_stride(generator_.pattern, space_, [&](u64 bytes, u64 sectors) {
      const u64 region = sectors * sector;
      if (!ok_ || bytes % region != 0 || smallest > region / 2) return;
      const u64 times = bytes / region;
      sink_
          .report(Code::E0451, workload_.span, fmt::format("a stride of {}", size_text(static_cast<double>(bytes))),
                  count_text(region))
          .note({}, times == 1 ? "the stride equals the size of the pattern"
                               : fmt::format("the stride is {} times the size of the pattern", count_text(times)))
          .help(fmt::format("write a stride of less than {} bytes", count_text(region)));
      ok_ = false;
    });
  }

  // Rejects a given alignment that leaves only address 0, if the requests alone would have more places.
  void check_alignment(u64 region) {
    const u64 smallest = smallest_size();
    if (generator_.align == 0 || smallest >= region || generator_.align <= region - smallest) return;
    const auto shown = [](u64 bytes) { return size_text(static_cast<double>(bytes)); };
    sink_.report(Code::E0451, workload_.span, fmt::format("`align` of {}", shown(generator_.align)), count_text(region))
        .note({}, fmt::format("the next address would be {}, where a request of {} ends at {}",
                              count_text(generator_.align), shown(smallest), count_text(generator_.align + smallest)))
        .help(fmt::format("write `align` of at most {} bytes, or leave it out",
                          count_text(std::bit_floor(region - smallest))));
    ok_ = false;
  }

  void whole_sectors(std::string_view what, u64 bytes) {
    const u64 sector = plan_.geometry.sector_bytes;
    if (bytes % sector == 0) return;
    const u64 rounded = (bytes / sector + 1) * sector;
    sink_.report(Code::E0425, workload_.span, what, count_text(bytes), sector)
        .help(fmt::format("write {}B, or another multiple of {}B", rounded, sector));
    ok_ = false;
  }

  const Plan& plan_;
  const workload::Workload& workload_;
  const workload::Generator& generator_;
  const Space space_;
  diag::Sink& sink_;
  bool ok_ = true;
};

}  // namespace

bool suits(const Plan& plan, const workload::Workload& workload, diag::Sink& sink) {
  if (!workload.flows.empty())
    return std::ranges::all_of(workload.flows, [&](const workload::Workload& flow) { return suits(plan, flow, sink); });
  const auto* generator = std::get_if<workload::Generator>(&workload.source);
  return generator == nullptr || Check(plan, workload, *generator, sink).passes();
}

}  // namespace ssd::trace
