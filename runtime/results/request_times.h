// Each request of a run individually: when it arrived, when it was complete, and where the time between went
// (account.split); as a table for other programs, and as a summary of what the slow requests waited for.
#pragma once
#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/request_list.h"
#include "runtime/abi/results.h"

namespace ssd::results {

using Split = std::array<Time, kParts>;  // ns, by Part; the first kSummedParts sum to the response time

// The times of a run's requests, indexed by their numbers.
struct RequestTimes {
  std::span<const Time> arrivals, completions;  // in ns; a completion of kNever: the run ended before it
  std::span<const Split> splits;
  bool is_complete(u64 number) const { return completions[number] != kNever; }
  Time response(u64 number) const { return completions[number] - arrivals[number]; }
};

// Bytes of RequestTimes for this many requests.
u64 bytes_of_times(u64 requests);

// CSV with a head line, then a line for each complete request, in their order. `emit` takes the text piece by piece. If
// it returns false, writing stops and the result is false.
bool requests_csv(const RequestList& requests, u64 sector_bytes, const RequestTimes& times,
                  const std::function<bool(std::string_view)>& emit);

// Requests of one direction between two ranks of response time, counted from the fastest.
struct BlameBand {
  double from_share = 0, to_share = 0;  // shares of the requests, such as 0.5 to 0.9
  u64 count = 0;
  Time least = 0, most = 0;  // response times, in ns
  double mean = 0;
  std::array<double, kParts> parts{};  // means in ns, by Part; the first kSummedParts sum to `mean`
};

struct SlowRequest {
  u64 number = 0;
  Request request{};
  Time arrival = 0, response = 0;
  Split split{};
};

struct Blame {
  Direction direction{};
  u64 count = 0;
  BlameBand all;
  std::vector<BlameBand> bands;  // none is empty; fastest first
  std::vector<SlowRequest>
      slowest;  // at most 5, slowest first; of equally slow ones the one with the lower number first
};
// The shares of the requests at which bands begin and end.
inline constexpr std::array kUsualCuts{0.0, 0.5, 0.9, 0.99, 0.999, 1.0};
// One element each for reads, writes and trims, if there are any complete ones. `cuts` ascend from 0 to 1.
std::vector<Blame> blame(const RequestList& requests, const RequestTimes& times,
                         std::span<const double> cuts = kUsualCuts);

struct Report;
std::string blame_text(const Report& report, std::span<const Blame> blames);
// {"schema": "ssdc.blame", "version": 1, …}
std::string blame_json(const Report& report, std::span<const Blame> blames);

}  // namespace ssd::results
