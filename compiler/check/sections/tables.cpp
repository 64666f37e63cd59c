// Implements tables.h. One program changes all tables at an event: its nodes stand in the order of the tables, so each
// expression sees the values that those before it have set. Invariant: a value that is stored fits its cell.
#include "compiler/check/sections/tables.h"

#include <fmt/format.h>

#include <bit>

#include "compiler/check/expr/policy.h"
#include "compiler/check/sections/clash.h"
#include "compiler/check/sections/sections.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using design::Table;
using diag::Code;
using limits::kMostTables;

// So every cell, and the distance between two of its values, fits into 63 bits.
constexpr i64 kFarthest = i64{1} << 61;

constexpr std::array kTableKeys{
    Key{.name = "of",
        .form = Form::kWord,
        .fallback = "drive",
        .words = "drive lpn block stream",
        .meanings = "one value | a value for each logical page | one for each block | one for each stream",
        .doc = "what the table has an entry for"},
    Key{.name = "values",
        .form = Form::kOwn,
        .doc = "the ints that an entry can hold",
        .takes = "a range such as `0 .. 255`, or `real`",
        .otherwise = "`0 .. 4_294_967_295`"},
    Key{.name = "initial",
        .form = Form::kOwn,
        .doc = "the value of every entry at the start",
        .takes = "a number",
        .otherwise = "0, or the value nearest to it"},
    Key{.name = "on_write",
        .form = Form::kOwn,
        .doc = "the new value when a page of the host is written",
        .policy = true,
        .takes = "a function",
        .otherwise = "the entry does not change",
        .record = "write",
        .yields = "a number"},
    Key{.name = "on_trim",
        .form = Form::kOwn,
        .doc = "the new value when a page is trimmed",
        .policy = true,
        .takes = "a function",
        .otherwise = "the entry does not change",
        .record = "trim",
        .yields = "a number"},
    Key{.name = "on_move",
        .form = Form::kOwn,
        .doc = "the new value when a collection has moved a page",
        .policy = true,
        .takes = "a function",
        .otherwise = "the entry does not change",
        .record = "move",
        .yields = "a number"},
    Key{.name = "on_erase",
        .form = Form::kOwn,
        .doc = "the new value when a block is about to be erased",
        .policy = true,
        .takes = "a function",
        .otherwise = "the entry does not change",
        .record = "block",
        .yields = "a number"},
};

constexpr std::array kOfs{Word{"drive", TableOf::kDrive}, Word{"lpn", TableOf::kPage}, Word{"block", TableOf::kBlock},
                          Word{"stream", TableOf::kStream}};

constexpr std::array kOwners{Word{"drive", TableOf::kDrive}, Word{"logical page", TableOf::kPage},
                             Word{"block", TableOf::kBlock}, Word{"stream", TableOf::kStream}};

// The field of an event's record that names the entry of a table (table.events); "": the event concerns none.
struct EventRow {
  Hook hook;
  std::string_view lpn, block, stream;
};
constexpr std::array kEvents{
    EventRow{Hook::kOnWrite, "lpn", "block", "stream"},
    EventRow{Hook::kOnTrim, "lpn", "", ""},
    EventRow{Hook::kOnMove, "lpn", "to", "to_stream"},
    EventRow{Hook::kOnErase, "", "number", "stream"},
};
std::string_view index_field(const EventRow& event, TableOf of) {
  switch (of) {
    case TableOf::kPage: return event.lpn;
    case TableOf::kBlock: return event.block;
    default: return event.stream;
  }
}

u8 bytes_log2_for(i64 greatest) {
  const auto bits = static_cast<unsigned>(std::bit_width(static_cast<u64>(greatest)));
  return bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3;
}

std::string values_text(const Table& table) {
  return table.real ? "real" : fmt::format("{} .. {}", table.low, table.high);
}

// An end of `values`; nothing after an error.
std::optional<i64> end_of(Reader& reader, const ast::Expr& expr) {
  const Value value = reader.context().evaluator.evaluate(expr).value;
  if (!value.known()) return std::nullopt;
  const auto number = value.type == Type::kInt ? as_int(value.number) : std::nullopt;
  if (number && -kFarthest <= *number && *number <= kFarthest) return number;
  reader.context()
      .sink()
      .report(Code::E0205, expr.span, "values", fmt::format("a range of ints between {} and {}", -kFarthest, kFarthest))
      .help("write `values: 0 .. 255`, or `values: real`");
  return std::nullopt;
}

void refuse_values(Reader& reader) {
  reader.context()
      .sink()
      .report(Code::E0205, reader.entry("values")->span(), "values", "a range of ints that does not fall, or `real`")
      .help("write `values: 0 .. 255`, or `values: real`");
  reader.fail();
}

void read_values(Reader& reader, Table& table) {
  const Entry* entry = reader.entry("values");
  if (entry == nullptr || reader.refuses_params("values")) return;
  const Scope::LastParam param(reader.context().evaluator.scope());
  const auto* range = entry->property == nullptr ? nullptr : std::get_if<ast::RangeValue>(&entry->property->value.node);
  if (range == nullptr) {
    const ast::Expr* expr = plain_expression(*entry);
    const auto* word = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
    constexpr std::string_view kReal = "real";
    table.real = word != nullptr && word->text == kReal;
    if (!table.real) refuse_values(reader);
    table.low = table.high = 0;
    return;
  }
  const auto low = end_of(reader, *range->from), high = end_of(reader, *range->to);
  if (!low || !high) return reader.fail();
  if (*low > *high) return refuse_values(reader);
  table.low = *low;
  table.high = *high;
}

// The value as a number of the table; nothing after an error.
std::optional<u64> initial_of(Reader& reader, const Table& table) {
  const i64 nearest = std::clamp<i64>(0, table.low, table.high);
  const auto raw = [&](i64 value) { return static_cast<u64>(value - table.low); };
  if (!reader.has("initial") || reader.refuses_params("initial")) return table.real ? 0 : raw(nearest);
  const ast::Expr* expr = reader.expression("initial");
  if (expr == nullptr) return std::nullopt;
  const Value value = reader.context().evaluator.evaluate(*expr).value;
  if (!value.known()) return std::nullopt;
  if (table.real && is_number(value.type)) return static_cast<u64>(word_of(nearest_double(value.number)));
  const auto number = value.type == Type::kInt ? as_int(value.number) : std::nullopt;
  if (!table.real && number && table.low <= *number && *number <= table.high) return raw(*number);
  reader.context()
      .sink()
      .report(Code::E0204, expr->span, "initial", to_text(value), values_text(table))
      .help(fmt::format("write `initial: {}`, or other `values`", table.real ? "0.0" : std::to_string(nearest)));
  return std::nullopt;
}

std::string size_of(const design::Design& design, const Table& table) {
  const u64 count = design.entries_of(table.shape.of), bytes = count << table.shape.bytes_log2;
  return size_text(static_cast<i64>(bytes));
}

void read_table(Context& context, const Entry& entry, design::Design& design) {
  const std::string& name = entry.key->text;
  std::vector<design::Property> summed_up;  // in the line of the table
  Context quiet{context.evaluator, context.merger, context.owner, summed_up};
  Reader reader(quiet, "tables." + name, entry.group.get(), kTableKeys);
  Table table{.name = name, .span = entry.key->span};
  table.shape.of = reader.choice("of", kOfs);
  read_values(reader, table);
  table.shape.bytes_log2 = table.real ? 3 : bytes_log2_for(table.high - table.low);
  if (reader.sound()) {
    const auto initial = initial_of(reader, table);
    if (initial)
      table.shape.initial = *initial;
    else
      reader.fail();
  }
  table.sound = reader.sound();
  design.tables.push_back(std::move(table));
}

// A name that means something else in expressions cannot be a table's.
bool may_be_table(Context& context, const ast::Name& name) {
  const Symbol* global = context.evaluator.globals().names().find(Kind::kValue, name.text, name.span.file);
  if (!protected_as(name.text).empty())
    report_protected(context.sink(), name);
  else if (global != nullptr)
    report_hidden(context.sink(), name, declared_name(*global->decl)->span);
  else
    return true;
  return false;
}

// Both are read by their names in the same expressions.
bool names_differ_from_streams(Context& context, const design::Design& design) {
  bool differ = true;
  for (const Table& table : design.tables) {
    if (design.allocation.streams.size() == 1 || std::ranges::count(design.allocation.streams, table.name) == 0)
      continue;
    context.sink()
        .report(Code::E0111, table.span, table.name)
        .help("a stream has this name: give the table another one");
    differ = false;
  }
  return differ;
}

// ---- events

constexpr std::string_view kBlock = "block";

// The program that changes the tables at one event, while it is made.
class EventProgram {
 public:
  EventProgram(Context& context, const EventRow& event, const design::Design& design)
      : context_(context),
        event_(event),
        design_(design),
        record_(info(event.hook).record == kBlock ? block_record(event.hook, formula_, design)
                                                  : record_of(event.hook, info(event.hook).record, formula_, design)) {}

  // Adds what the event does to the table; false after an error.
  bool add(Reader& reader, u32 number) {
    const Table& table = design_.tables[number];
    const std::string_view key = info(event_.hook).key;
    if (table.shape.of != TableOf::kDrive && index_field(event_, table.shape.of).empty()) return refuse(reader, table);
    const std::size_t before = formula_.looked_at();
    const auto bindings = context_.evaluator.scope().bindings();
    bind_tables(context_.evaluator.scope(), design_);
    const Operand result = evaluate_policy(reader, key, record_, formula_);
    if (!result.known()) return false;
    const ast::Expr& expr = *reader.expression(key);
    if (!is_number(result.type())) {
      report_type(context_.sink(), expr, "a number", result.type(), "");
      return false;
    }
    NodeBuilder nodes = context_.evaluator.builder(formula_);
    NodeId value = nodes.cell_value(expr, result, table.real, table.low, table.high);
    if (value == kNoNode) return false;
    value = formula_.with_checks(value, before);
    formula_.store(cell_id(number, table.shape.bytes_log2), index_of(table), value);
    text_ += fmt::format("{}{}: {}", text_.empty() ? "" : "; ", table.name, ast::print(expr));
    span_ = expr.span;
    return true;
  }

  // Puts the program into the design; false if it is too long.
  bool finish(design::Design& design) {
    if (formula_.last_store() == kNoNode) return true;
    design::Function function = default_function(formula_, formula_.last_store(), text_);
    function.span = span_;
    if (function.nodes.size() > kMostNodes) {
      context_.sink().report(Code::E0221, span_, kMostNodes).help("make the expressions of the event shorter");
      return false;
    }
    design.policies[event_.hook] = std::move(function);
    return true;
  }

 private:
  NodeId index_of(const Table& table) {
    if (table.shape.of == TableOf::kDrive) return formula_.constant(0);
    const std::string_view field = index_field(event_, table.shape.of);
    const auto found = std::ranges::find(record_.record->fields, field, &std::pair<std::string, Operand>::first);
    return context_.evaluator.builder(formula_).to_node(found->second);
  }

  bool refuse(Reader& reader, const Table& table) {
    const std::string_view key = info(event_.hook).key;
    const std::string of(word_for(kOwners, table.shape.of));
    context_.sink()
        .report(Code::E0289, reader.entry(key)->key->span, table.name, of, key)
        .help(table.shape.of == TableOf::kPage ? "write `on_move(m)` for the pages that a collection moves, or "
                                                 "leave it out"
                                               : "write `of: lpn` or `of: drive`, or leave it out");
    return false;
  }

  Context& context_;
  const EventRow& event_;
  const design::Design& design_;
  Formula formula_;
  Operand record_;
  std::string text_;
  Span span_;
};

bool reads_table(const design::Design& design, u32 number) {
  const auto loads = [&](const Node& node) { return node.op == Op::kLoad && table_of(node.value) == number; };
  return std::ranges::any_of(design.policies.by_hook,
                             [&](const Function& f) { return std::ranges::any_of(f.nodes, loads); });
}
bool changes_table(const design::Design& design, u32 number) {
  const auto stores = [&](const Node& node) { return node.op == Op::kStore && table_of(node.value) == number; };
  return std::ranges::any_of(design.policies.by_hook,
                             [&](const Function& f) { return std::ranges::any_of(f.nodes, stores); });
}

void warn_of_idle_tables(Context& context, const design::Design& design) {
  for (u32 i = 0; i < design.tables.size(); ++i) {
    const Table& table = design.tables[i];
    if (!reads_table(design, i))
      context.sink()
          .report(Code::W0287, table.span, table.name)
          .help("read it in a policy, such as `stream(r)` or `victim(b)`, or leave it out");
    else if (!changes_table(design, i))
      context.sink()
          .report(Code::W0288, table.span, table.name)
          .help("let an event change it, such as `on_write(w)`, or write its value where it is read");
  }
}

bool check_stream_of_moves(Context& context, const Group& design_block, const design::Design& d) {
  if (!d.policies[Hook::kMoveStream].given()) return true;
  const Span place = place_of_clash(
      design_block, {.clashes = true, .section = "gc", .key = "stream", .what = {}, .why = {}, .help = {}}, d.span);
  const Clash clashes[] = {
      {!d.gc.by_stream, "gc", "active", "`active` without `by_stream`", "moved pages have no blocks of their stream",
       "write `active: by_stream`"},
      {design::placed_at_issue(d), "gc", "stream", "a design that is placed at issue",
       "the place of a moved page is not known when its collection begins",
       "use `static` or `write_order`, and neither `preempt` nor `idle: on`"},
      {d.config.copyback != Willing::kNo, "commands", "copyback", "`copyback`",
       "whether a page can be copied back depends on the block that it goes to", "write `copyback: never`"},
      {d.config.endurance != 0, "nand", "endurance", "`endurance`",
       "with worn-out blocks the room of each stream's block cannot be promised", "write `endurance: unlimited`"},
  };
  return report_clashes(context, design_block, Code::E0286, place, clashes);
}

}  // namespace

std::span<const Key> table_keys() { return kTableKeys; }

bool declare_tables(Context& context, const Group* section, design::Design& design) {
  if (section == nullptr) return true;
  bool sound = true;
  for (const Entry& entry : section->entries) {
    if (entry.group == nullptr) {
      context.sink()
          .report(Code::E0205, entry.key->span, entry.key->text, "a block")
          .help(fmt::format("write `{} {{ of: lpn  on_write(w): … }}`", entry.key->text));
      sound = false;
    } else if (design.tables.size() == kMostTables) {
      context.sink().report(Code::E0288, entry.key->span, kMostTables).help("keep several small values in one int");
      return false;
    } else if (may_be_table(context, *entry.key)) {
      read_table(context, entry, design);
      sound &= design.tables.back().sound;
    } else {
      sound = false;
    }
  }
  return sound;
}

bool read_table_events(Context& context, const Group* section, design::Design& design) {
  if (section == nullptr) return true;
  bool sound = names_differ_from_streams(context, design);
  Reader reader(context, "tables", nullptr, {});
  for (const Table& table : design.tables) {
    reader.explain(
        table.name,
        fmt::format("of {}, {}, {}", word_for(kOfs, table.shape.of), values_text(table), size_of(design, table)),
        reader.origin(section->find(table.name)));
  }
  for (const EventRow& event : kEvents) {
    EventProgram program(context, event, design);
    bool sound_here = true;
    for (u32 i = 0; i < design.tables.size(); ++i) {
      const Group& keys = *section->find(design.tables[i].name)->group;
      if (keys.find(info(event.hook).key) == nullptr) continue;
      Reader table(context, "tables." + design.tables[i].name, &keys, kTableKeys);
      sound_here &= program.add(table, i);
    }
    sound &= sound_here && program.finish(design);
  }
  return sound;
}

bool check_tables(Context& context, const Group& design_block, const design::Design& d) {
  if (!check_stream_of_moves(context, design_block, d)) return false;
  if (d.tables.empty()) return true;
  if (design::placed_at_issue(d)) {
    context.sink()
        .report(Code::E0287, d.tables.front().span, d.name)
        .help(
            "use `allocation: static` or `write_order`, and neither `preempt`, `idle: on`, `replicate` nor "
            "`migrate: same_die`");
    return false;
  }
  warn_of_idle_tables(context, d);
  return true;
}

void bind_tables(Scope& scope, const design::Design& design) {
  const std::vector<std::string>& streams = design.allocation.streams;
  for (std::size_t i = 0; i < streams.size() && streams.size() > 1; ++i) {
    if (scope.is_bound(streams[i])) continue;
    scope.bind_input(streams[i], {.value = Value::of_word(Type::kStream, static_cast<std::int64_t>(i), streams[i])});
  }
  for (u32 i = 0; i < design.tables.size(); ++i) {
    const Table& table = design.tables[i];
    Operand operand{.value = Value::of_word(Type::kTable, i, table.name)};
    operand.table = std::make_shared<const TableRef>(TableRef{cell_id(i, table.shape.bytes_log2), table.shape.of,
                                                              design.entries_of(table.shape.of), table.low, table.high,
                                                              table.real});
    scope.bind_input(table.name, std::move(operand));
  }
}

}  // namespace ssd::check
