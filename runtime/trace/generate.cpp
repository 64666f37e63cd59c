// The requests of a generator: sizes, directions, intervals and addresses, each from its own stream of random numbers.
// See requests.h.
//
// Decisions: the first request arrives at 0, and each interval comes before its request. An exponential size is rounded
// up to a sector, and limited to the smallest region of the pattern and to 1 GiB. A region in bytes is limited to the
// space around it, with a note. By default a request is aligned to the largest power of two of sectors that divides its
// size, at most a page.
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "runtime/base/given_up.h"
#include "runtime/trace/generator_space.h"
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
  const std::optional<u64>& constant() const { return constant_; }

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
    if (only_direction_ && !read_size_ && !write_size_ && !syncs_) sectors_ = size_.constant();
  }

  [[gnu::always_inline]] Request next() { return syncs_ ? next_of_syncs() : next_plain(); }
  // Makes all of them, if nothing but their places is drawn; the same as one next() after another.
  bool fill(std::span<Request> requests) {
    if (!sectors_) return false;
    std::array<u64, 64> places;
    for (std::size_t done = 0; done < requests.size();) {
      const auto some = std::span(places).first(std::min(places.size(), requests.size() - done));
      places_->next_of_one_size(*sectors_, alignment(*sectors_), addresses_, some);
      for (const u64 place : some)
        requests[done++] = {0, first_ + place, static_cast<u32>(*sectors_), *only_direction_};
    }
    return true;
  }
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
  std::optional<u64> sectors_;  // of each request, if nothing but places is drawn
  bool syncs_;                  // some request may be a flush, or a forced write
  u64 writes_left_;             // until the next flush
  Random directions_, sizes_, read_sizes_, write_sizes_, intervals_, addresses_, forced_;
  std::unique_ptr<Places> places_;
};

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
  const bool filled = s.generation.fill(place.first(count));
  for (u64 i = 0; i < count; ++i, ++s.made) {
    const Time interval = s.generation.interval(), before = s.closed ? 0 : s.now;
    if (s.closed || s.made != 0) {
      s.late |= interval > kLatest - before;
      s.now = before + interval;
    }
    Request& request = place[i];
    if (!filled) request = s.generation.next();
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
