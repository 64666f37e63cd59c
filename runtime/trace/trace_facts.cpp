// See trace_facts.h. Works column by column: a few operations for each record without a branch; the rare cases are
// handled in a second, careful pass.
#include "runtime/trace/trace_facts.h"

#include <algorithm>

namespace ssd::trace {
namespace {

constexpr u8 kTrim = static_cast<u8>(Direction::kTrim);

bool ascend(const RecordBlock& block, Time before) {
  bool result = block.arrivals[0] >= before;
  for (std::size_t i = 1; i < block.size; ++i) result &= block.arrivals[i] >= block.arrivals[i - 1];
  return result;
}

void add_steps(Backwards& backwards, const RecordBlock& block, u64 first, Time before) {
  for (std::size_t i = 0; i < block.size; ++i) {
    const Time arrival = block.arrivals[i];
    if (arrival < before) {
      if (backwards.count++ == 0) {
        backwards.first = first + i;
        backwards.step = before - arrival;
      }
      backwards.largest = std::max(backwards.largest, before - arrival);
    }
    before = arrival;
  }
}

}  // namespace

void TraceFacts::add(const RecordBlock& block) {
  add_arrivals(block);
  add_sizes(block);
  records += block.size;
}

void TraceFacts::add_arrivals(const RecordBlock& block) {
  if (records == 0) earliest = latest = last = block.arrivals[0];
  if (ascend(block, last)) {
    latest = std::max(latest, block.arrivals[block.size - 1]);
    earliest = std::min(earliest, block.arrivals[0]);
  } else {
    add_steps(backwards, block, records, last);
    const auto [least, most] =
        std::minmax_element(block.arrivals.begin(), block.arrivals.begin() + static_cast<std::ptrdiff_t>(block.size));
    earliest = std::min(earliest, *least);
    latest = std::max(latest, *most);
  }
  last = block.arrivals[block.size - 1];
}

void TraceFacts::add_sizes(const RecordBlock& block) {
  u64 most = 0, end = 0;
  u32 other_devices = 0, directions = 0;
  for (std::size_t i = 0; i < block.size; ++i) {
    most = std::max(most, block.bytes[i]);
    end = std::max(end, block.offsets[i] + block.bytes[i]);
  }
  for (std::size_t i = 0; i < block.size; ++i) directions |= block.directions[i];
  for (std::size_t i = 0; i < block.size; ++i) other_devices |= block.devices[i] ^ block.devices[0];
  highest = std::max(highest, end);
  if ((directions & kTrim) == 0)
    largest_moved = std::max(largest_moved, most);
  else
    add_trims(block);
  if (other_devices == 0) return add_device(block.devices[0], block.size, end);
  for (std::size_t i = 0; i < block.size; ++i) add_device(block.devices[i], 1, block.offsets[i] + block.bytes[i]);
}

// For a block that contains trims.
void TraceFacts::add_trims(const RecordBlock& block) {
  for (std::size_t i = 0; i < block.size; ++i) {
    u64& largest = block.directions[i] == kTrim ? largest_trim : largest_moved;
    largest = std::max(largest, block.bytes[i]);
  }
}

void TraceFacts::add_device(u32 device, u64 requests, u64 end) {
  if (devices.empty() || devices[current].device != device) {
    const auto known = places.find(device);
    current = known == places.end() ? devices.size() : known->second;
    if (known == places.end()) {
      places.emplace(device, current);
      devices.push_back({device, 0, 0});
    }
  }
  devices[current].requests += requests;
  devices[current].end = std::max(devices[current].end, end);
}

}  // namespace ssd::trace
