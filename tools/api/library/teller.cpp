// See teller.h.
#include "tools/api/library/teller.h"

#include <algorithm>
#include <array>

namespace ssd::api {
namespace {

constexpr std::array kStages{
    std::pair(Activity::kWorkload, Stage::kRequests), std::pair(Activity::kCompile, Stage::kCompile),
    std::pair(Activity::kDrive, Stage::kDrive),       std::pair(Activity::kFirst, Stage::kFirst),
    std::pair(Activity::kMeasured, Stage::kMeasured), std::pair(Activity::kLife, Stage::kLife),
    std::pair(Activity::kProbe, Stage::kProbe),       std::pair(Activity::kFit, Stage::kFit)};

}  // namespace

void Teller::begin(Activity activity) { goes_on(activity, 0, 0); }

bool Teller::goes_on(Activity activity, std::uint64_t count, double share) {
  const auto stage = std::ranges::find(kStages, activity, &std::pair<Activity, Stage>::first);
  ended_ = ended_ || (progress_ && stage != kStages.end() &&
                      !progress_({.stage = stage->second, .count = count, .share = share}));
  return !ended_;
}

}  // namespace ssd::api
