// A drive of a few lines whose inside is known, for tests of inferences from response times: units behind channels,
// each page read by its unit and moved over its channel, one after another. It has nothing in common with the engine.
#pragma once
#include <algorithm>
#include <map>
#include <random>

#include "tools/probe/device.h"

namespace ssd {

struct Toy {
  enum class Place { kAddress, kWriteOrder, kIdle, kScattered };
  u64 channels = 3, units_per_channel = 2, page_sectors = 8, pages = 4096, sector = 512;
  Place place = Place::kAddress;
  Time array = 50'000, move = 1'000, program = 300'000;  // move: of a sector
  Time link = 0;                                         // of a sector, to the host
  Time jitter = 0;                                       // each read takes up to so much more
  bool one_at_a_time = false, buffer = false;
  u64 units() const { return channels * units_per_channel; }
};

class ToyDrive : Toy {
 public:
  explicit ToyDrive(const Toy& toy) : Toy(toy) {}
  probe::Device device() {
    return {.bytes = pages * page_sectors * sector,
            .sector = sector,
            .issue = [this](std::span<const probe::Access> accesses, Time pause) { return issue(accesses, pause); }};
  }

 private:
  // Units are numbered with the channel varying fastest.
  u64 unit_for(u64 page, Time now, const std::vector<Time>& unit_free) {
    if (place == Place::kAddress) return page % units();
    if (place == Place::kScattered) return random_() % units();
    while (place == Place::kIdle && unit_free[written_ % units()] > now) ++written_;
    return written_++ % units();
  }

  Time access(const probe::Access& a, Time begin, std::vector<Time>& unit_free, std::vector<Time>& channel_free,
              Time& link_free) {
    Time end = begin;
    for (u64 at = a.offset / sector, rest = a.bytes / sector; rest != 0;) {
      const u64 page = at / page_sectors, here = std::min(rest, page_sectors - at % page_sectors);
      at += here;
      rest -= here;
      if (a.direction == Direction::kWrite) {
        unit_of_[page] = unit_for(page, begin, unit_free);
        end = std::max(end, begin + program);
        continue;
      }
      if (!unit_of_.contains(page)) continue;
      const u64 unit = unit_of_[page];
      Time& bus = channel_free[unit % channels];
      const Time read = std::max(begin, unit_free[unit]) + array + (jitter == 0 ? 0 : random_() % jitter);
      unit_free[unit] = bus = std::max(read, bus) + here * move;
      if (link != 0) link_free = std::max(link_free, bus) + here * link;
      end = std::max({end, bus, link_free});
    }
    return end;
  }

  std::optional<std::vector<Time>> issue(std::span<const probe::Access> accesses, Time pause) {
    std::vector<Time> result, unit_free(units()), channel_free(channels);
    Time link_free = 0, before = 0, now = 0;
    for (const probe::Access& a : accesses) {
      if (!a.together) {
        std::ranges::fill(unit_free, 0);
        std::ranges::fill(channel_free, 0);
        link_free = before = now = 0;
      }
      now += a.after;
      const Time end = buffer
                           ? now + 5'000
                           : access(a, one_at_a_time ? std::max(now, before) : now, unit_free, channel_free, link_free);
      before = end;
      result.push_back(end < pause ? end - now : kNever);
    }
    return result;
  }

  std::map<u64, u64> unit_of_;
  u64 written_ = 0;
  std::mt19937_64 random_{11};
};

}  // namespace ssd
