// capacity: how many of the physical pages the host sees, as an exact floor (drive.capacity).
#include <fmt/format.h>

#include "compiler/check/sections/sections.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::array kCapacityKeys{
    Key{.name = "overprovision",
        .form = Form::kRatio,
        .fallback = "15%",
        .least = "0%",
        .most = "99.99%",
        .doc = "share of the physical pages that the host cannot use"},
    Key{.name = "logical",
        .form = Form::kSize,
        .least = "512B",
        .doc = "the size that the host sees, instead of `overprovision`",
        .otherwise = "what `overprovision` leaves",
        .instead = "the bytes that the host sees, such as `logical: 4GiB`, or the share that the host cannot use as "
                   "`overprovision: 15%`"},
};

// The number of pages before rounding: `logical` in pages, or what `overprovision` leaves.
std::optional<Rational> exact_pages(Reader& reader, const design::Geometry& g, bool logical) {
  if (logical) return divide(reader.value("logical").number, static_cast<i64>(g.page_bytes));
  const auto share = subtract(1, reader.value("overprovision").number);
  return share ? multiply(*share, static_cast<i64>(g.physical_pages())) : std::nullopt;
}

// Rounded, because the exact share may have no short form.
std::string share_text(const design::Design& design) {
  return fmt::format("{:.4g}%", 100 - 100 * static_cast<double>(design.config.logical_pages) /
                                          static_cast<double>(design.geometry.units()));
}

}  // namespace

std::span<const Key> capacity_keys() { return kCapacityKeys; }

bool read_capacity(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "capacity", section, kCapacityKeys);
  const Entry *size = reader.entry("logical"), *share = reader.entry("overprovision");
  if (size != nullptr && share != nullptr && size->depth == share->depth) {
    context.sink()
        .report(Code::E0222, size->key->span, "logical", "overprovision")
        .note(share->key->span, "`overprovision` is here")
        .help("keep one of them");
    return false;
  }
  const bool logical = size != nullptr && (share == nullptr || size->depth > share->depth);
  const auto pages = exact_pages(reader, design.geometry, logical);
  if (!reader.sound()) return false;
  const Wide whole = pages ? pages->floor() : 0;
  if (whole < 1 || whole > static_cast<Wide>(design.geometry.physical_pages())) {
    const Entry* stated = logical ? size : share;
    context.sink()
        .report(Code::E0224, stated == nullptr ? reader.span() : stated->span(), to_text(whole),
                design.geometry.physical_pages())
        .help(fmt::format("the drive has {} in pages of {}: keep a part of it for collection, as in `capacity {{ "
                          "overprovision: 15% }}`",
                          size_text(static_cast<i64>(design.geometry.physical_bytes())),
                          size_text(static_cast<i64>(design.geometry.page_bytes))));
    return false;
  }
  design.config.logical_pages = static_cast<u64>(whole) * design.geometry.subpages;
  if (logical)
    reader.explain_derived("overprovision", share_text(design), "what `logical` leaves");
  else
    reader.explain_derived("logical", size_text(static_cast<i64>(design.logical_bytes())),
                           "what `overprovision` leaves");
  if (logical) warn_of_rest(reader, "logical", *pages, {design.geometry.page_bytes, "page", "pages"});
  const std::string text =
      fmt::format("{} in {} {}", size_text(static_cast<i64>(design.logical_bytes())), design.config.logical_pages,
                  design.geometry.subpages == 1 ? "pages" : "indirection units");
  reader.explain_derived(
      "logical_pages", text,
      logical ? "whole pages of `logical`" : "(1 - overprovision) of the physical pages, rounded down");
  return true;
}

}  // namespace ssd::check
