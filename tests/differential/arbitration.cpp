// Which host queue a random case serves next, and its limit of all queues (host.arbitration, host.outstanding).
#include <fmt/format.h>

#include "tests/differential/choices.h"

namespace ssd::differential {
namespace {

using oracle::QueueView;

struct Score {
  const char* text;
  int64_t (*value)(const QueueView& q, int64_t k);
};
constexpr Score kScores[] = {
    {"q.index", [](const QueueView& q, int64_t) { return q.index; }},
    {"0 - q.index", [](const QueueView& q, int64_t) { return -q.index; }},
    {"q.waiting * {} - q.in_flight", [](const QueueView& q, int64_t k) { return q.waiting * k - q.in_flight; }},
    {"q.waiting % {}", [](const QueueView& q, int64_t k) { return q.waiting % k; }},
    {"q.oldest", [](const QueueView& q, int64_t) { return q.oldest; }},
    {"0us - q.oldest", [](const QueueView& q, int64_t) { return -q.oldest; }},
    {"if q.oldest > {}us then 2 else if q.in_flight > 1 then 0 else 1",
     [](const QueueView& q, int64_t k) { return q.oldest > k * 1000 ? 2
                                                : q.in_flight > 1   ? 0
                                                                    : int64_t{1}; }},
    {"if now % 20us < {}us then q.index else 0 - q.index",
     [](const QueueView& q, int64_t k) {
       return static_cast<int64_t>(q.around.now % 20'000) < k * 1000 ? q.index : -q.index;
     }},
    {"if write_amplification > 1.25 then q.waiting else 0 - q.waiting",
     [](const QueueView& q, int64_t) { return q.around.write_amplification > 1.25 ? q.waiting : -q.waiting; }},
    {"7", [](const QueueView&, int64_t) { return int64_t{7}; }},
};

bool scores(const HostChoices& h) { return h.queues > 1 && !h.weighted && h.arbitration.given(); }
bool weighs(const HostChoices& h) { return h.queues > 1 && h.weighted; }

}  // namespace

void choose_arbitration(Random& random, Choices& c) {
  HostChoices& h = c.host;
  h.outstanding = chance(random, 35) ? between(random, 1, 9) : 0;
  for (int64_t& weight : h.weights) weight = pick<int64_t>(random, {1, 1, 2, 3, 7, 255});
  h.weighted = chance(random, 35);
  if (chance(random, 60)) h.arbitration = pick_shape(random, kScores, {1, 3, 100});
}

std::string arbitration_text(const Choices& c) {
  const HostChoices& h = c.host;
  std::string text;
  if (h.outstanding != 0) text += fmt::format(" outstanding: {}", h.outstanding);
  if (scores(h)) {
    const std::string score = fmt::format(fmt::runtime(kScores[h.arbitration.row].text), h.arbitration.number);
    text += fmt::format(" arbitration(q): {}", score);
  }
  if (!weighs(h)) return text;
  for (int64_t i = 0; i < h.queues; ++i)
    text += fmt::format("{}{}", i == 0 ? " arbitration: weighted([" : ", ", h.weights.at(static_cast<std::size_t>(i)));
  return text + "])";
}

void set_arbitration(const Choices& c, oracle::Drive& d) {
  const HostChoices& h = c.host;
  d.outstanding = h.outstanding;
  if (weighs(h)) d.weights.assign(h.weights.begin(), h.weights.begin() + h.queues);
  if (!scores(h)) return;
  d.arbitration = [row = kScores[h.arbitration.row], k = h.arbitration.number](const QueueView& q) {
    return row.value(q, k);
  };
}

}  // namespace ssd::differential
