// The section ftl: what an entry of the map stands for (iu.map, iu.lock_step).
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
        .doc =
            "the indirection unit: bytes that an entry of the map stands for; several smaller ones share a page, and a "
            "larger one takes a page of several planes",
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

constexpr std::string_view kLeaveOut = "leave `unit` out: each page has its own entry then";

std::string help_for_unit(const design::Geometry& g, u64 unit) {
  const auto near = unit_near(g, unit);
  return near ? fmt::format("write `unit: {}`, or {}", size_text(static_cast<i64>(*near)), kLeaveOut)
              : std::string(kLeaveOut);
}

// Whether pages of the geometry have whole units of so many bytes.
bool fits(const design::Geometry& g, u64 unit) {
  return unit <= g.page_bytes && g.page_bytes % unit == 0 && unit % g.sector_bytes == 0 &&
         g.page_bytes / unit <= limits::kMostSubpages;
}

// The most planes that pages of a unit of at most so many bytes can come from: a divisor of the planes of a die.
u64 planes_near(const design::Geometry& g, u64 unit) {
  u64 planes = std::min(g.planes, unit / g.page_bytes);
  while (g.planes % planes != 0) --planes;
  return planes;
}

// A unit that is larger than a page: as many planes of a die work in lock step as its pages number (iu.lock_step).
bool read_large_unit(Reader& reader, design::Design& design, u64 unit) {
  design::Geometry& g = design.geometry;
  const u64 planes = unit / g.page_bytes;
  if (unit % g.page_bytes != 0 || g.planes % planes != 0) {
    const u64 near = planes_near(g, unit);
    const std::string help =
        near == 1 ? std::string(kLeaveOut)
                  : fmt::format("write `unit: {}`, or {}", size_text(static_cast<i64>(near * g.page_bytes)), kLeaveOut);
    reader.context()
        .sink()
        .report(Code::E0265, reader.entry("unit")->span(), size_text(static_cast<i64>(unit)),
                size_text(static_cast<i64>(g.page_bytes)), g.planes)
        .help(help);
    return false;
  }
  design.lock_step = planes;
  g.page_bytes = unit;
  g.spare_bytes *= planes;
  g.planes /= planes;
  reader.explain_derived("lock_step", fmt::format("{} planes", planes),
                         "planes of a die that work as one: unit / page");
  return true;
}

bool read_unit(Reader& reader, design::Design& design) {
  design::Geometry& g = design.geometry;
  const u64 unit = reader.bytes("unit");
  if (!reader.sound()) return false;
  if (unit > g.page_bytes) return read_large_unit(reader, design, unit);
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

void apply_lock_step(design::Design& design) {
  const u64 planes = design.lock_step;
  Config& c = design.config;
  c.command = planes * c.command + (planes - 1) * c.dummy_busy;
  for (u64* energy : {&design.energy.read, &design.energy.program, &design.energy.erase}) *energy *= planes;
}

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
  if (geometry && !read_unit(reader, design)) return false;
  return reader.sound();
}

}  // namespace ssd::check
