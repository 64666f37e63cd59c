// What must be known about all records of a trace before the first of them can become a request; gathered while they
// are read.
#pragma once
#include <unordered_map>
#include <vector>

#include "runtime/trace/packed_records.h"

namespace ssd::trace {

// Requests that arrive before the request ahead of them in the file.
struct Backwards {
  u64 count = 0;
  u64 first = 0;  // index of the first one
  Time step = 0;  // by how many ns the first one goes back
  Time largest = 0;
};

struct DeviceFacts {
  u32 device = 0;
  u64 requests = 0;
  u64 end = 0;  // the first byte after the last one touched
};

struct TraceFacts {
  u64 records = 0;
  Time earliest = 0, latest = 0;
  Time last = 0;  // of the last record
  Backwards backwards;
  u64 highest = 0;                          // the largest end of a record on its device
  u64 largest_moved = 0, largest_trim = 0;  // bytes of a request
  std::vector<DeviceFacts> devices;         // in the order in which the records first name them

  // Adds the records of the block.
  void add(const RecordBlock& block);

 private:
  void add_arrivals(const RecordBlock& block);
  void add_sizes(const RecordBlock& block);
  void add_trims(const RecordBlock& block);
  void add_device(u32 device, u64 requests, u64 end);
  std::unordered_map<u32, std::size_t> places;  // from a device to its index in `devices`
  std::size_t current = 0;                      // index of the last record's device
};

}  // namespace ssd::trace
