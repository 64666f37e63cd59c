// Geometry and flash part of a random case. Times are small multiples of a few bases, and some are 0, so that different
// things often happen at the same instant.
#include <fmt/format.h>

#include <algorithm>

#include "tests/differential/choices.h"
#include "tests/differential/fields_case.h"

namespace ssd::differential {
namespace {

// Each reads one or two fields of the page; several give 0, and several change while the drive wears.
struct PageTime {
  const char* text;  // {0} base in ns, {1} the number
  int64_t (*value)(int64_t base, int64_t k, int64_t index, int64_t block, int64_t erases, const oracle::Around& a);
};

// Page kinds are lsb, csb, msb, lsb, … by the page's number: those of a TLC cell, or those that kPageKind defines.
constexpr PageTime kPageTimes[] = {
    {"if p.kind == lsb then {0}ns else if p.kind == csb then {1}us else {0}ns + {1}us",
     [](int64_t b, int64_t k, int64_t i, int64_t, int64_t, const oracle::Around&) {
       return i % 3 == 0 ? b : i % 3 == 1 ? k * 1000 : b + k * 1000;
     }},
    {"if p.index == 0 then {1}us else {0}ns",
     [](int64_t b, int64_t k, int64_t i, int64_t, int64_t, const oracle::Around&) { return i == 0 ? k * 1000 : b; }},
    {"{0}ns + p.index % 2 * {1}us",
     [](int64_t b, int64_t k, int64_t i, int64_t, int64_t, const oracle::Around&) { return b + i % 2 * k * 1000; }},
    {"{0}ns + p.block * {1}ns",
     [](int64_t b, int64_t k, int64_t, int64_t block, int64_t, const oracle::Around&) { return b + block * k; }},
    {"if p.block < 3 and p.kind != msb then {0}ns else {1}us",
     [](int64_t b, int64_t k, int64_t i, int64_t block, int64_t, const oracle::Around&) {
       return block < 3 && i % 3 != 2 ? b : k * 1000;
     }},
    {"{0}ns + min(p.erases, 9) * {1}ns", [](int64_t b, int64_t k, int64_t, int64_t, int64_t e,
                                            const oracle::Around&) { return b + std::min<int64_t>(e, 9) * k; }},
    {"if p.erases % 2 == 1 then {1}us else {0}ns", [](int64_t b, int64_t k, int64_t, int64_t, int64_t e,
                                                      const oracle::Around&) { return e % 2 == 1 ? k * 1000 : b; }},
    {"max({0}ns, p.index * {1}us)", [](int64_t b, int64_t k, int64_t i, int64_t, int64_t,
                                       const oracle::Around&) { return std::max(b, i * k * 1000); }},
    {"if now % 1ms < 300us then {1}us else {0}ns",
     [](int64_t b, int64_t k, int64_t, int64_t, int64_t, const oracle::Around& a) {
       return a.now % 1'000'000 < 300'000 ? k * 1000 : b;
     }},
    {"if write_amplification > 1.25 then {1}us else {0}ns",
     [](int64_t b, int64_t k, int64_t, int64_t, int64_t, const oracle::Around& a) {
       return a.write_amplification > 1.25 ? k * 1000 : b;
     }},
};
constexpr const char* kPageKind =
    "page_kind(p): if p.index % 3 == 0 then lsb else if p.index % 3 == 1 then csb else msb";

// Each reads one or two fields of the block.
struct EraseTime {
  const char* text;
  int64_t (*value)(int64_t base, int64_t k, const oracle::BlockView& block);
};
constexpr EraseTime kEraseTimes[] = {
    {"{0}ns + min(b.erases, 20) * {1}us",
     [](int64_t base, int64_t k, const oracle::BlockView& b) {
       return base + std::min<int64_t>(b.erases, 20) * k * 1000;
     }},
    {"if b.erases == 0 then 0ns else {0}ns",
     [](int64_t base, int64_t, const oracle::BlockView& b) { return b.erases == 0 ? 0 : base; }},
    {"if b.erases % 3 == 1 then {1}us else {0}ns",
     [](int64_t base, int64_t k, const oracle::BlockView& b) { return b.erases % 3 == 1 ? k * 1000 : base; }},
    {"{0}ns + b.valid * {1}us",
     [](int64_t base, int64_t k, const oracle::BlockView& b) { return base + b.valid * k * 1000; }},
    {"if b.invalid == 0 or b.utilisation > 0.5 then {1}us else {0}ns",
     [](int64_t base, int64_t k, const oracle::BlockView& b) {
       return b.invalid == 0 || 2 * b.valid > b.pages ? k * 1000 : base;
     }},
    {"{0}ns + min(b.age / 100, {1}us)",
     [](int64_t base, int64_t k, const oracle::BlockView& b) {
       return base + (std::min(b.age, k * 100'000) + 50) / 100;
     }},
    {"if b.random < 0.5 then {0}ns else {0}ns + (b.written - b.free) * {1}ns",
     [](int64_t base, int64_t k, const oracle::BlockView& b) {
       return b.random < int64_t{1} << 31 ? base : base + b.pages * k;
     }},
    {"if now % 1ms < 300us then {1}us else {0}ns",
     [](int64_t base, int64_t k, const oracle::BlockView& b) {
       return b.around.now % 1'000'000 < 300'000 ? k * 1000 : base;
     }},
    {"if write_amplification > 1.5 then {1}us else {0}ns",
     [](int64_t base, int64_t k, const oracle::BlockView& b) {
       return b.around.write_amplification > 1.5 ? k * 1000 : base;
     }},
};

// Counts that are powers of two and other counts are equally frequent; one page a block and one sector a page are the
// limits.
void choose_geometry(Random& random, GeometryChoices& g) {
  g.channels = between(random, 1, 4);
  g.chips = between(random, 1, 3);
  g.dies = between(random, 1, 2);
  g.planes = pick<int64_t>(random, {1, 2, 2, 3, 4});
  g.blocks = between(random, 6, 14);
  g.pages = between(random, 1, 12);
  g.sectors_per_page = pick<int64_t>(random, {1, 4, 4, 8, 12});
  g.sector_bytes = pick<int64_t>(random, {512, 512, 1024});
  g.spare_bytes = pick<int64_t>(random, {0, 64, 218});
}

std::string bus_text(const NandChoices& n) {
  if (n.bus_by_rate) return fmt::format("bus {{ rate: {}MB/s command: {}ns }}", n.rate, n.command);
  return fmt::format("bus {{ cycle: {}ns width: {}bit command_cycles: {} }}", n.cycle, n.width, n.command_cycles);
}

std::string page_time_text(const char* key, Time base, const Shape& shape) {
  if (!shape.given()) return fmt::format("{}: {}ns", key, base);
  return fmt::format("{}(p): {}", key, fmt::format(fmt::runtime(kPageTimes[shape.row].text), base, shape.number));
}

std::function<Time(int64_t, int64_t, int64_t, const oracle::Around&)> page_time(Time base, const Shape& shape) {
  if (!shape.given()) return {};
  return [base, shape](int64_t index, int64_t block, int64_t erases, const oracle::Around& a) {
    return static_cast<Time>(
        kPageTimes[shape.row].value(static_cast<int64_t>(base), shape.number, index, block, erases, a));
  };
}

std::string erase_text(const Choices& c) {
  const NandChoices& n = c.nand;
  if (c.fields.erase.given()) return erase_by_fields(c);
  if (!n.erase_shape.given()) return fmt::format("erase: {}ns", n.erase);
  return "erase(b): " + fmt::format(fmt::runtime(kEraseTimes[n.erase_shape.row].text), n.erase, n.erase_shape.number);
}

}  // namespace

void choose_part(Random& random, Choices& c) {
  choose_geometry(random, c.geometry);
  NandChoices& n = c.nand;
  n.read = pick_time(random, {0, 1000, 20'000, 25'600, 50'000, between(random, 1, 60'000)});
  n.program = pick_time(random, {0, 1, 50'000, 200'000, 200'000, between(random, 1, 300'000)});
  n.erase = pick_time(random, {0, 1, 400'000, between(random, 1, 900'000)});
  if (chance(random, 50)) n.read_shape = pick_shape(random, kPageTimes, {0, 1, 5, 20, 50});
  if (chance(random, 70)) n.program_shape = pick_shape(random, kPageTimes, {0, 1, 50, 100, 200});
  if (chance(random, 50)) n.erase_shape = pick_shape(random, kEraseTimes, {0, 1, 50, 400});
  n.says_kinds = chance(random, 50);
  n.bus_by_rate = chance(random, 50);
  n.cycle = pick<int64_t>(random, {0, 10, 25, 25, between(random, 1, 40)});
  n.width = pick<int64_t>(random, {8, 16});
  n.command_cycles = between(random, 0, 9);
  n.rate = pick<int64_t>(random, {33, 40, 400, 1200, 1600, 2400});
  n.command = pick<int64_t>(random, {0, 100, 333, 1000});
  n.dummy_busy = pick_time(random, {0, 1, 500, 1000});
  n.cache_busy = pick_time(random, {0, 1, 2000, 20'000});
  n.suspend = pick_time(random, {0, 1, 5000, 20'000});
  n.resume = pick_time(random, {0, 1, 5000, 20'000});
}

// Energy changes no time, and a life that is never over changes nothing but its projections.
void choose_upkeep(Random& random, Choices& c) {
  NandChoices& n = c.nand;
  constexpr int64_t kNano = 1'000'000, kPico = 1000;  // in femtojoules
  if (chance(random, 40)) n.endurance = between(random, 500, 3000);
  if (chance(random, 20)) return;
  n.energy = {.read = pick<int64_t>(random, {0, 1, between(random, 1, 9000)}) * kNano,
              .program = pick<int64_t>(random, {0, 1, between(random, 1, 90'000)}) * kNano,
              .erase = pick<int64_t>(random, {0, 1, between(random, 1, 500'000)}) * kNano,
              .byte_on_bus = pick<int64_t>(random, {0, 1, between(random, 1, 60)}) * kPico,
              .idle = pick<int64_t>(random, {0, 1, between(random, 1, 9000)})};
}

std::string energy_text(const oracle::Drive::Energy& e) {
  std::string text;
  const auto add = [&text](const char* key, int64_t value, int64_t unit, const char* name) {
    if (value != 0) text += fmt::format(" {}: {}{}", key, value / unit, name);
  };
  add("read", e.read, 1'000'000, "nJ");
  add("program", e.program, 1'000'000, "nJ");
  add("erase", e.erase, 1'000'000, "nJ");
  add("transfer_per_byte", e.byte_on_bus, 1000, "pJ");
  add("idle", e.idle, 1, "uW");
  return text.empty() ? text : fmt::format("    energy {{{} }}\n", text);
}

// The text has the extra times only where a command uses them, so that a shrunk case shows what matters.
std::string part_text(const Choices& c) {
  const GeometryChoices& g = c.geometry;
  const NandChoices& n = c.nand;
  std::string text = fmt::format("  geometry {{ channels: {} chips: {} dies: {} planes: {} blocks: {} pages: {}",
                                 g.channels, g.chips, g.dies, g.planes, g.blocks, g.pages);
  text += fmt::format(" page: {}B spare: {}B sector: {}B }}\n", g.page_bytes(), g.spare_bytes, g.sector_bytes);
  text += fmt::format("  nand {{\n    {}\n    {}\n    {}\n    {}\n", page_time_text("read", n.read, n.read_shape),
                      page_time_text("program", n.program, n.program_shape), erase_text(c), bus_text(n));
  if (n.read_shape.given() || n.program_shape.given())
    text += fmt::format("    {}\n", n.says_kinds ? kPageKind : "cell: TLC");
  if (c.commands.multiplane != oracle::Willing::kNo) text += fmt::format("    dummy_busy: {}ns\n", n.dummy_busy);
  if (c.commands.cache) text += fmt::format("    cache_busy: {}ns\n", n.cache_busy);
  if (c.commands.suspend) text += fmt::format("    suspend: {}ns resume: {}ns\n", n.suspend, n.resume);
  if (c.units.program_pages != 1) text += fmt::format("    program_unit: {}\n", c.units.program_pages);
  if (n.endurance != 0) text += fmt::format("    endurance: {}\n", n.endurance);
  text += energy_text(n.energy);
  return text + "  }\n";
}

void set_part(const Choices& c, oracle::Drive& d) {
  const GeometryChoices& g = c.geometry;
  d.channels = g.channels, d.chips = g.chips, d.dies = g.dies, d.planes = g.planes, d.blocks = g.blocks,
  d.pages = g.pages;
  d.sectors_per_page = g.sectors_per_page, d.sector_bytes = g.sector_bytes, d.spare_bytes = g.spare_bytes;
  const NandChoices& n = c.nand;
  d.read = n.read, d.program = n.program, d.erase = n.erase;
  d.read_time = page_time(n.read, n.read_shape);
  d.program_time = page_time(n.program, n.program_shape);
  if (n.erase_shape.given()) {
    d.erase_time = [base = n.erase, shape = n.erase_shape](const oracle::BlockView& block) {
      return static_cast<Time>(kEraseTimes[shape.row].value(static_cast<int64_t>(base), shape.number, block));
    };
  }
  d.command = static_cast<Time>(n.bus_by_rate ? n.command : n.cycle * n.command_cycles);
  d.bus_numerator = n.bus_by_rate ? 1000 : n.cycle * 8;
  d.bus_denominator = n.bus_by_rate ? n.rate : n.width;
  d.dummy_busy = n.dummy_busy, d.cache_busy = n.cache_busy, d.suspend = n.suspend, d.resume = n.resume;
  d.endurance = n.endurance;
  d.energy = n.energy;
}

}  // namespace ssd::differential
