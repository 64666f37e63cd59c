// Fuzz target: any bytes as packed records of a trace. Whole blocks are unpacked one after another; what is no whole
// block is left alone. A block that is packed again and unpacked again is the same.
#include "runtime/trace/packed_records.h"

#include <algorithm>
#include <memory>

#include "tests/fuzz/targets.h"

namespace ssd::fuzz {
namespace {

bool same(const trace::RecordBlock& a, const trace::RecordBlock& b) {
  const auto equal = [&](const auto& x, const auto& y) { return std::equal(x.begin(), x.begin() + a.size, y.begin()); };
  return a.size == b.size && equal(a.arrivals, b.arrivals) && equal(a.offsets, b.offsets) && equal(a.bytes, b.bytes) &&
         equal(a.devices, b.devices) && equal(a.directions, b.directions);
}

}  // namespace

std::string broken_by_packed_records(std::string_view bytes) {
  static const auto first = std::make_unique<trace::RecordBlock>(), second = std::make_unique<trace::RecordBlock>();
  std::string_view rest = bytes;
  while (true) {
    const std::string_view before = rest;
    if (!trace::unpack_block(rest, *first))
      return rest == before ? "" : "bytes of a block that is not whole were taken";
    if (first->size == 0 || first->size > trace::kBlockRecords) return "a block has an impossible number of records";
    if (rest.size() >= before.size()) return "a block has no bytes";
    std::string packed;
    trace::pack_block(*first, packed);
    std::string_view again = packed;
    if (packed.size() % 8 != 0 || !trace::unpack_block(again, *second) || !again.empty())
      return "a packed block is not whole";
    if (!same(*first, *second)) return "a block was packed as another one";
  }
}

}  // namespace ssd::fuzz
