// nand: the part's latencies and its bus. Times are exact until here; the bus keeps its exact fraction of nanoseconds a byte.
#include <fmt/format.h>

#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

using diag::Code;

constexpr Wide kLargestBusTerm = static_cast<Wide>(1) << 40;  // so that bytes of a page times it fit into 64 bits

// Defaults: the SLC part of Hu et al. 2013, Table 2.
constexpr std::array kKeys{
    Key{.name = "cell", .form = Form::kWord, .fallback = "SLC", .words = "SLC MLC TLC QLC", .doc = "bits a cell holds"},
    Key{.name = "read", .form = Form::kTime, .fallback = "20us", .least = "0ns", .most = "1h", .doc = "array read"},
    Key{.name = "program", .form = Form::kTime, .fallback = "200us", .least = "0ns", .most = "1h", .doc = "array program"},
    Key{.name = "erase", .form = Form::kTime, .fallback = "1.5ms", .least = "0ns", .most = "1h", .doc = "block erase"},
    Key{.name = "bus", .form = Form::kBlock, .doc = "the channel's bus"},
    Key{.name = "dummy_busy", .form = Form::kLater, .doc = "tDBSY between the planes of a multi-plane command"},
    Key{.name = "cache_busy", .form = Form::kLater, .doc = "between cache commands"},
    Key{.name = "suspend", .form = Form::kLater, .doc = "cost of suspending"},
    Key{.name = "resume", .form = Form::kLater, .doc = "cost of resuming"},
    Key{.name = "endurance", .form = Form::kLater, .doc = "erases a block survives"},
    Key{.name = "energy", .form = Form::kLater, .doc = "energy of each operation"},
    Key{.name = "page_kind", .form = Form::kLater, .doc = "which pages are lsb, csb, msb"},
};
constexpr std::array kBusKeys{
    Key{.name = "cycle", .form = Form::kTime, .fallback = "25ns", .least = "0ns", .most = "1ms", .doc = "one bus cycle"},
    Key{.name = "width", .form = Form::kSize, .fallback = "8bit", .least = "8bit", .most = "64bit", .doc = "bits a cycle carries"},
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
        .doc = "bytes a second, instead of cycle and width"},
    Key{.name = "command",
        .form = Form::kTime,
        .fallback = {},
        .least = "0ns",
        .most = "1s",
        .doc = "time of a command, instead of command_cycles"},
};

// Of two ways to say the same, the one that was said later (further down the chain of `from`) wins; both in one block is a mistake.
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

// A fraction, because a rate such as 1200 MB/s has no whole number of nanoseconds a byte.
void set_bus(Reader& bus, design::Nand& nand, const std::optional<Rational>& seconds_a_byte) {
  const auto exact = seconds_a_byte ? multiply(*seconds_a_byte, 1'000'000'000) : std::nullopt;
  if (!exact || exact->numerator() >= kLargestBusTerm || exact->denominator() >= kLargestBusTerm) {
    bus.context().sink().report(Code::E0109, bus.span(), "the bus time of a byte").help("give `cycle` or `rate` with fewer digits");
    bus.fail();
    return;
  }
  nand.bus_numerator = static_cast<u64>(exact->numerator());
  nand.bus_denominator = static_cast<u64>(exact->denominator());
}

void read_bus(Reader& bus, design::Nand& nand) {
  std::optional<Rational> byte;
  Rational cycle;
  if (prefers(bus, "rate", "cycle")) {
    byte = divide(1, bus.value("rate").number);
    cycle = byte.value_or(Rational(0));
  } else {
    cycle = bus.value("cycle").number;
    const Rational width = bus.value("width").number;
    byte = divide(cycle, width);
    if (!width.whole() || (width.numerator() & (width.numerator() - 1)) != 0) {
      bus.context()
          .sink()
          .report(Code::E0223, bus.has("width") ? bus.entry("width")->span() : bus.span())
          .help("write 8bit, 16bit, 32bit or 64bit");
      bus.fail();
    }
  }
  if (!bus.sound()) return;
  set_bus(bus, nand, byte);
  if (prefers(bus, "command", "command_cycles")) {
    nand.command = bus.time("command");
  } else {
    // Rounded up once, like a transfer (rules.md, rule 40). With `rate` a cycle is the time of a byte.
    const auto command = multiply(cycle, static_cast<i64>(bus.integer("command_cycles")));
    const auto exact = command ? multiply(*command, 1'000'000'000) : std::nullopt;
    nand.command = exact ? static_cast<Time>(exact->ceil()) : 0;
    bus.explain_derived("command", time_text(*Rational::make(nand.command, 1'000'000'000)), "command_cycles bus cycles");
  }
  bus.explain_derived("byte", to_text(*Rational::make(nand.bus_numerator, nand.bus_denominator)) + "ns", "bus time of a byte");
}

}  // namespace

// Parts are checked also where no design uses them.
bool check_part(Context& context, const Group& part, design::Nand& nand) {
  Reader reader(context, "nand", &part, kKeys);
  static constexpr std::array kCells{"SLC", "MLC", "TLC", "QLC"};
  const std::string cell = reader.word("cell");
  for (std::size_t i = 0; i < kCells.size(); ++i) {
    if (cell == kCells[i]) nand.cell = static_cast<design::Cell>(i);
  }
  nand.read = reader.time("read");
  nand.program = reader.time("program");
  nand.erase = reader.time("erase");
  Reader bus = reader.block("bus", kBusKeys);
  if (bus.sound()) read_bus(bus, nand);
  return reader.sound() && bus.sound();
}

// Left out, named, or in place.
bool read_nand(Context& context, const Entry* entry, design::Design& design) {
  static const Group kDefaults;
  if (entry == nullptr) return check_part(context, kDefaults, design.nand);
  if (entry->group != nullptr) return check_part(context, *entry->group, design.nand);
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
  context.properties.push_back({"nand", "part", reference->text, Reader(context, "nand", nullptr, kKeys).origin(entry)});
  return check_part(context, *part, design.nand);
}

}  // namespace ssd::sema
