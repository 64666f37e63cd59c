// The designs, or the workloads, of an experiment's points, by number: an experiment may have as many of them as
// points, so they are in a list that need not fit in memory. All functions throw RoomLost.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "runtime/abi/plan.h"
#include "runtime/base/paged_bytes.h"
#include "runtime/base/source.h"
#include "runtime/cache/cache.h"
#include "tools/study/run/packed.h"

namespace ssd::study {

// A declaration with the values of a point. If it is rejected, only the points that need it fail.
struct AtPoint {
  Packed packed;
  cache::Key identity = {};        // of everything that its numbers depend on
  std::string refusal = {};        // the first error, with its code, in one line; empty: the declaration is valid
  Span span = {};                  // of a design: where it is declared
  std::uint64_t least_memory = 0;  // of a design: bytes that the drive alone takes, without requests
};

class PointStore {
 public:
  bool has(std::uint32_t number) const { return rows_.at(number).is_there; }
  AtPoint at(std::uint32_t number) const;
  cache::Key identity(std::uint32_t number) const { return rows_.at(number).identity; }
  std::uint64_t least_memory(std::uint32_t number) const { return rows_.at(number).least_memory; }
  bool is_valid(std::uint32_t number) const { return rows_.at(number).is_valid; }
  // All that are put resemble the same bytes (Packer).
  void put(std::uint32_t number, const AtPoint& point);

 private:
  struct Row {
    cache::Key identity;
    std::uint64_t packed = 0, refusal = 0;  // places of texts
    Span span;
    std::uint64_t least_memory = 0;
    bool is_there = false, is_valid = false;
  };
  PagedRows<Row> rows_;
  PagedTexts texts_;
  std::shared_ptr<const std::string> like_;
};

// What was unpacked last: neighbouring runs mostly share a design or a workload. Of one plan.
class Unpacked {
 public:
  const Plan& plan(const PointStore& designs, std::uint32_t number);
  const workload::Workload& workload(const PointStore& workloads, std::uint32_t number);

 private:
  std::optional<std::uint32_t> of_plan_, of_workload_;
  Plan plan_;
  workload::Workload workload_;
};

}  // namespace ssd::study
