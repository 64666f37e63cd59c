// The life of a request until its pages are flash operations, and from the arrival of a page's data to the end of the
// request: host.queues, host.firmware, host.link, map.read, host.read_completion, map.trim.
#include <algorithm>
#include <bit>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

namespace {

// The project's random generator, written again: xoshiro256**, seeded by splitmix64 (start.filled).
class Generator {
 public:
  explicit Generator(std::uint64_t seed) {
    for (auto& word : state_) {
      std::uint64_t z = seed += 0x9e3779b97f4a7c15;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }
  // A number below the bound, without bias: a product is drawn again if its low half is one of the few that would
  // favour some results.
  std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      __extension__ using Wide = unsigned __int128;
      const Wide product = static_cast<Wide>(next()) * bound;
      if (static_cast<std::uint64_t>(product) >= (0 - bound) % bound) return static_cast<std::uint64_t>(product >> 64);
    }
  }

 private:
  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9, shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }
  std::array<std::uint64_t, 4> state_;
};

}  // namespace

// start.filled: the first logical pages of each plane, then invalid pages, in order or shuffled. An item of a list
// fills a flash page (iu.start).
void Timing::fill() {
  if (!drive_.filled) return;
  const std::int64_t pages = drive_.blocks * drive_.pages;
  std::vector<std::vector<std::int64_t>> lists(space_.plane_count());
  for (std::int64_t lpn = 0; lpn < drive_.logical_pages / drive_.subpages; ++lpn) {
    auto& list = lists[space_.plane_at(lpn)];
    if (std::ssize(list) < drive_.valid_parts * pages / 1'000'000) list.push_back(lpn);
  }
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    auto& list = lists[plane];
    list.insert(list.end(), drive_.invalid_parts * pages / 1'000'000, kNone);
    Generator random(drive_.fill_seed * 0x9e3779b97f4a7c15 + static_cast<std::uint64_t>(plane));
    const bool shuffled = drive_.filled_random || drive_.filled_even;
    for (std::size_t i = list.size(); shuffled && i-- > 1;) std::swap(list[i], list[random.below(i + 1)]);
    const std::vector<std::int64_t> where = space_.pages_to_fill(plane, std::ssize(list));
    for (std::size_t i = 0; i < list.size(); ++i) fill_flash_page(list[i], where[i]);
  }
  if (drive_.filled_even) {
    space_.leave_blocks_begun();
  } else {
    for (const std::int64_t page : space_.close_begun_blocks()) flash_.skip(page);
  }
  space_.refuse_start_without_reserve();
}

// The first 64 requests that have arrived and are not admitted (host.avoid).
std::vector<std::int64_t> Timing::first_waiting(std::int64_t queue) const {
  constexpr std::int64_t kLookedAt = 64;
  std::vector<std::int64_t> waiting;
  for (std::int64_t request = next_of_queue_[queue]; request < std::ssize(arrivals_) && arrivals_[request] <= now_;
       ++request) {
    if (queue_of(request) == queue && !states_[request].is_admitted) waiting.push_back(request);
    if (std::ssize(waiting) == kLookedAt) break;
  }
  return waiting;
}

// host.queues; host.avoid applies where a request may have to wait for others.
std::int64_t Timing::next_to_admit(std::int64_t queue) const {
  const auto waiting = first_waiting(queue);
  if (!drive_.avoid || (drive_.queue == 0 && drive_.outstanding == 0)) return waiting.front();
  const auto clear = std::ranges::find_if(waiting, [&](std::int64_t request) { return is_clear(request, waiting); });
  return clear == waiting.end() ? waiting.front() : *clear;
}

// host.queues: serves one queue after another; within a queue a request that has to wait holds back those behind it.
bool Timing::admit_requests() {
  bool changed = false;
  for (number_arrivals();; number_arrivals()) {
    const auto queue = queue_to_serve();
    if (!queue) break;
    break_off_replicas();  // copies.replicate, step 7: before host.avoid looks at what is held
    admit(next_to_admit(*queue));
    auto& next = next_of_queue_[*queue];
    while (next < std::ssize(arrivals_) && (queue_of(next) != *queue || states_[next].is_admitted)) ++next;
    ++used_of_queue_[*queue];
    const std::int64_t weight = drive_.weights.empty() ? 1 : drive_.weights[*queue];
    burst_ = *queue == last_queue_ && burst_ < weight ? burst_ + 1 : 1;
    last_queue_ = *queue;
    changed = true;
    let_requests_leave(true);  // one that is complete at its admission leaves at once
  }
  flush_read_link();
  return changed;
}

// host.request: the request is cut at page borders into page operations.
void Timing::admit(std::int64_t request) {
  std::map<std::int64_t, std::set<std::int64_t>> pages;  // logical page -> sectors of it that the request covers
  const HostRequest& asked = requests_[request];
  for (std::int64_t sector = asked.sector; sector < asked.sector + asked.sectors; ++sector) {
    pages[sector / drive_.unit_sectors()].insert(sector % drive_.unit_sectors());
  }
  present_.insert(request);
  states_[request].is_admitted = true;
  states_[request].admission = admissions_++;
  take_core(request);
  if (drive_.whole_requests) states_[request].channels = channels_of(request);
  if (!map_follows_clock_) space_.set_time(arrivals_[request]);  // space.time
  if (asked.is_trim) return trim(request, pages);
  if (asked.is_flush) return admit_flush(request);
  states_[request].pages_left = std::ssize(pages);
  // place.streams: evaluated once, even if its programs are created later.
  if (!asked.is_read && !drive_.stream_reads_page) states_[request].stream = stream_of(request, kNone);
  const AccessPointer access = access_of_read(request);
  for (const auto& [lpn, covered] : pages) {
    if (asked.is_read)
      read_page(request, lpn, covered, access);
    else
      write_page(request, lpn, covered);
    if (outcome_.end_of_life) return;
  }
  if (asked.is_read) follow_run(request, access);
}

// host.firmware: the core that is free first takes the request, which is admitted now.
void Timing::take_core(std::int64_t request) {
  const HostRequest& asked = requests_[request];
  RequestState& state = states_[request];
  state.through = now_;
  if (!cores_free_.empty()) {
    const auto& [cores, read, write, trim, per_page] = drive_.firmware;
    const bool is_whole = asked.is_trim || asked.is_flush;  // one page operation
    const Time once = is_whole ? trim : asked.is_read ? read : write;
    const Time pages = is_whole ? 1 : static_cast<Time>(pages_of(request));
    Time& free = *std::ranges::min_element(cores_free_);
    state.through = free = std::max(free, now_) + once + pages * per_page;
  }
  state.processed = state.through + drive_.host_command;
}

// What becomes of the request until it is processed is known at its admission.
PagePointer Timing::new_page(std::int64_t request, std::int64_t lpn, std::int64_t sectors) {
  auto page = std::make_shared<Page>(Page{{{}, arrivals_[request]}, request, next_sequence_, lpn, sectors});
  page->tell(&Split::queue, now_);
  page->tell(&Split::firmware, states_[request].through);
  page->tell(&Split::controller, states_[request].processed);
  return page;
}

// map.read. Placed at admission and without a buffer, the page is looked up now; whether it is programmed is decided
// when the read is ready.
void Timing::read_page(std::int64_t request, std::int64_t lpn, const std::set<std::int64_t>& asked,
                       const AccessPointer& access) {
  const PagePointer page = new_page(request, lpn, std::ssize(asked));
  const std::int64_t sequence = next_sequence_++;
  const Time processed = states_[request].processed;
  if (at_issue_ || drive_.buffer_slots > 0 || space_.written_sectors(lpn).empty())
    return after_access(access, processed, sequence, page, [=, this] { resolve_read(page, asked); });
  read_from_flash(page);
  operations_.at(sequence).served_by = space_.page(operations_.at(sequence).physical_page).host_program;
  after_access(access, processed, sequence, page, [=, this] {
    if (!served_instead(sequence)) return read_is_ready(sequence);
    ++outcome_.buffer_reads;
    serve(page);
  });
}

// The steps of map.read that are decided when the read is ready.
void Timing::resolve_read(const PagePointer& page, const std::set<std::int64_t>& asked) {
  if (drive_.buffer_slots > 0 && buffer_read(page, asked)) return;
  if (space_.written_sectors(page->lpn).empty() || (!at_issue_ && drive_.buffer_slots == 0)) {
    ++outcome_.unwritten_reads;
    data_arrives(page);
  } else if (not_yet_programmed(page->lpn)) {
    ++outcome_.buffer_reads;
    serve(page);
  } else if (slot_of(page->lpn)) {
    ++outcome_.buffered_reads;
    serve(page);
  } else if (!joins_read_before(page)) {
    read_from_flash(page);
    read_is_ready(page->sequence);
    if (drive_.subpages > 1) last_read_ = {page->sequence, page->lpn};
  }
}

void Timing::read_from_flash(const PagePointer& page) {
  Operation read = new_read(page->sequence, page->lpn, page->sectors, page);
  outcome_.units_reached.reads_before_program += preemptible_ && !flash_.is_programmed(read.physical_page);
  const bool meets_collection = !read_from_replica(read) && holds(unit_of(read.plane));
  if (meets_collection)
    read.at_command_end = [this, page, read_from = read.physical_page] { mark(page->lpn, read_from); };
  read.at_transferred = [this, page] {
    after(now_ + drive_.ecc, page->sequence, [this, page] {
      page->tell(&Split::controller, now_);
      data_arrives(page);
    });
  };
  add_read(read);
}

// Serves a read from data in the controller (host.read_completion, host.dram).
void Timing::serve(const PagePointer& page) {
  const Time end = end_of_access(page->sectors * drive_.sector_bytes);
  after(end + drive_.buffer_latency, page->sequence, [this, page] {
    page->tell(&Split::controller, now_);
    data_arrives(page);
  });
}

void Timing::data_arrives(const PagePointer& page) {
  if (has_link())
    read_link_[{now_, page->sequence}] = page;
  else
    complete_page(page);
}

// host.link: pages whose data arrived at this instant cross in order of sequence number.
void Timing::flush_read_link() {
  for (const auto& [key, page] : std::exchange(read_link_, {})) {
    read_link_free_ = std::max(read_link_free_, now_) + link_time(page->request, page->sectors);
    after(read_link_free_, page->sequence, [this, page = page] {
      page->tell(&Split::link, now_);
      complete_page(page);
    });
  }
}

// host.link: how long the request's next page holds the link. The first one holds it for the request, too.
Time Timing::link_time(std::int64_t request, std::int64_t sectors) {
  const Time once = std::exchange(states_[request].has_crossed, true) ? 0 : drive_.link_request;
  if (!drive_.link) return once;
  const std::int64_t bytes = sectors * drive_.sector_bytes;
  return once +
         static_cast<Time>((bytes * drive_.link_numerator + drive_.link_denominator - 1) / drive_.link_denominator);
}

// host.link: returns when the data of the write are in the controller. Requests cross in the order of their admission,
// even if a later one is processed first.
Time Timing::across_write_link(std::int64_t request, std::int64_t sectors) {
  const Time from = states_[request].processed;
  if (!has_link()) return from;
  return write_link_free_ = std::max(write_link_free_, from) + link_time(request, sectors);
}

void Timing::write_page(std::int64_t request, std::int64_t lpn, const std::set<std::int64_t>& covered) {
  const PagePointer page = new_page(request, lpn, std::ssize(covered));
  const Time crossed = across_write_link(request, std::ssize(covered));
  if (drive_.buffer_slots > 0 && drive_.write_back) {
    return after_access(access_of_write(covered), crossed, next_sequence_++, page,
                        [=, this] { buffer_write(page, stream_of_page(request, lpn), covered); });
  }
  const bool has_buffer = drive_.buffer_slots > 0;
  const auto at_ready = [=, this] { has_buffer ? write_through(page, covered) : void(); };
  const std::int64_t stream = stream_of_page(request, lpn);
  page->sequence = create_program({.units = {{lpn, covered}},
                                   .request_pages = pages_of(request),
                                   .stream = stream,
                                   .page = page,
                                   .account = page,
                                   .ready = crossed,
                                   .writers = {{request, now_}},
                                   .pending = {pending_.begin()},
                                   .at_ready = at_ready},
                                  [] {});
}

// map.trim.
void Timing::trim(std::int64_t request, const std::map<std::int64_t, std::set<std::int64_t>>& pages) {
  states_[request].pages_left = 1;
  const PagePointer page = new_page(request, kNone, 0);
  ++next_sequence_;
  for (const auto& [lpn, covered] : pages) {
    if (std::ssize(covered) < drive_.unit_sectors()) continue;
    const bool is_buffered =
        drive_.write_back && entries_.contains(lpn) && !entries_.at(lpn).sectors.empty();  // step 6
    const bool had_data = !space_.written_sectors(lpn).empty() || is_buffered;
    outcome_.trimmed += had_data;
    space_.written_sectors(lpn).clear();
    for (const std::int64_t write : ungranted_[lpn]) mark_trimmed(operations_.at(write), lpn);
    trim_entry(lpn);
    forget_slot(lpn);
    forget_copies(lpn);
    const auto old = space_.forget(lpn);
    space_.page_trimmed(lpn);
    if (old && at_issue_) look_after_invalidation(space_.plane_of_page(*old));
  }
  after(states_[request].processed, page->sequence, [this, page] { complete_page(page); });
}

// account.split: the split of a request is that of the page that completes last, at a tie of the page of the higher
// sequence number.
void Timing::complete_page(const PagePointer& page) {
  require(page->told == now_, "a page is complete but not all of its time is accounted for");
  RequestState& state = states_[page->request];
  state.pages_left -= page->units;
  if (state.pages_left == 0 && waits_for_flash(page->request))
    outcome_.forced.ends.push_back({page->request, not_on_flash()});
  if (now_ == state.completed && page->sequence < state.last_sequence) return;
  state.completed = now_;
  state.last_sequence = page->sequence;
  outcome_.split[page->request] = page->split;
  outcome_.slot_wait[page->request] = page->slot_wait;
}

std::int64_t Timing::pages_of(std::int64_t request) const {
  const HostRequest& asked = requests_[request];
  return (asked.sector + asked.sectors - 1) / drive_.unit_sectors() - asked.sector / drive_.unit_sectors() + 1;
}

// place.streams: directly before the program or the buffer entry of the page.
std::int64_t Timing::stream_of_page(std::int64_t request, std::int64_t lpn) const {
  return drive_.stream_reads_page ? stream_of(request, lpn) : states_[request].stream;
}

// `page`: kNone if the stream of the whole request is asked for.
std::int64_t Timing::stream_of(std::int64_t request, std::int64_t page) const {
  if (!drive_.stream) return 0;
  const HostRequest& asked = requests_[request];
  return drive_.stream({asked.sector / drive_.unit_sectors(), pages_of(request), asked.sectors * drive_.sector_bytes,
                        arrivals_[request], queue_of(request), space_.around(),
                        flow_of_.empty() ? 0 : flow_of_[request], asked.handle, space_.visible_tables(), page});
}

}  // namespace ssd::oracle
