// Host interface and DRAM buffer of a random case. The buffer is small, so that writes wait for slots.
#include <fmt/format.h>

#include "tests/differential/choices.h"

namespace ssd::differential {
namespace {

// Most of them often give ties; then the entry that became resident first is evicted.
struct Score {
  const char* text;
  int64_t (*value)(const oracle::EntryView& e, int64_t k);
};
constexpr Score kScores[] = {
    {"e.age", [](const oracle::EntryView& e, int64_t) { return e.age; }},
    {"if e.dirty then 0 else 1", [](const oracle::EntryView& e, int64_t) -> int64_t { return e.dirty == 0; }},
    {"0 - e.hits", [](const oracle::EntryView& e, int64_t) { return -e.hits; }},
    {"e.pages * {} - e.hits", [](const oracle::EntryView& e, int64_t k) { return e.pages * k - e.hits; }},
    {"if e.dirty and e.age > {}us then 2 else if e.hits > 1 then 0 else 1",
     [](const oracle::EntryView& e, int64_t k) {
       return e.dirty != 0 && e.age > k * 1000 ? 2 : e.hits > 1 ? 0 : int64_t{1};
     }},
    {"0us - e.age", [](const oracle::EntryView& e, int64_t) { return -e.age; }},
    {"if now % 20us < {}us then e.age else 0us - e.age",
     [](const oracle::EntryView& e, int64_t k) {
       return static_cast<int64_t>(e.around.now % 20'000) < k * 1000 ? e.age : -e.age;
     }},
    {"if write_amplification > 1.25 then e.hits else 0 - e.hits",
     [](const oracle::EntryView& e, int64_t) { return e.around.write_amplification > 1.25 ? e.hits : -e.hits; }},
};

// Words, shares and conditions of `flush`; the number is a percentage of the slots or a count of them.
struct Flushing {
  const char* text;
  oracle::Flush word;
  bool (*holds)(const oracle::FlushView& f, int64_t k) = nullptr;  // of kCondition
};
constexpr Flushing kFlushes[] = {
    {"flush: eager", oracle::Flush::kEager},
    {"flush: idle", oracle::Flush::kIdle},
    {"flush: above {}%", oracle::Flush::kAbove},
    {"flush(f): f.dirty > {} - f.under_way", oracle::Flush::kCondition,
     [](const oracle::FlushView& f, int64_t k) { return f.dirty > k - f.under_way; }},
    {"flush(f): f.whole * 2 > f.slots or f.idle", oracle::Flush::kCondition,
     [](const oracle::FlushView& f, int64_t) { return f.whole * 2 > f.slots || f.idle; }},
    {"flush(f): now % 100us < {}us", oracle::Flush::kCondition,
     [](const oracle::FlushView& f, int64_t k) { return static_cast<int64_t>(f.around.now % 100'000) < k * 1000; }},
    {"flush(f): f.dirty > 1 and write_amplification < 1.5", oracle::Flush::kCondition,
     [](const oracle::FlushView& f, int64_t) { return f.dirty > 1 && f.around.write_amplification < 1.5; }},
};

constexpr oracle::Time kDefaultLatency = 1000;  // of `buffer.latency`, in ns

// With a write-back buffer `complete_write` cannot be chosen.
bool buffered(const HostChoices& h) { return h.slots != 0 && h.write_back; }

std::string buffer_text(const Choices& c) {
  const HostChoices& h = c.host;
  if (h.slots == 0) return h.bare_latency ? fmt::format("  buffer {{ latency: {}ns }}\n", h.latency) : "";
  const int64_t slot = c.geometry.page_bytes() / c.units.subpages;
  std::string text = fmt::format("  buffer {{ size: {}B write_back: {}",
                                 h.slots * slot + (h.odd_bytes == 0 ? 0 : slot / 2), h.write_back);
  const bool scored = h.evict == oracle::Evict::kScore;
  if (scored)
    text += " policy(e): " + fmt::format(fmt::runtime(kScores[h.score.row].text), h.score.number);
  else
    text += h.evict == oracle::Evict::kLru ? " policy: lru" : " policy: fifo";
  text += fmt::format(" latency: {}ns", h.latency);
  if (h.write_back)
    text +=
        h.flush.given() ? " " + fmt::format(fmt::runtime(kFlushes[h.flush.row].text), h.flush.number) : " flush: full";
  if (h.write_back && h.is_protected) text += " protected: true";
  static constexpr std::array kScopes{"", "die", "chip", "device"};
  if (h.write_back && h.gather_scope != 0)
    text += fmt::format(" gather {{ scope: {} for: {}ns }}", kScopes[static_cast<std::size_t>(h.gather_scope)],
                        h.gather_time);
  if (h.readahead_trigger != 0)
    text += fmt::format(" readahead {{ trigger: {} pages: {} }}", h.readahead_trigger, h.readahead_pages);
  return text + " }\n";
}

std::string firmware_text(const HostChoices& h) {
  return fmt::format("  firmware {{ cores: {} read: {}ns write: {}ns trim: {}ns per_page: {}ns }}", h.cores,
                     h.firmware[0], h.firmware[1], h.firmware[2], h.firmware[3]);
}

}  // namespace

// Queue depths are near the number of units; links are slower or faster than the buses.
void choose_host(Random& random, Choices& c) {
  HostChoices& h = c.host;
  h.queue = chance(random, 40) ? between(random, 1, 9) : 0;
  h.queues = between(random, 2, 4);
  h.read_modify_write = chance(random, 70);
  h.transferred = chance(random, 20);
  h.read_moves_page = chance(random, 25);
  h.program_moves_sectors = chance(random, 25);
  h.as_written = chance(random, 70);
  h.command = pick_time(random, {0, 100, 1000, 20'000});
  h.ecc = pick_time(random, {1, 500, 5000, 20'000});
  h.link = pick<int64_t>(random, {33, 100, 300, 3000});
  h.link_request = pick_time(random, {1, 500, 5000, 20'000});
  h.slots = pick<int64_t>(random, {1, 2, 3, 4, 6, 12});
  h.odd_bytes = chance(random, 20) ? c.geometry.page_bytes() / 2 : 0;
  h.write_back = chance(random, 75);
  h.evict = pick(random, {oracle::Evict::kLru, oracle::Evict::kFifo, oracle::Evict::kScore});
  h.score = pick_shape(random, kScores, {1, 3, 100});
  h.flush = {static_cast<int>(between(random, 0, std::ssize(kFlushes) - 1)), pick<int64_t>(random, {0, 1, 3, 50, 75})};
  h.latency = pick_time(random, {0, 1, 1000, 20'000});
  h.bare_latency = true;
  h.readahead_trigger = between(random, 1, 3);
  h.readahead_pages = between(random, 1, 6);
}

void choose_firmware(Random& random, HostChoices& h) {
  h.cores = pick<int64_t>(random, {1, 1, 2, 3, 8});
  for (Time& time : h.firmware) time = pick_time(random, {0, 1, 700, 5000, 40'000});
}

int64_t programs_gathered(const Choices& c) {
  const GeometryChoices& g = c.geometry;
  const std::array<int64_t, 4> planes{1, g.planes, g.planes * g.dies, g.planes * g.dies * g.chips * g.channels};
  return planes[static_cast<std::size_t>(c.host.gather_scope)];
}

std::string host_text(const Choices& c) {
  const HostChoices& h = c.host;
  const auto moved = [](bool page) { return page ? "page" : "sectors"; };
  std::string text =
      fmt::format("  host {{ queue: {} read_modify_write: {} transfer {{ read: {} program: {} }} read_unwritten: {}",
                  h.queue == 0 ? "unlimited" : std::to_string(h.queue), h.read_modify_write, moved(h.read_moves_page),
                  moved(!h.program_moves_sectors), h.as_written ? "as_written" : "none");
  if (!buffered(h)) text += fmt::format(" complete_write: {}", h.transferred ? "transferred" : "programmed");
  if (h.queues > 1) text += fmt::format(" queues: {}", h.queues);
  text += arbitration_text(c);
  if (h.command != 0) text += fmt::format(" command: {}ns", h.command);
  if (h.ecc != 0) text += fmt::format(" ecc: {}ns", h.ecc);
  if (h.link != 0) text += fmt::format(" link: {}MB/s", h.link);
  if (h.link_request != 0) text += fmt::format(" link_request: {}ns", h.link_request);
  if (h.cores != 0) text += firmware_text(h);
  if (h.dram != 0) text += fmt::format(" dram {{ rate: {}MB/s entry: {}B }}", h.dram, h.dram_entry);
  if (h.coalesce_requests != 1)
    text += fmt::format(" coalesce {{ requests: {} time: {}ns }}", h.coalesce_requests, h.coalesce_time);
  return text + " }\n" + buffer_text(c);
}

// With a write-back buffer a write is complete when it is buffered, whatever else was chosen (host.complete_write).
void set_host(const Choices& c, oracle::Drive& d) {
  const HostChoices& h = c.host;
  d.queue = h.queue, d.queues = h.queues;
  set_arbitration(c, d);
  d.read_modify_write = h.read_modify_write;
  d.complete_when_transferred = h.transferred && !buffered(h);
  d.read_moves_page = h.read_moves_page;
  d.program_moves_sectors = h.program_moves_sectors;
  d.read_unwritten_as_written = h.as_written;
  d.host_command = h.command, d.ecc = h.ecc, d.link_request = h.link_request;
  if (h.cores != 0) d.firmware = {h.cores, h.firmware[0], h.firmware[1], h.firmware[2], h.firmware[3]};
  d.link = h.link != 0;
  if (d.link) d.link_numerator = 1000, d.link_denominator = h.link;
  if (h.dram != 0) d.dram = {.limited = true, .numerator = 1000, .denominator = h.dram, .entry = h.dram_entry};
  d.coalesce_requests = h.coalesce_requests, d.coalesce_time = h.coalesce_time;
  d.buffer_slots = h.slots;
  d.buffer_latency = h.slots != 0 || h.bare_latency ? h.latency : kDefaultLatency;
  if (h.slots == 0) return;
  d.write_back = h.write_back;
  d.buffer_protected = h.is_protected;
  if (h.gather_scope != 0) d.gather_programs = programs_gathered(c), d.gather_time = h.gather_time;
  d.evict = h.evict;
  if (h.evict == oracle::Evict::kScore) {
    d.evict_score = [row = kScores[h.score.row], k = h.score.number](const oracle::EntryView& e) {
      return row.value(e, k);
    };
  }
  if (h.write_back && h.flush.given()) {
    const Flushing& flushing = kFlushes[h.flush.row];
    d.flush = flushing.word;
    d.flush_share_numerator = h.flush.number, d.flush_share_denominator = 100;
    if (flushing.holds != nullptr) {
      d.flush_condition = [holds = flushing.holds, k = h.flush.number](const oracle::FlushView& f) {
        return holds(f, k);
      };
    }
  }
  d.readahead_trigger = h.readahead_trigger, d.readahead_pages = h.readahead_pages;
}

}  // namespace ssd::differential
