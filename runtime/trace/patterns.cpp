// The patterns: see patterns.h.
#include "runtime/trace/patterns.h"

#include <algorithm>
#include <vector>

#include "runtime/trace/permutation.h"
#include "runtime/trace/zipf.h"

namespace ssd::trace {
namespace {

// The last aligned place in [0, region) where the request fits.
u64 last_place(u64 region, u64 sectors, u64 align) { return (region - sectors) / align * align; }

// Uniform over the aligned places at which the request lies wholly in [begin, end); if there is none, the last aligned
// place at or before `begin`.
u64 uniform_place(u64 begin, u64 end, u64 sectors, u64 align, u64 region, Random& random) {
  const u64 first = (begin + align - 1) / align;
  if (end < sectors || (end - sectors) / align < first)
    return std::min(begin / align * align, last_place(region, sectors, align));
  return (first + random.below((end - sectors) / align - first + 1)) * align;
}

class UniformPlaces final : public Places {
 public:
  explicit UniformPlaces(u64 region) : region_(region) {}
  u64 next(u64 sectors, u64 align, Random& random) override {
    return uniform_place(0, region_, sectors, align, region_, random);
  }

 private:
  u64 region_;
};

// Popularity belongs to pages, whatever the sizes of requests: a rank is drawn and scattered to a page, in which the
// request begins.
class ZipfPlaces final : public Places {
 public:
  ZipfPlaces(u64 region, u64 sectors_per_page, double theta, u64 seed)
      : region_(region),
        sectors_per_page_(sectors_per_page),
        zipf_(pages(), theta),
        scatter_(pages(), seed),
        most_kept_(pages() < kUnknown ? std::min<u64>(pages(), kMostKept) : 0),
        places_(std::min<u64>(most_kept_, kKept), kUnknown) {}

  u64 next(u64 sectors, u64 align, Random& random) override {
    u64 place = page_of(zipf_(random) - 1) * sectors_per_page_;
    if (align < sectors_per_page_) place += random.below(sectors_per_page_ / align) * align;
    if (align != sectors_per_page_) place = place / align * align;
    if (sectors != sectors_ || align != align_) {  // most workloads have one size
      sectors_ = sectors;
      align_ = align;
      last_ = last_place(region_, sectors, align);
    }
    return std::min(place, last_);
  }

  // Nothing but ranks is drawn where requests begin with pages.
  void next_of_one_size(u64 sectors, u64 align, Random& random, std::span<u64> places) override {
    if (align != sectors_per_page_) return Places::next_of_one_size(sectors, align, random, places);
    zipf_(random, places);
    for (u64& rank : places) {
      --rank;
      if (rank < places_.size()) __builtin_prefetch(&places_[rank], 1);
    }
    const u64 last = last_place(region_, sectors, align);
    for (u64& place : places) place = std::min(page_of(place) * sectors_per_page_, last);
  }

 private:
  static constexpr u32 kKept = 1U << 12, kMostKept = 1U << 21, kUnknown = ~u32{0};

  u64 pages() const { return std::max<u64>(1, region_ / sectors_per_page_); }
  // Where the page of that rank is; of the first ranks, which are drawn most, it is kept.
  u64 page_of(u64 rank) {
    if (rank >= places_.size()) return page_beyond(rank);
    u32& place = places_[rank];
    if (place == kUnknown) place = static_cast<u32>(scatter_(rank));
    return place;
  }
  // The more draws of other ranks there are, the more places are kept.
  u64 page_beyond(u64 rank) {
    if (++beyond_ > places_.size() && places_.size() < most_kept_) {
      places_.resize(std::min<u64>(most_kept_, 2 * places_.size()), kUnknown);
      beyond_ = 0;
    }
    return scatter_(rank);
  }

  u64 region_, sectors_per_page_;
  Zipf zipf_;
  Permutation scatter_;
  u64 most_kept_;  // 0 if places are beyond 32 bits, as they may be of a trace that no drive of this program could have
  std::vector<u32> places_;
  u64 sectors_ = 0, align_ = 0, last_ = 0;  // the last place of such requests
  u64 beyond_ = 0;                          // draws of ranks whose places were not kept, since more are kept
};

class SequentialPlaces final : public Places {
 public:
  explicit SequentialPlaces(u64 region) : region_(region) {}
  u64 next(u64 sectors, u64 align, Random&) override {
    u64 place = (cursor_ + align - 1) / align * align;
    if (place > last_place(region_, sectors, align)) place = 0;
    cursor_ = place + sectors;
    return place;
  }

 private:
  u64 region_;
  u64 cursor_ = 0;
};

// Wraps around at the end of the region; a stride that does not divide the region continues between the places of the
// round before.
class StridePlaces final : public Places {
 public:
  StridePlaces(u64 region, u64 stride) : region_(region), stride_(stride % region) {}
  u64 next(u64 sectors, u64 align, Random&) override {
    const u64 place = std::min(cursor_ / align * align, last_place(region_, sectors, align));
    cursor_ = cursor_ >= region_ - stride_ ? cursor_ - (region_ - stride_) : cursor_ + stride_;
    return place;
  }

 private:
  u64 region_, stride_;
  u64 cursor_ = 0;
};

class HotspotPlaces final : public Places {
 public:
  HotspotPlaces(u64 region, workload::Hotspot hotspot)
      : region_(region), hot_(share_of(region, hotspot.space_parts)), access_parts_(hotspot.access_parts) {}
  u64 next(u64 sectors, u64 align, Random& random) override {
    const bool is_hot = random.below(workload::kWhole) < access_parts_;
    return uniform_place(is_hot ? 0 : hot_, is_hot ? hot_ : region_, sectors, align, region_, random);
  }

 private:
  u64 region_, hot_;
  u32 access_parts_;
};

class MixedPlaces final : public Places {
 public:
  MixedPlaces(const workload::PatternMix& mix, const Space& space, Seeds seeds) {
    for (const workload::WeightedPattern& option : mix.options) {
      // Each part has its own scattering, so two zipf patterns of a mix are not hot at the same pages.
      seeds.block = SplitMix64{seeds.block}.next();
      options_.push_back({option.parts_per_million, make_places(option.pattern, space, seeds)});
    }
  }
  u64 next(u64 sectors, u64 align, Random& random) override {
    u64 drawn = random.below(workload::kWhole);
    std::size_t i = 0;
    while (i + 1 < options_.size() && drawn >= options_[i].parts) drawn -= options_[i++].parts;
    return options_[i].places->next(sectors, align, random);
  }

 private:
  struct Option {
    u32 parts;
    std::unique_ptr<Places> places;
  };
  std::vector<Option> options_;
};

struct Maker {
  Space region;
  Seeds seeds;
  std::unique_ptr<Places> operator()(const workload::Uniform&) const {
    return std::make_unique<UniformPlaces>(region.sectors);
  }
  std::unique_ptr<Places> operator()(const workload::Sequential&) const {
    return std::make_unique<SequentialPlaces>(region.sectors);
  }
  std::unique_ptr<Places> operator()(const workload::Hotspot& h) const {
    return std::make_unique<HotspotPlaces>(region.sectors, h);
  }
  std::unique_ptr<Places> operator()(const workload::PatternMix& m) const {
    return std::make_unique<MixedPlaces>(m, region, seeds);
  }
  std::unique_ptr<Places> operator()(const workload::Stride& s) const {
    return std::make_unique<StridePlaces>(region.sectors, s.bytes / region.sector_bytes);
  }
  std::unique_ptr<Places> operator()(const workload::Zipf& z) const {
    return std::make_unique<ZipfPlaces>(region.sectors, region.sectors_per_page, z.theta,
                                        stream_seed(seeds, "scatter"));
  }
};

Space inside(const workload::Pattern& pattern, const Space& around) {
  return {region_of(pattern, around), around.sectors_per_page, around.sector_bytes};
}

}  // namespace

u64 share_of(u64 sectors, u32 parts) {
  return sectors / workload::kWhole * parts + sectors % workload::kWhole * parts / workload::kWhole;
}

u64 region_of(const workload::Pattern& pattern, const Space& space) {
  if (pattern.over_bytes == 0) return share_of(space.sectors, pattern.over);
  return std::min(pattern.over_bytes / space.sector_bytes, space.sectors);
}

u64 smallest_region(const workload::Pattern& pattern, const Space& space) {
  const Space region = inside(pattern, space);
  u64 smallest = region.sectors;
  if (const auto* mix = std::get_if<workload::PatternMix>(&pattern.kind)) {
    for (const workload::WeightedPattern& option : mix->options)
      smallest = std::min(smallest, smallest_region(option.pattern, region));
  }
  return smallest;
}

u64 missing_bytes(const workload::Pattern& pattern, const Space& space) {
  const u64 bytes = space.sectors * space.sector_bytes;
  u64 most = pattern.over_bytes > bytes ? pattern.over_bytes - bytes : 0;
  if (const auto* mix = std::get_if<workload::PatternMix>(&pattern.kind)) {
    for (const workload::WeightedPattern& option : mix->options)
      most = std::max(most, missing_bytes(option.pattern, inside(pattern, space)));
  }
  return most;
}

std::unique_ptr<Places> make_places(const workload::Pattern& pattern, const Space& space, Seeds seeds) {
  return std::visit(Maker{inside(pattern, space), seeds}, pattern.kind);
}

}  // namespace ssd::trace
