// nand: the part's latencies, its bus and its energy. Times are exact until here; the bus keeps the exact fraction of
// nanoseconds a byte.
#include <fmt/format.h>

#include "compiler/check/sections/latencies.h"
#include "compiler/check/sections/sections.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr Wide kLargestByteTime = limits::kLargestByteTime;  // so that the bytes of a page times this fit into 64 bits

std::span<const Key> bus_keys();
std::span<const Key> energy_keys();

// Defaults: the SLC part of Hu et al. 2013, Table 2.
constexpr std::array kNandKeys{
    Key{.name = "cell",
        .form = Form::kWord,
        .fallback = "SLC",
        .words = "SLC MLC TLC QLC",
        .meanings = "one bit: pages of one kind, `lsb` | two bits: `lsb` and `msb` pages | three bits: `lsb`, `csb` "
                    "and `msb` pages | "
                    "four bits: `lsb`, `csb`, `msb` and `tsb` pages",
        .doc = "bits that a cell holds: 1, 2, 3 or 4"},
    Key{.name = "read",
        .form = Form::kTime,
        .fallback = "20us",
        .least = "0ns",
        .most = "1h",
        .doc = "time of the array's read of a page",
        .policy = true,
        .record = "page",
        .yields = "a time"},
    Key{.name = "program",
        .form = Form::kTime,
        .fallback = "200us",
        .least = "0ns",
        .most = "1h",
        .doc = "time of the array's program of a page",
        .policy = true,
        .record = "page",
        .yields = "a time"},
    Key{.name = "erase",
        .form = Form::kTime,
        .fallback = "1.5ms",
        .least = "0ns",
        .most = "1h",
        .doc = "time of the erase of a block",
        .policy = true,
        .record = "block",
        .yields = "a time"},
    Key{.name = "bus", .form = Form::kBlock, .doc = "the bus of a channel", .block = bus_keys},
    Key{.name = "dummy_busy",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1h",
        .doc = "tDBSY between the planes of a multi-plane command",
        .into = &Config::dummy_busy},
    Key{.name = "cache_busy",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1h",
        .doc = "busy time between the commands of a cache chain",
        .into = &Config::cache_busy},
    Key{.name = "suspend",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1h",
        .doc = "time that suspending a program or an erase takes",
        .into = &Config::suspend},
    Key{.name = "resume",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1h",
        .doc = "time that resuming it takes",
        .into = &Config::resume},
    Key{.name = "endurance",
        .form = Form::kOwn,
        .least = "1",
        .most = "1000000000",
        .words = "unlimited",
        .meanings = "blocks never wear out",
        .doc = "erases after which a block is worn out, and retired",
        .takes = "an int, or `unlimited`",
        .otherwise = "`unlimited`",
        .into = &Config::endurance},
    Key{.name = "energy",
        .form = Form::kBlock,
        .doc = "energy of each operation",
        .otherwise = "not counted",
        .block = energy_keys},
    Key{.name = "program_unit",
        .form = Form::kInt,
        .fallback = "1",
        .least = "1",
        .most = "64",
        .doc = "pages of a block that one program command programs: a word line of 3 pages in a TLC part"},
    Key{.name = "page_kind",
        .form = Form::kOwn,
        .doc = "the kind of each page",
        .takes = "a function",
        .otherwise = "the kinds of the cell in turn",
        .record = "page",
        .yields = "`lsb`, `csb`, `msb` or `tsb`"},
};
constexpr std::array kBusKeys{
    Key{.name = "cycle",
        .form = Form::kTime,
        .fallback = "25ns",
        .least = "0ns",
        .most = "1ms",
        .doc = "time of one bus cycle"},
    Key{.name = "width",
        .form = Form::kSize,
        .fallback = "8bit",
        .least = "8bit",
        .most = "64bit",
        .doc = "bits that a cycle carries: 8, 16, 32 or 64"},
    Key{.name = "command_cycles",
        .form = Form::kInt,
        .fallback = "7",
        .least = "0",
        .most = "1000",
        .doc = "cycles of a command and its address"},
    Key{.name = "rate",
        .form = Form::kRate,
        .fallback = {},
        .least = "1B/s",
        .most = "1000GB/s",
        .doc = "bytes per second, instead of `cycle` and `width`",
        .otherwise = "one `width` each `cycle`",
        .instead = "the rate of a channel, such as `rate: 400MB/s`"},
    Key{.name = "command",
        .form = Form::kTime,
        .fallback = {},
        .least = "0ns",
        .most = "1s",
        .doc = "time of a command and its address, instead of `command_cycles`",
        .otherwise = "`command_cycles` cycles"},
};
std::span<const Key> bus_keys() { return kBusKeys; }

constexpr std::array kEnergyKeys{
    Key{.name = "read",
        .form = Form::kEnergy,
        .fallback = "0pJ",
        .least = "0pJ",
        .most = "1J",
        .doc = "of an array read"},
    Key{.name = "program",
        .form = Form::kEnergy,
        .fallback = "0pJ",
        .least = "0pJ",
        .most = "1J",
        .doc = "of an array program"},
    Key{.name = "erase",
        .form = Form::kEnergy,
        .fallback = "0pJ",
        .least = "0pJ",
        .most = "1J",
        .doc = "of a block erase"},
    Key{.name = "transfer_per_byte",
        .form = Form::kEnergy,
        .fallback = "0pJ",
        .least = "0pJ",
        .most = "1uJ",
        .doc = "of a byte on the bus"},
    Key{.name = "idle",
        .form = Form::kPower,
        .fallback = "0uW",
        .least = "0uW",
        .most = "100W",
        .doc = "power that every die draws all the time; its operations add to it"},
};
std::span<const Key> energy_keys() { return kEnergyKeys; }

// If two keys express the same thing, the later one (further down the chain of `from`) counts. Both in one block are an
// error.
bool prefers(Reader& reader, std::string_view chosen, std::string_view other) {
  const Entry *a = reader.entry(chosen), *b = reader.entry(other);
  if (a == nullptr || b == nullptr) return a != nullptr;
  if (a->depth == b->depth) {
    reader.context()
        .sink()
        .report(Code::E0222, a->key->span, chosen, other)
        .note(b->key->span, fmt::format("`{}` is here", other))
        .help("keep one of them");
    reader.fail();
  }
  return a->depth >= b->depth;
}

// `rate` states what the bus carries, whatever its width. A width stated at the same place or later would be ignored,
// so it is an error.
void refuse_width(Reader& bus) {
  const Entry *rate = bus.entry("rate"), *width = bus.entry("width");
  if (width == nullptr || width->depth < rate->depth) return;
  bus.context()
      .sink()
      .report(Code::E0222, width->key->span, "width", "rate")
      .note(rate->key->span, "`rate` is here")
      .help("leave `width` out, or write `cycle` and `width` without `rate`");
  bus.fail();
}

// The time of a byte is a fraction, because a rate such as 1200 MB/s has no whole number of nanoseconds a byte.
void set_bus(Reader& bus, Config& config, const std::optional<Rational>& seconds_a_byte) {
  const auto exact = seconds_a_byte ? multiply(*seconds_a_byte, 1'000'000'000) : std::nullopt;
  if (!exact || exact->numerator() > kLargestByteTime || exact->denominator() > kLargestByteTime) {
    bus.context()
        .sink()
        .report(Code::E0109, bus.span(), "the bus time for a byte")
        .help("give `cycle` or `rate` with fewer digits");
    bus.fail();
    return;
  }
  config.bus_numerator = static_cast<u64>(exact->numerator());
  config.bus_denominator = static_cast<u64>(exact->denominator());
}

std::string rate_of(const Rational& cycle, const Rational& width) {
  const auto rate = divide(width, cycle);
  return rate ? to_text(Value::of(Type::kRate, *rate)) : "unlimited";
}

void read_bus(Reader& bus, design::Design& design) {
  Config& config = design.config;
  std::optional<Rational> byte;
  Rational cycle;
  if (prefers(bus, "rate", "cycle")) {
    refuse_width(bus);
    byte = divide(1, bus.value("rate").number);
    cycle = byte.value_or(Rational(0));
    for (const std::string_view key : {"cycle", "width"}) bus.explain_derived(key, "none", "`rate` stands for it");
  } else {
    cycle = bus.value("cycle").number;
    const Rational width = bus.value("width").number;
    if (const auto bits = multiply(width, 8))
      bus.context().properties.back().value = to_text(*bits) + "bit";  // as in every data sheet
    byte = divide(cycle, width);
    bus.explain_derived("rate", rate_of(cycle, width), "`width` a `cycle`");
    if (const auto bits = multiply(width, 8)) design.nand.bus_bits = static_cast<u64>(as_int(*bits).value_or(8));
    if (!width.whole() || (width.numerator() & (width.numerator() - 1)) != 0) {
      bus.context()
          .sink()
          .report(Code::E0223, bus.has("width") ? bus.entry("width")->span() : bus.span())
          .help("write 8bit, 16bit, 32bit or 64bit");
      bus.fail();
    }
  }
  if (!bus.sound()) return;
  set_bus(bus, config, byte);
  if (prefers(bus, "command", "command_cycles")) {
    config.command = bus.time("command");
    bus.explain_derived("command_cycles", "none", "`command` stands for it");
  } else {
    // Rounded up once, like a transfer (time.rounding). With `rate` a cycle is the time of a byte.
    const auto command = multiply(cycle, static_cast<i64>(bus.integer("command_cycles")));
    const auto exact = command ? multiply(*command, 1'000'000'000) : std::nullopt;
    config.command = exact ? static_cast<Time>(exact->ceil()) : 0;
    bus.explain_derived("command", time_text(*Rational::make(config.command, 1'000'000'000)),
                        "command_cycles bus cycles");
  }
  bus.explain_derived("byte", to_text(*Rational::make(config.bus_numerator, config.bus_denominator)) + "ns",
                      "bus time for a byte");
}

// A microwatt is a femtojoule a nanosecond, so energy over time needs no conversion.
void read_energy(Reader& energy, design::Energy& target) {
  target.read = energy.rounded("read", kFemtojoule);
  target.program = energy.rounded("program", kFemtojoule);
  target.erase = energy.rounded("erase", kFemtojoule);
  target.transfer_per_byte = energy.rounded("transfer_per_byte", kFemtojoule);
  target.idle = energy.rounded("idle", kMicrowatt);
}

bool read_part(Context& context, const Group& part, design::Design& design) {
  Reader reader(context, "nand", &part, kNandKeys);
  design.nand.cell = reader.choice("cell", design::kCells);
  design.geometry.program_pages = static_cast<u64>(reader.integer("program_unit"));
  read_latencies(reader, design);
  Reader bus = reader.block("bus");
  if (bus.sound()) read_bus(bus, design);
  reader.fill(design.config);
  Reader energy = reader.block("energy");
  if (energy.sound()) read_energy(energy, design.energy);
  if (!reader.sound() || !bus.sound() || !energy.sound()) return false;
  apply_lock_step(design);
  return true;
}

}  // namespace

std::span<const Key> nand_keys() { return kNandKeys; }

// Parts are checked even if no design uses them. The geometry is then an arbitrary one, so only names and types are
// checked of what depends on it.
void check_part(Context& context, const Group& part) {
  design::Design nobody;
  nobody.geometry = {.channels = 2,
                     .chips = 2,
                     .dies = 2,
                     .planes = 2,
                     .blocks = 64,
                     .pages = 64,
                     .page_bytes = 4096,
                     .sector_bytes = 512};
  nobody.config.logical_pages = 1;
  const auto geometry = context.evaluator.scope().with_geometry(nobody.geometry);
  const auto types_only = context.evaluator.path().types_only();
  read_part(context, part, nobody);
}

// The part may be left out, named, or written in place.
bool read_nand(Context& context, const Entry* entry, design::Design& design) {
  static const Group kDefaults;
  if (entry == nullptr) return read_part(context, kDefaults, design);
  if (entry->group != nullptr) return read_part(context, *entry->group, design);
  const ast::Expr* expr = plain_expression(*entry);
  const auto* reference = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  if (reference == nullptr) {
    context.sink()
        .report(Code::E0205, entry->key->span, "nand", "the name of a part, or a block")
        .help("write `nand: Hu2013_SLC` or `nand { read: 20us … }`");
    return false;
  }
  const auto part = context.merger.part(reference->text, expr->span);
  if (part == nullptr) return false;
  design.nand.name = reference->text;
  context.properties.push_back(
      {"nand", "part", reference->text, Reader(context, "nand", nullptr, kNandKeys).origin(entry)});
  return read_part(context, *part, design);
}

}  // namespace ssd::check
