// geometry: how many of each level, and the sizes of a page.
#include <fmt/format.h>

#include <bit>

#include "compiler/check/sections/sections.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;

using limits::kMostPhysicalPages;  // a physical page number has 32 bits, and one value means "no page"

constexpr std::array kGeometryKeys{
    Key{.name = "channels",
        .form = Form::kInt,
        .fallback = "4",
        .least = "1",
        .most = "64",
        .doc = "channels of the drive, each with its own bus"},
    Key{.name = "chips",
        .form = Form::kInt,
        .fallback = "4",
        .least = "1",
        .most = "64",
        .doc = "chips (ways) a channel"},
    Key{.name = "dies", .form = Form::kInt, .fallback = "2", .least = "1", .most = "16", .doc = "dies a chip"},
    Key{.name = "planes", .form = Form::kInt, .fallback = "2", .least = "1", .most = "16", .doc = "planes a die"},
    Key{.name = "blocks",
        .form = Form::kInt,
        .fallback = "2048",
        .least = "1",
        .most = "65536",
        .doc = "blocks a plane"},
    Key{.name = "pages", .form = Form::kInt, .fallback = "64", .least = "1", .most = "16384", .doc = "pages a block"},
    Key{.name = "page",
        .form = Form::kSize,
        .fallback = "2KiB",
        .least = "512B",
        .most = "1MiB",
        .doc = "bytes of data in a page, whole sectors"},
    Key{.name = "spare",
        .form = Form::kSize,
        .least = "0B",
        .most = "1MiB",
        .doc = "spare bytes of a page",
        .otherwise = "1/32 of the page"},
    Key{.name = "sector",
        .form = Form::kSize,
        .fallback = "512B",
        .least = "512B",
        .most = "4KiB",
        .doc = "the unit of host addresses: 512B, 1KiB, 2KiB or 4KiB"},
};

Span place_of(Reader& reader, std::string_view key) {
  const Entry* entry = reader.entry(key);
  return entry == nullptr ? reader.span() : entry->span();
}

// A page of 16KB usually means one of 16KiB. Otherwise the bytes that make no whole sector are probably spare bytes.
std::string help_for_page_of_parts(const design::Geometry& g) {
  constexpr u64 kKilo = 1000, kKibi = 1024;
  if (g.page_bytes % kKilo == 0 && g.page_bytes / kKilo * kKibi % g.sector_bytes == 0)
    return fmt::format("write `page: {}KiB`: a KiB is 1024 bytes", g.page_bytes / kKilo);
  const u64 whole = std::max<u64>(1, g.page_bytes / g.sector_bytes) * g.sector_bytes;
  return fmt::format("write `page: {}`, and the rest as `spare`", size_text(static_cast<i64>(whole)));
}

// Checks the relations between keys, after each key was checked by itself.
void check_sizes(Reader& reader, const design::Geometry& g) {
  diag::Sink& sink = reader.context().sink();
  if (!std::has_single_bit(g.sector_bytes)) {
    sink.report(Code::E0218, place_of(reader, "sector"), g.sector_bytes).help("write 512B, 1KiB, 2KiB or 4KiB");
    reader.fail();
  } else if (g.page_bytes % g.sector_bytes != 0) {
    sink.report(Code::E0219, place_of(reader, "page"), size_text(static_cast<i64>(g.page_bytes)),
                size_text(static_cast<i64>(g.sector_bytes)))
        .help(help_for_page_of_parts(g));
    reader.fail();
  }
  if (g.physical_pages() > kMostPhysicalPages) {
    sink.report(Code::E0220, reader.span(), g.physical_pages(), kMostPhysicalPages)
        .help("choose fewer blocks or larger pages; the language allows 2^40 pages, this version 2^32 - 2");
    reader.fail();
  }
}

}  // namespace

std::span<const Key> geometry_keys() { return kGeometryKeys; }

// The default spare area is that of the 2 KiB page of Hu et al. (64 bytes), scaled with the page.
bool read_geometry(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "geometry", section, kGeometryKeys);
  design::Geometry& g = design.geometry;
  g.channels = reader.integer("channels");
  g.chips = reader.integer("chips");
  g.dies = reader.integer("dies");
  g.planes = reader.integer("planes");
  g.blocks = reader.integer("blocks");
  g.pages = reader.integer("pages");
  g.page_bytes = reader.bytes("page");
  if (reader.has("spare")) {
    g.spare_bytes = reader.bytes("spare");
  } else {
    g.spare_bytes = g.page_bytes / 32;
    reader.explain("spare", size_text(static_cast<i64>(g.spare_bytes)),
                   {design::OriginKind::kDefault, {}, "1/32 of the page"});
  }
  g.sector_bytes = reader.bytes("sector");
  if (reader.sound()) check_sizes(reader, g);
  if (!reader.sound()) return false;
  reader.explain_derived(
      "physical", fmt::format("{} in {} pages", size_text(static_cast<i64>(g.physical_bytes())), g.physical_pages()),
      "all pages of all planes");
  return true;
}

}  // namespace ssd::check
