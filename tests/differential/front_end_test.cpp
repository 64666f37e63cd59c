// Compares the design that the front end makes of a random case's text with the oracle's Drive: every number, and every
// expression on random inputs. Running both would show a difference too, but later and further from its cause.
#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/design/design.h"
#include "tests/compile_text.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_case.h"
#include "tests/differential/reach.h"

namespace ssd::differential {
namespace {

constexpr int kCases = 400, kInputs = 40;

class FrontEnd {
 public:
  explicit FrontEnd(std::uint64_t seed)
      : random_(seed), case_(random_case(seed)), design_(compile_text(case_.text())), drive_(case_.drive()) {}

  void compare() {
    compare_part();
    compare_host();
    compare_buffer();
    compare_space();
    compare_choices();
    compare_latencies();
    compare_policies();
    if (testing::Test::HasFailure()) ADD_FAILURE() << "seed " << case_.seed << "\n" << case_.text();
  }

 private:
  // The value of the hook's expression for these inputs, `now` and the counts of programs. Where the front end leaves
  // out a latency because it is constant, the value is `number`.
  int64_t engine(Hook hook, std::vector<int64_t> inputs, Time number = 0) const {
    const design::Function& function = design_.policies[hook];
    inputs.insert(inputs.end(), {now_, host_programs_, all_programs_});
    EXPECT_EQ(inputs.size(), info(hook).inputs) << info(hook).symbol;
    return function.given() ? evaluate(function.program(), inputs.data()) : static_cast<int64_t>(number);
  }
  // Sets another time and other counts; sometimes nothing is programmed yet.
  oracle::Around look_around() {
    now_ = below(9'000'000);
    host_programs_ = chance(random_, 10) ? 0 : below(500);
    all_programs_ = host_programs_ + below(500);
    const double amplification =
        host_programs_ == 0 ? 1 : static_cast<double>(all_programs_) / static_cast<double>(host_programs_);
    return {static_cast<Time>(now_), amplification};
  }
  int64_t below(int64_t bound) { return between(random_, 0, bound - 1); }

  template <class A, class B>
  static void same_pair(const char* what, const std::pair<A, B>& pair) {
    EXPECT_TRUE(std::cmp_equal(pair.first, pair.second)) << what << ": " << pair.first << " and " << pair.second;
  }
  template <class... Pairs>
  static void same(const char* what, const Pairs&... pairs) {
    (same_pair(what, pairs), ...);
  }
  template <class A, class B>
  static std::pair<A, B> pair(A a, B b) {
    return {a, b};
  }
  // Two enumerations with the same values in the same order, as numbers.
  template <class A, class B>
  static std::pair<int, int> numbers(A a, B b) {
    return {static_cast<int>(a), static_cast<int>(b)};
  }

  // Fractions are compared by cross-multiplication, because the front end reduces them.
  void compare_part() {
    const Config& n = design_.config;
    same("part", pair(n.command, drive_.command), pair(design_.config.logical_pages, drive_.logical_pages));
    same("bus", pair(n.bus_numerator * static_cast<u64>(drive_.bus_denominator),
                     n.bus_denominator * static_cast<u64>(drive_.bus_numerator)));
    if (drive_.multiplane != oracle::Willing::kNo) same("dummy_busy", pair(n.dummy_busy, drive_.dummy_busy));
    if (drive_.cache) same("cache_busy", pair(n.cache_busy, drive_.cache_busy));
    if (drive_.suspend_on) same("suspend", pair(n.suspend, drive_.suspend), pair(n.resume, drive_.resume));
  }

  void compare_host() {
    const Config& h = design_.config;
    same("host", pair(h.queue_depth, drive_.queue), pair(h.queues, drive_.queues),
         pair(h.host_command, drive_.host_command), pair(h.ecc, drive_.ecc));
    same("link", pair(int{h.link_numerator != 0}, int{drive_.link}),
         pair(h.link_numerator * static_cast<u64>(drive_.link_denominator),
              h.link_denominator * static_cast<u64>(drive_.link_numerator)));
    same("outstanding", pair(h.outstanding, drive_.outstanding));
    EXPECT_TRUE(std::ranges::equal(design_.queue_weights, drive_.weights));
    EXPECT_EQ(design_.policies[Hook::kArbitrate].given(), drive_.arbitration != nullptr);
    EXPECT_EQ(h.complete_write == CompleteWrite::kTransferred, drive_.complete_when_transferred);
    EXPECT_EQ(h.complete_write == CompleteWrite::kBuffered, drive_.buffer_slots != 0 && drive_.write_back);
    EXPECT_EQ(h.read_modify_write, drive_.read_modify_write);
    EXPECT_EQ(h.read_moves_page, drive_.read_moves_page);
    EXPECT_EQ(h.program_moves_sectors, drive_.program_moves_sectors);
    EXPECT_EQ(h.read_unwritten_as_written, drive_.read_unwritten_as_written);
  }

  void compare_buffer() {
    const Config& b = design_.config;
    same("buffer", pair(b.buffer_slots, drive_.buffer_slots), pair(b.buffer_latency, drive_.buffer_latency));
    if (b.buffer_slots == 0) return;
    same("readahead", pair(b.readahead_trigger, drive_.readahead_trigger));
    if (b.readahead_trigger != 0) same("readahead", pair(b.readahead_pages, drive_.readahead_pages));
    EXPECT_EQ(b.write_back, drive_.write_back);
    same("evict", numbers(b.evict == Evict::kAge ? Evict::kScore : b.evict, drive_.evict));
  }

  // Compares the map at every logical page: the front end has a formula for the plane of a page, the oracle a loop over
  // levels.
  void compare_space() {
    const design::Start& s = design_.start;
    EXPECT_EQ(s.filled, drive_.filled);
    if (s.filled) {
      same("filled", pair(s.valid_parts, drive_.valid_parts), pair(s.invalid_parts, drive_.invalid_parts),
           pair(s.seed, drive_.fill_seed));
      EXPECT_EQ(s.random, drive_.filled_random);
      EXPECT_EQ(s.even, drive_.filled_even);
    }
    same("streams", pair(design_.allocation.streams.size(), drive_.streams));
    for (int64_t lpn = 0; lpn < drive_.logical_pages; ++lpn) {
      const design::PlaneAddress at = place(design_.policies, static_cast<u64>(lpn));
      const oracle::Place p = drive_.place(lpn);
      same("place", pair(at.channel, p.channel), pair(at.chip, p.chip), pair(at.die, p.die), pair(at.plane, p.plane));
    }
    if (drive_.placement < oracle::Placement::kDynamicOrder) return;
    for (std::size_t i = 0; i < 4; ++i) same("order", numbers(design_.allocation.order.value()[i], drive_.order[i]));
  }

  void compare_choices() {
    const Config& m = design_.config;
    same("choices", numbers(m.placement, drive_.placement), numbers(m.multiplane, drive_.multiplane),
         numbers(m.copyback, drive_.copyback));
    EXPECT_EQ(m.interleave, drive_.interleave);
    EXPECT_EQ(m.chip_command, drive_.chip_commands);
    EXPECT_EQ(m.cache, drive_.cache);
    EXPECT_EQ(m.suspend_on, drive_.suspend_on);
    if (m.suspend_on != 0) same("suspend_limit", pair(m.suspend_limit, drive_.suspend_limit));
    EXPECT_TRUE(drive_.multiplane == oracle::Willing::kNo || m.block_and_page == drive_.block_and_page);
    EXPECT_EQ(design_.gc.preempt_page, drive_.preempt_page);
    EXPECT_EQ(m.reorder_fifo, drive_.reorder_fifo);
    EXPECT_EQ(m.reorder_requests, drive_.whole_requests);
  }

  // Inputs stay within what the engine can produce: for others the front end may have simplified the expression.
  void compare_latencies() {
    for (int i = 0; i < kInputs; ++i) {
      const oracle::Around around = look_around();
      const int64_t index = below(drive_.pages), block = below(drive_.blocks), erases = below(30);
      const auto oracle = [&](const auto& function, Time constant) {
        return function ? function(index, block, erases, around) : constant;
      };
      const Config& n = design_.config;
      same("read",
           pair(engine(Hook::kReadTime, {index, block, erases}, n.read), oracle(drive_.read_time, drive_.read)));
      same("program", pair(engine(Hook::kProgramTime, {index, block, erases}, n.program),
                           oracle(drive_.program_time, drive_.program)));
      const int64_t valid = below(drive_.pages + 1), age = below(9'000'000), random = below(int64_t{1} << 32);
      const oracle::BlockView b{.valid = valid,
                                .invalid = drive_.pages - valid,
                                .free = 0,
                                .written = drive_.pages,
                                .pages = drive_.pages,
                                .erases = erases,
                                .age = age,
                                .random = random,
                                .around = around,
                                .last_write = below(9'000'000)};
      same("erase",
           pair(engine(Hook::kEraseTime, {b.valid, b.invalid, b.erases, b.age, b.random, b.last_write}, n.erase),
                drive_.erase_time ? drive_.erase_time(b) : drive_.erase));
    }
  }

  // Only the order of a cost, priority or score matters, so any constant equals any other constant.
  bool varies(Hook hook) const { return std::ranges::count(design_.policies[hook].nodes, Op::kInput, &Node::op) != 0; }

  void compare_policies() {
    for (int i = 0; i < kInputs; ++i) {
      const oracle::Around around = look_around();
      compare_conditions(around);
      compare_command_policies(around);
      compare_operation_policies(around);
      const int64_t sectors = 1 + below(drive_.logical_pages * drive_.sectors_per_page);
      const oracle::RequestView r{.lpn = below(drive_.logical_pages),
                                  .pages = 1 + below(8),
                                  .size = sectors * drive_.sector_bytes,
                                  .arrival = static_cast<Time>(below(static_cast<int64_t>(around.now) + 1)),
                                  .queue = below(drive_.queues),
                                  .around = around,
                                  .flow = below(4),
                                  .handle = below(case_.choices.space.by_handle ? drive_.streams : 3)};
      if (drive_.stream)
        same("stream", pair(engine(Hook::kStream, {r.lpn, r.pages, r.size, 0, static_cast<int64_t>(r.arrival), r.queue,
                                                   r.flow, r.handle, r.lpn}),
                            drive_.stream(r)));
      const oracle::EntryView e{below(1'000'000), below(2), below(5), 1 + below(8), around};
      const oracle::QueueView q{below(drive_.queues), 1 + below(9), below(9), below(900'000), around};
      if (varies(Hook::kArbitrate))
        same("arbitration",
             pair(engine(Hook::kArbitrate, {q.index, q.waiting, q.in_flight, q.oldest}), drive_.arbitration(q)));
      if (varies(Hook::kEvict))
        same("policy", pair(engine(Hook::kEvict, {e.age, e.dirty, e.hits, e.pages}), drive_.evict_score(e)));
    }
  }

  // Free pages and blocks are those of all planes of the scope (collection.scope). With `cost: zero` no unit is ever
  // idle (collection.background).
  void compare_conditions(const oracle::Around& around) {
    const int64_t free_pages = below(planes_of_scope(case_.choices) * drive_.blocks * drive_.pages + 1),
                  free_blocks = free_pages / drive_.pages;
    const bool idle = drive_.idle_trigger && !drive_.cost_zero && chance(random_, 50);
    const bool begins = drive_.idle_trigger ? drive_.idle_trigger(free_pages, free_blocks, idle, around)
                                            : drive_.trigger(free_pages, free_blocks, around);
    same("trigger", pair(engine(Hook::kTrigger, {free_pages, free_blocks, idle}), int64_t{begins}));
    if (!drive_.stop) return;
    same("stop", pair(engine(Hook::kStop, {free_pages, free_blocks, idle}),
                      int64_t{drive_.stop(free_pages, free_blocks, around)}));
  }

  void compare_command_policies(const oracle::Around& around) {
    const oracle::CommandView w{below(drive_.planes * (drive_.pages - 1) + 1),
                                1 + below(drive_.planes),
                                1 + below(drive_.planes),
                                around,
                                chance(random_, 50),
                                chance(random_, 30)};
    if (drive_.multiplane_predicate) {
      same("multiplane", pair(engine(Hook::kMultiplane, {w.wasted, w.pending, w.planes, w.is_read, w.is_gc}),
                              int64_t{drive_.multiplane_predicate(w)}));
    }
    const oracle::CommandView alone{below(2), 1, 1, around};
    if (drive_.copyback_predicate) {
      same("copyback", pair(engine(Hook::kCopyback, {alone.wasted, 1, 1}), int64_t{drive_.copyback_predicate(alone)}));
    }
  }

  void compare_operation_policies(const oracle::Around& around) {
    const oracle::UnitView u{.channel = below(drive_.channels),
                             .chip = below(drive_.chips),
                             .die = below(drive_.dies),
                             .plane = below(drive_.planes),
                             .busy_for = below(900'000),
                             .queued = below(20),
                             .free_pages = below(drive_.blocks * drive_.pages + 1),
                             .around = around};
    if (varies(Hook::kCost)) {
      same("cost", pair(engine(Hook::kCost, {u.channel, u.chip, u.die, u.plane, u.busy_for, u.queued, u.free_pages}),
                        drive_.cost(u)));
    }
    const int64_t kind = below(3), gc = below(2);
    const oracle::OpView o{kind == 0,
                           kind == 1,
                           kind == 2,
                           gc == 1,
                           gc == 0,
                           below(900'000),
                           1 + below(9),
                           u,
                           around,
                           gc == 1 ? 0 : below(drive_.logical_pages),
                           gc == 1 ? 0 : below(drive_.queues),
                           gc == 1 ? 0 : below(drive_.sectors_per_page + 1) * drive_.sector_bytes};
    if (!varies(Hook::kPriority)) return;
    const auto priority =
        engine(Hook::kPriority, {o.is_read, o.is_write, o.is_erase, o.is_gc, o.is_host, o.waited, o.pages, u.channel,
                                 u.chip, u.die, u.plane, u.busy_for, u.queued, u.free_pages, o.lpn, o.queue, o.bytes});
    same("priority", pair(priority, drive_.priority(o)));
  }

  Random random_;
  RandomCase case_;
  design::Design design_;
  oracle::Drive drive_;
  int64_t now_ = 0, host_programs_ = 0, all_programs_ = 0;
};

TEST(FrontEnd, MakesTheDesignThatTheOracleIsGiven) {
  const Slice slice = slice_of(1, kCases);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFailure(); ++seed)
    FrontEnd(seed).compare();
}

}  // namespace
}  // namespace ssd::differential
