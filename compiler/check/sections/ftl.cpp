// The section ftl: what the map leads to pages, and how small (iu.map).
#include "compiler/check/sections/sections.h"
#include "runtime/base/limits.h"
#include "runtime/base/quantity.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::array kFtlKeys{
    Key{.name = "mapping",
        .form = Form::kLater,
        .fallback = "page",
        .words = "page",
        .meanings = "each logical page has its own place",
        .simulated = "page",
        .doc = "how logical addresses lead to physical ones"},
    Key{.name = "unit",
        .form = Form::kSize,
        .least = "512B",
        .most = "1MiB",
        .doc = "the indirection unit: bytes that an entry of the map stands for; several smaller ones share a page",
        .otherwise = "the page"},
};

// The largest unit that is at most as large as the one written and fits; if there is none, the smallest that fits.
std::optional<u64> unit_near(const design::Geometry& g, u64 wanted) {
  std::optional<u64> near;
  for (u64 count = 2; count <= limits::kMostSubpages; ++count) {
    if (g.page_bytes % count != 0 || g.page_bytes / count % g.sector_bytes != 0) continue;
    near = g.page_bytes / count;
    if (*near <= wanted) break;
  }
  return near;
}

std::string help_for_unit(const design::Geometry& g, u64 unit) {
  const std::string leave = "leave `unit` out: each page has its own entry then";
  if (unit > g.page_bytes) return "units that are larger than a page are not simulated: " + leave;
  const auto near = unit_near(g, unit);
  return near ? fmt::format("write `unit: {}`, or {}", size_text(static_cast<i64>(*near)), leave) : leave;
}

// Whether pages of the geometry have whole units of so many bytes.
bool fits(const design::Geometry& g, u64 unit) {
  return unit <= g.page_bytes && g.page_bytes % unit == 0 && unit % g.sector_bytes == 0 &&
         g.page_bytes / unit <= limits::kMostSubpages;
}

bool read_unit(Reader& reader, design::Geometry& g) {
  const u64 unit = reader.bytes("unit");
  if (!reader.sound()) return false;
  diag::Sink& sink = reader.context().sink();
  const Span place = reader.entry("unit")->span();
  if (!fits(g, unit)) {
    sink.report(Code::E0268, place, size_text(static_cast<i64>(g.page_bytes)), size_text(static_cast<i64>(unit)),
                size_text(static_cast<i64>(g.sector_bytes)), limits::kMostSubpages)
        .help(help_for_unit(g, unit));
    return false;
  }
  g.subpages = g.page_bytes / unit;
  if (g.units() <= limits::kMostPhysicalPages) return true;
  sink.report(Code::E0220, place, g.units(), limits::kMostPhysicalPages)
      .help("choose larger units, fewer blocks or larger pages");
  return false;
}

}  // namespace

std::span<const Key> ftl_keys() { return kFtlKeys; }

bool read_ftl(Context& context, const Group* section, bool geometry, design::Design& design) {
  Reader reader(context, "ftl", section, kFtlKeys);
  reader.explain_fixed();
  if (!reader.has("unit")) {
    if (geometry)
      reader.explain("unit", size_text(static_cast<i64>(design.geometry.page_bytes)),
                     {design::OriginKind::kDefault, {}, "the page"});
    return reader.sound();
  }
  if (geometry && !read_unit(reader, design.geometry)) return false;
  return reader.sound();
}

}  // namespace ssd::check
