// The parts of a response time (account.split, account.slot_wait) by name, for tables and as keys, and which of them a
// table shows.
#pragma once
#include <array>
#include <numeric>

#include "runtime/abi/results.h"

namespace ssd::results {

// In the order of Part. Of the wait for a slot the table says in a row of its own what the flash did meanwhile, in the
// columns of the same names.
inline constexpr std::array<const char*, kSummedParts> kPartNames{
    "queue", "firmware", "link", "buffer", "unit", "collection", "channel", "transfer", "array", "controller"};
inline constexpr std::array<const char*, kParts> kPartKeys{
    "queue_ns",      "firmware_ns",        "link_ns",         "buffer_ns",        "unit_ns",
    "collection_ns", "channel_ns",         "transfer_ns",     "array_ns",         "controller_ns",
    "slot_unit_ns",  "slot_collection_ns", "slot_channel_ns", "slot_transfer_ns", "slot_array_ns"};

using MeanParts = std::array<double, kParts>;  // ns, by Part

inline bool has_slot_wait(const MeanParts& parts) {
  return std::accumulate(parts.begin() + kSummedParts, parts.end(), 0.0) != 0;
}

// The wait for a slot in the columns of the flash: those from kUnit to kArray.
inline MeanParts slot_wait(const MeanParts& parts) {
  MeanParts shown{};
  for (u32 p = kSummedParts; p < kParts; ++p) shown[static_cast<u32>(Part::kUnit) + p - kSummedParts] = parts[p];
  return shown;
}

// The columns of a table of parts. Firmware, link and buffer are shown only if some row has time there, because most
// designs have none of them.
class PartColumns {
 public:
  void add(const MeanParts& row) {
    for (u32 p = 0; p < kSummedParts; ++p) shown_[p] |= row[p] != 0;
  }
  double sum(const MeanParts& row) const { return std::accumulate(row.begin(), row.begin() + kSummedParts, 0.0); }
  template <class Take>
  void each(const MeanParts& row, Take take) const {
    for (u32 p = 0; p < kSummedParts; ++p) {
      if (shown_[p]) take(row[p]);
    }
  }
  template <class Take>
  void each_name(Take take) const {
    for (u32 p = 0; p < kSummedParts; ++p) {
      if (shown_[p]) take(kPartNames[p]);
    }
  }

 private:
  std::array<bool, kSummedParts> shown_{true, false, false, false, true, true, true, true, true, true};
};

}  // namespace ssd::results
