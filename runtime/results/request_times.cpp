// See request_times.h: the CSV table, and the numbers of the summary.
#include "runtime/results/request_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "runtime/base/given_up.h"
#include "runtime/results/parts.h"

namespace ssd::results {
namespace {

constexpr std::array kDirectionColumn{"write", "read", "trim", "flush"};
constexpr std::size_t kMostShown = 5;

const char* direction_column(const Request& request) {
  return request.forced != 0 ? "fua" : kDirectionColumn[static_cast<u32>(request.direction)];
}

void append_row(std::string& out, u64 number, const Request& request, u64 sector_bytes, const RequestTimes& times) {
  fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},{}", number, direction_column(request),
                 request.sector * sector_bytes, request.sectors * sector_bytes, times.arrivals[number],
                 times.completions[number], times.response(number));
  for (const Time part : times.splits[number]) fmt::format_to(std::back_inserter(out), ",{}", part);
  out += '\n';
}

// A complete request, with what is needed to sort it.
struct Ranked {
  Time response;
  u64 number;
  friend bool operator<(const Ranked& a, const Ranked& b) {
    return a.response != b.response ? a.response < b.response : a.number > b.number;
  }
};

BlameBand band(std::span<const Ranked> ranked, double from, double to, const RequestTimes& times) {
  BlameBand result{.from_share = from,
                   .to_share = to,
                   .count = ranked.size(),
                   .least = ranked.front().response,
                   .most = ranked.back().response};
  std::array<double, kParts> sums{};
  for (const Ranked& r : ranked) {
    for (std::size_t p = 0; p < kParts; ++p) sums[p] += static_cast<double>(times.splits[r.number][p]);
    result.mean += static_cast<double>(r.response);
  }
  const double count = static_cast<double>(ranked.size());
  result.mean /= count;
  for (std::size_t p = 0; p < kParts; ++p) result.parts[p] = sums[p] / count;
  return result;
}

Blame blame_of(Direction direction, std::span<const Ranked> ranked, const RequestTimes& times,
               std::span<const double> cuts) {
  Blame result{
      .direction = direction, .count = ranked.size(), .all = band(ranked, 0, 1, times), .bands = {}, .slowest = {}};
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const auto at = [&](double share) { return static_cast<std::size_t>(share * static_cast<double>(ranked.size())); };
    const std::size_t first = at(cuts[i]), end = at(cuts[i + 1]);
    if (first != end) result.bands.push_back(band(ranked.subspan(first, end - first), cuts[i], cuts[i + 1], times));
  }
  for (std::size_t i = 0; i < kMostShown && i < ranked.size(); ++i) {
    const Ranked& r = ranked[ranked.size() - 1 - i];
    result.slowest.push_back({.number = r.number,
                              .request = {},
                              .arrival = times.arrivals[r.number],
                              .response = r.response,
                              .split = times.splits[r.number]});
  }
  return result;
}

// Adds the requests themselves to the slowest ones; they are found in a second pass over the requests.
void name_slowest(const RequestList& requests, std::vector<Blame>& blames) {
  u64 number = 0;
  for (const Request& request : requests) {
    leave_if_given_up(number);
    for (Blame& b : blames) {
      for (SlowRequest& slow : b.slowest) {
        if (slow.number == number) slow.request = request;
      }
    }
    ++number;
  }
}

}  // namespace

u64 bytes_of_times(u64 requests) { return requests * (2 * sizeof(Time) + sizeof(Split) + sizeof(Ranked)); }

bool requests_csv(const RequestList& requests, u64 sector_bytes, const RequestTimes& times,
                  const std::function<bool(std::string_view)>& emit) {
  constexpr std::size_t kPiece = 1U << 16;
  std::string out = "number,direction,offset_bytes,bytes,arrival_ns,completion_ns,response_ns";
  for (const char* key : kPartKeys) fmt::format_to(std::back_inserter(out), ",{}", key);
  out += '\n';
  u64 number = 0;
  for (const Request& request : requests) {
    leave_if_given_up(number);
    if (times.is_complete(number)) append_row(out, number, request, sector_bytes, times);
    ++number;
    if (out.size() < kPiece) continue;
    if (!emit(out)) return false;
    out.clear();
  }
  return emit(out);
}

std::vector<Blame> blame(const RequestList& requests, const RequestTimes& times, std::span<const double> cuts) {
  std::array<std::vector<Ranked>, kDirections> ranked;
  u64 number = 0;
  for (const Request& request : requests) {
    leave_if_given_up(number);
    if (times.is_complete(number))
      ranked[static_cast<u32>(request.direction)].push_back({times.response(number), number});
    ++number;
  }
  std::vector<Blame> blames;
  for (const Direction direction : {Direction::kRead, Direction::kWrite, Direction::kTrim, Direction::kFlush}) {
    auto& list = ranked[static_cast<u32>(direction)];
    std::sort(list.begin(), list.end());
    if (!list.empty()) blames.push_back(blame_of(direction, list, times, cuts));
  }
  name_slowest(requests, blames);
  return blames;
}

}  // namespace ssd::results
