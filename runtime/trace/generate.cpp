// The requests of a generator: sizes, directions, intervals and addresses, each from its own stream of random numbers.
// See requests.h.
//
// Decisions: the first request arrives at 0, and each interval comes before its request. An exponential size is rounded
// up to a sector, and limited to the smallest region of the pattern and to 1 GiB. A region in bytes is limited to the
// space around it, with a note. By default a request is aligned to the largest power of two of sectors that divides its
// size, at most a page.
#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "runtime/base/given_up.h"
#include "runtime/trace/generator_stream.h"
#include "runtime/trace/patterns.h"
#include "runtime/trace/quantity_text.h"
#include "runtime/trace/requests.h"

namespace ssd::trace {
namespace {

using diag::Code;

u64 draw(const workload::Quantity& quantity, Random& random) {
  if (const auto* constant = std::get_if<workload::Constant>(&quantity.kind)) return constant->value;
  if (const auto* exponential = std::get_if<workload::Exponential>(&quantity.kind))
    return random.exponential(exponential->mean);
  const auto& options = std::get<workload::Choice>(quantity.kind).options;
  u64 drawn = random.below(workload::kWhole);
  std::size_t i = 0;
  while (i + 1 < options.size() && drawn >= options[i].parts_per_million) drawn -= options[i++].parts_per_million;
  return draw(options[i].value, random);
}

// A quantity as draw() takes it, converted to what the generator wants of it, with a short cut for what most workloads
// have: constants, and choices of constants.
template <class Convert>
class Quick {
 public:
  Quick(const workload::Quantity& quantity, Convert convert) : quantity_(quantity), convert_(convert) {
    if (const auto* constant = std::get_if<workload::Constant>(&quantity.kind)) constant_ = convert(constant->value);
    const auto* choice = std::get_if<workload::Choice>(&quantity.kind);
    u32 end = 0;
    for (std::size_t i = 0; choice != nullptr && i < choice->options.size(); ++i) {
      const auto* value = std::get_if<workload::Constant>(&choice->options[i].value.kind);
      if (value == nullptr) {
        options_.clear();
        break;
      }
      options_.push_back({end += choice->options[i].parts_per_million, convert(value->value)});
    }
  }
  [[gnu::always_inline]] u64 draw(Random& random) const {
    if (constant_) return *constant_;
    if (options_.empty()) return convert_(trace::draw(quantity_, random));
    const u64 drawn = random.below(workload::kWhole);
    const Option* option = options_.data();
    while (drawn >= option->end) ++option;
    return option->value;
  }

 private:
  struct Option {
    u64 end, value;  // taken if what is drawn is below `end`; the last one's is kWhole
  };
  const workload::Quantity& quantity_;
  Convert convert_;
  std::optional<u64> constant_;
  std::vector<Option> options_;
};

struct AsItIs {
  u64 operator()(u64 value) const { return value; }
};

// Bytes of a request in whole sectors.
struct InSectors {
  u64 sector_bytes, most;
  u64 operator()(u64 bytes) const { return std::clamp<u64>((bytes + sector_bytes - 1) / sector_bytes, 1, most); }
};

// The direction of all requests of a generator that has only one.
std::optional<Direction> only_direction(const workload::Generator& generator) {
  if (generator.read_parts == workload::kWhole) return Direction::kRead;
  if (generator.trim_parts == workload::kWhole) return Direction::kTrim;
  if (generator.read_parts == 0 && generator.trim_parts == 0) return Direction::kWrite;
  return std::nullopt;
}

// Visits every constant in the quantity.
template <class Visit>
void each_constant(const workload::Quantity& quantity, const Visit& visit) {
  if (const auto* constant = std::get_if<workload::Constant>(&quantity.kind)) visit(constant->value);
  if (const auto* choice = std::get_if<workload::Choice>(&quantity.kind)) {
    for (const workload::WeightedQuantity& option : choice->options) each_constant(option.value, visit);
  }
}

// Visits every stride in the pattern, with the sectors of its region.
template <class Visit>
void each_stride(const workload::Pattern& pattern, const Space& around, const Visit& visit) {
  const Space region{region_of(pattern, around), around.sectors_per_page, around.sector_bytes};
  if (const auto* stride = std::get_if<workload::Stride>(&pattern.kind)) visit(stride->bytes, region.sectors);
  if (const auto* mix = std::get_if<workload::PatternMix>(&pattern.kind)) {
    for (const workload::WeightedPattern& option : mix->options) each_stride(option.pattern, region, visit);
  }
}

// The sectors [first, end) of a flow's part of the space (generator.flows); without a part all sectors.
struct PartSectors {
  u64 first, end;
};
PartSectors sectors_of(const Plan& plan, const std::optional<workload::Part>& part) {
  const Geometry& g = plan.geometry;
  const u64 pages = plan.logical_pages() / g.subpages, sectors_per_page = g.page_bytes / g.sector_bytes;
  if (!part) return {0, pages * sectors_per_page};
  const auto page = [&](u64 at) {
    return part->in_bytes ? std::min(at / g.page_bytes, pages) : share_of_pages(pages, at);
  };
  return {page(part->from) * sectors_per_page, page(part->to) * sectors_per_page};
}

// The space of the patterns' addresses, which count from the beginning of the part.
Space space_of(const Plan& plan, const workload::Workload& workload) {
  const Geometry& g = plan.geometry;
  const PartSectors part = sectors_of(plan, workload.part);
  return {part.end - part.first, g.page_bytes / g.sector_bytes, g.sector_bytes};
}

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

// Its functions are inlined in both loops: calls cost a percent of the instructions of a simulated page operation.
class Generation {
 public:
  Generation(const Plan& plan, const workload::Workload& workload, const workload::Generator& generator, Seeds seeds)
      : generator_(generator),
        space_(space_of(plan, workload)),
        first_(sectors_of(plan, workload.part).first),
        in_sectors_{space_.sector_bytes,
                    std::min(smallest_region(generator.pattern, space_), kMostRequestBytes / space_.sector_bytes)},
        only_direction_(only_direction(generator)),
        size_(generator.size, in_sectors_),
        interval_(generator.interval, {}),
        directions_(seeds, "direction"),
        sizes_(seeds, "size"),
        read_sizes_(seeds, "read size"),
        write_sizes_(seeds, "write size"),
        intervals_(seeds, "interval"),
        addresses_(seeds, "address"),
        forced_(seeds, "fua") {
    places_ = make_places(generator.pattern, space_, seeds);
    if (generator.read_size) read_size_.emplace(*generator.read_size, in_sectors_);
    if (generator.write_size) write_size_.emplace(*generator.write_size, in_sectors_);
    syncs_ = generator.flush_every != 0 || generator.forced_parts != 0;
    writes_left_ = generator.flush_every;
  }

  [[gnu::always_inline]] Request next() { return syncs_ ? next_of_syncs() : next_plain(); }
  [[gnu::always_inline]] Time interval() { return interval_.draw(intervals_); }

 private:
  [[gnu::always_inline]] Request next_plain() {
    const Direction direction = draw_direction();
    const u64 sectors = draw_sectors(direction);
    const u64 sector = first_ + places_->next(sectors, alignment(sectors), addresses_);
    return {0, sector, static_cast<u32>(sectors), direction};
  }
  // Flushes and forced writes among them.
  [[gnu::noinline]] Request next_of_syncs() {
    if (generator_.flush_every != 0 && writes_left_ == 0) {
      writes_left_ = generator_.flush_every;
      return {0, 0, 0, Direction::kFlush};
    }
    Request request = next_plain();
    if (request.direction != Direction::kWrite) return request;
    --writes_left_;
    if (generator_.forced_parts != 0)
      request.forced = forced_.below(workload::kWhole) < generator_.forced_parts ? 1 : 0;
    return request;
  }
  // One draw decides between all three, so a workload without trims has the same requests as before trims existed. No
  // other draw depends on it, so it is left out where there is nothing to decide.
  [[gnu::always_inline]] Direction draw_direction() {
    if (only_direction_) return *only_direction_;
    const u64 drawn = directions_.below(workload::kWhole);
    if (drawn < generator_.read_parts) return Direction::kRead;
    return drawn < u64{generator_.read_parts} + generator_.trim_parts ? Direction::kTrim : Direction::kWrite;
  }
  [[gnu::always_inline]] u64 draw_sectors(Direction direction) {
    if (direction == Direction::kRead && read_size_) return read_size_->draw(read_sizes_);
    if (direction == Direction::kWrite && write_size_) return write_size_->draw(write_sizes_);
    return size_.draw(sizes_);
  }
  [[gnu::always_inline]] u64 alignment(u64 sectors) const {
    if (generator_.align != 0) return generator_.align / space_.sector_bytes;
    return std::min(sectors & (0 - sectors), std::bit_floor(space_.sectors_per_page));
  }

  const workload::Generator& generator_;
  Space space_;
  u64 first_;  // sector of the flow's part
  InSectors in_sectors_;
  std::optional<Direction> only_direction_;
  Quick<InSectors> size_;
  Quick<AsItIs> interval_;
  std::optional<Quick<InSectors>> read_size_, write_size_;
  bool syncs_;       // some request may be a flush, or a forced write
  u64 writes_left_;  // until the next flush
  Random directions_, sizes_, read_sizes_, write_sizes_, intervals_, addresses_, forced_;
  std::unique_ptr<Places> places_;
};

}  // namespace

bool suits(const Plan& plan, const workload::Workload& workload, diag::Sink& sink) {
  if (!workload.flows.empty())
    return std::ranges::all_of(workload.flows, [&](const workload::Workload& flow) { return suits(plan, flow, sink); });
  const auto* generator = std::get_if<workload::Generator>(&workload.source);
  return generator == nullptr || Check(plan, workload, *generator, sink).passes();
}

namespace {

// When a request arrives that would arrive at `time` without bursts (generator.bursts). `late`: set if times cannot be
// so late.
Time within_bursts(const workload::Bursts& bursts, Time time, bool& late) {
  const u64 pauses = time / bursts.on;
  late |= pauses != 0 && bursts.off > (kLatest - std::min(time, kLatest)) / pauses;
  return time + pauses * bursts.off;
}

// How much of a phase's end its requests have reached.
class PhaseEnd {
 public:
  PhaseEnd(const Plan& plan, const workload::Phase& phase) : length_(phase.length) {
    const Geometry& g = plan.geometry;
    left_ = Wide{phase.drive_writes} * plan.logical_pages() * g.sectors_per_unit();
  }
  bool is_behind(Time arrival) const { return length_ != 0 && arrival >= length_; }
  // Whether the request is the last one that the drive writes need.
  bool is_last(const Request& request) {
    if (length_ != 0) return false;
    if (request.direction != Direction::kWrite) return false;
    const Wide written = Wide{request.sectors} * workload::kWhole;
    left_ -= std::min(left_, written);
    return left_ == 0;
  }

 private:
  __extension__ using Wide = unsigned __int128;
  Wide left_ = 0;  // sectors to be written, in millionths
  Time length_;
};

}  // namespace

u64 requests_of_phase(const Plan& plan, const workload::Workload& phase, u64 run_seed, u64 most) {
  const auto& generator = std::get<workload::Generator>(phase.source);
  Generation generation(plan, phase, generator, {run_seed, phase.seed});
  PhaseEnd end(plan, *phase.phase);
  Time now = 0;
  bool late = false;
  for (u64 count = 0; count <= most; ++count) {
    leave_if_given_up(count);
    const Time interval = generation.interval();
    late |= interval > kLatest - now;
    if (count != 0 && phase.closed == 0) now += interval;
    if (late || end.is_behind(generator.bursts ? within_bursts(*generator.bursts, now, late) : now)) return count;
    if (end.is_last(generation.next())) return count + 1;
  }
  return most + 1;
}

struct GeneratorStream::State {
  State(const Plan& plan, const workload::Workload& workload, const Generated& given)
      : generator(std::get<workload::Generator>(workload.source)),
        closed(workload.closed != 0),
        how(given),
        generation(plan, workload, generator, {given.run_seed, workload.seed}) {}

  const workload::Generator& generator;
  bool closed;
  Generated how;
  Generation generation;
  u64 made = 0;
  Time now = 0;
  bool late = false;
};

GeneratorStream::GeneratorStream(const Plan& plan, const workload::Workload& workload, const Generated& how)
    : state_(std::make_unique<State>(plan, workload, how)) {}
GeneratorStream::~GeneratorStream() = default;
GeneratorStream::GeneratorStream(GeneratorStream&&) noexcept = default;

bool GeneratorStream::is_late() const { return state_->late; }

u64 GeneratorStream::next(std::span<Request> place) {
  State& s = *state_;
  const u64 count = std::min<u64>(place.size(), s.how.count - s.made);
  for (u64 i = 0; i < count; ++i, ++s.made) {
    const Time interval = s.generation.interval(), before = s.closed ? 0 : s.now;
    if (s.closed || s.made != 0) {
      s.late |= interval > kLatest - before;
      s.now = before + interval;
    }
    Request& request = place[i];
    request = s.generation.next();
    request.arrival = s.generator.bursts ? within_bursts(*s.generator.bursts, s.now, s.late) : s.now;
    request.flow = s.how.flow;
    request.handle = s.how.handle;
  }
  return count;
}

std::optional<AlikeRequests> alike_requests(const Plan& plan, const workload::Workload& workload) {
  const auto& g = std::get<workload::Generator>(workload.source);
  const auto direction = only_direction(g);
  const auto* size = std::get_if<workload::Constant>(&g.size.kind);
  const auto* interval = std::get_if<workload::Constant>(&g.interval.kind);
  const bool alike = direction && size != nullptr && interval != nullptr && !g.read_size && !g.write_size;
  if (!alike || g.bursts || g.flush_every != 0 || g.forced_parts != 0) return std::nullopt;
  const Space space = space_of(plan, workload);
  const InSectors in_sectors{space.sector_bytes, kMostRequestBytes / space.sector_bytes};
  const u64 sectors = std::min(in_sectors(size->value), smallest_region(g.pattern, space));
  const u64 align = g.align != 0 ? g.align / space.sector_bytes
                                 : std::min(sectors & (0 - sectors), std::bit_floor(space.sectors_per_page));
  return AlikeRequests{*direction, static_cast<u32>(sectors), interval->value, align};
}

void report_late(const workload::Workload& workload, diag::Sink& sink) {
  sink.report(Code::E0426, workload.span, printable(workload.name, 80))
      .help("make the intervals shorter, or use fewer requests");
}

void add_notes(const Plan& plan, const workload::Workload& workload, std::vector<std::string>& notes) {
  const auto& generator = std::get<workload::Generator>(workload.source);
  if (const u64 missing = missing_bytes(generator.pattern, space_of(plan, workload)); missing != 0) {
    notes.push_back(fmt::format("the workload's addresses are limited to the drive: `over` exceeds its size by {}",
                                size_text(static_cast<double>(missing))));
  }
}

}  // namespace ssd::trace
