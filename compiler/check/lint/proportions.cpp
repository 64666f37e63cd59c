// Warns about numbers that are within their bounds but do not fit together: allowed, but rarely intended.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "compiler/check/sections/page_kinds.h"
#include "compiler/check/sections/sections.h"

namespace ssd::check {
namespace {

using diag::Code;

// A word line has one page of each kind, so a block should have equally many pages of each kind. This matters only if
// latencies vary.
void check_word_lines(Context& context, Span geometry, Span nand, const design::Design& design) {
  const KindCounts& counts = design.nand.pages_of_kind;
  const bool varies = design.policies[Hook::kReadTime].given() || design.policies[Hook::kProgramTime].given();
  const u64 kinds = static_cast<u64>(std::popcount(set_of(counts))), pages = design.geometry.pages;
  const auto uneven = [&](u64 count) { return count != 0 && count * kinds != pages; };
  if (!varies || std::ranges::none_of(counts, uneven)) return;
  const u64 rest = pages % kinds, fewer = pages - rest;
  context.sink()
      .report(Code::W0284, rest == 0 ? nand : geometry, pages, kinds_text(counts))
      .help(rest == 0 ? fmt::format("let `page_kind` give each of the {} kinds to {} pages", kinds, pages / kinds)
                      : fmt::format("write `pages: {}` or `pages: {}`", std::max(fewer, kinds), fewer + kinds));
}

// Warns about a bus transfer that takes much longer than a program. There is a margin, because a bus that is a little
// slower than a program is unusual but not a mistake in a unit.
void check_bus(Context& context, Span place, const design::Design& design) {
  constexpr u64 kMargin = 2;
  const Config& c = design.config;
  const u64 bytes = u64{design.geometry.page_bytes} + design.geometry.spare_bytes;
  const auto page = static_cast<u64>(static_cast<unsigned __int128>(bytes) * c.bus_numerator / c.bus_denominator);
  const auto program = c.program;
  if (program == 0 || page <= kMargin * program) return;
  const auto text = [](u64 ns) { return time_text(*Rational::make(static_cast<i64>(ns), 1'000'000'000)); };
  context.sink()
      .report(Code::W0285, place, text(page), page / program, text(program))
      .help("check the unit of the bus's `rate` or `cycle`; nothing needs to change if it is right");
}

// Warns about a buffer that never holds as much as a program takes, so that each program is partly padding (iu.buffer,
// iu.word_line).
void check_buffer(Context& context, const Group& block, const design::Design& design) {
  const u64 slots = design.config.buffer_slots, wanted = design.geometry.units_of_program();
  const Entry* buffer = block.find("buffer");
  if (slots >= wanted || slots == 0 || buffer == nullptr || buffer->group == nullptr) return;
  const Entry* size = buffer->group->find("size");
  const bool units = design.geometry.subpages != 1;
  context.sink()
      .report(Code::W0299, size == nullptr ? buffer->span() : size->span(), slots,
              slots == 1 ? (units ? "unit" : "page") : (units ? "units" : "pages"), wanted)
      .help(fmt::format("write `size: {}` or more: each plane that is to be programmed at the same time needs as much",
                        size_text(static_cast<i64>(wanted * design.geometry.unit_bytes()))));
}

}  // namespace

// Warns about a size that is not a whole number of pages, or of indirection units. A size that depends on a param is
// one of many values, so it gets no warning.
void warn_of_rest(Reader& reader, std::string_view key, const Rational& shares, const Share& share) {
  const auto size = static_cast<i64>(share.bytes);
  const auto bytes = multiply(shares, size);
  const i64 whole = static_cast<i64>(shares.floor());
  const auto rest = bytes ? subtract(*bytes, whole * size) : std::nullopt;
  const auto hundredfold = rest ? multiply(*rest, 100) : std::nullopt;
  if (!hundredfold || compare(*hundredfold, *bytes) <= 0 || reader.varies({key})) return;
  const std::string held = fmt::format("{} {} of {}", whole, whole == 1 ? share.one : share.several, size_text(size));
  reader.context()
      .sink()
      .report(Code::W0272, reader.entry(key)->span(), key, size_text(*bytes), held, size_text(*rest))
      .help(fmt::format("write `{0}: {1}` or `{0}: {2}`", key, size_text(whole * size), size_text((whole + 1) * size)));
}

void check_proportions(Context& context, const Group& block, const design::Design& design) {
  const Entry* nand = block.find("nand");
  const Entry* geometry = block.find("geometry");
  const Span part = nand == nullptr ? design.span : nand->span();
  check_word_lines(context, geometry == nullptr ? design.span : geometry->span(), part, design);
  check_bus(context, part, design);
  check_buffer(context, block, design);
}

}  // namespace ssd::check
