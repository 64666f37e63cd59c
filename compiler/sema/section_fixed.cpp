// The sections that this version knows in one form only: they may say what is simulated anyway, anything else is refused by name.
#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

using diag::Code;

constexpr std::array kFtlKeys{
    Key{.name = "mapping", .form = Form::kLater, .fallback = "page", .words = "page", .simulated = "page", .doc = "unit of the map"},
};
constexpr std::array kWearKeys{
    Key{.name = "level",
        .form = Form::kLater,
        .fallback = "none",
        .words = "none static dynamic",
        .simulated = "none",
        .doc = "wear levelling"},
    Key{.name = "allocate", .form = Form::kLater, .doc = "choice among free blocks"},
};
constexpr std::array kBufferKeys{
    Key{.name = "size", .form = Form::kLater, .fallback = "0B", .simulated = "0B", .doc = "the data buffer"},
    Key{.name = "policy", .form = Form::kLater, .words = "lru fifo", .doc = "what is evicted"},
    Key{.name = "write_back", .form = Form::kLater, .doc = "writes stay in the buffer"},
    Key{.name = "latency", .form = Form::kLater, .doc = "of a hit"},
    Key{.name = "readahead", .form = Form::kLater, .doc = "reads beyond a stream"},
};
constexpr std::array kScheduleKeys{
    Key{.name = "priority", .form = Form::kOwn, .fallback = "0", .doc = "among ready operations"},
    Key{.name = "reorder", .form = Form::kLater, .fallback = "any", .words = "fifo any", .simulated = "any", .doc = "order within a unit"},
};
constexpr std::array kStartKeys{
    Key{.name = "state",
        .form = Form::kLater,
        .fallback = "erased",
        .words = "erased filled",
        .simulated = "erased",
        .doc = "the drive before time 0"},
};

// A constant priority decides nothing: first come, first served, which is what is simulated.
void read_priority(Reader& reader) {
  const Entry* entry = reader.entry("priority");
  const ast::Expr* expr = entry == nullptr ? nullptr : reader.expression("priority");
  if (expr != nullptr && !std::holds_alternative<ast::NumberLit>(expr->node)) {
    reader.context()
        .sink()
        .report(Code::E0199, entry->span(), "`priority` that is not constant")
        .help("leave it out: operations are served first come, first served");
    reader.fail();
  }
  const std::size_t params = entry == nullptr || entry->property == nullptr ? 0 : entry->property->params.size();
  if (params > 1) {
    reader.context().sink().report(Code::E0229, entry->key->span, "priority", params).help("leave it out, or write `priority: 0`");
    reader.fail();
  }
  reader.explain("priority", "0", reader.origin(entry));
}

bool read_fixed(Context& context, const Group& design_block, std::string_view section, std::span<const Key> keys) {
  const Entry* entry = design_block.find(section);
  Reader reader(context, std::string(section), entry == nullptr ? nullptr : entry->group.get(), keys);
  if (section == "schedule") read_priority(reader);
  reader.explain_fixed();
  return reader.sound();
}

}  // namespace

bool read_start(Context& context, const Entry* entry) {
  const ast::Expr* expr = entry == nullptr ? nullptr : plain_expression(*entry);
  const auto* word = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  const bool erased = word != nullptr && word->text == "erased";
  if (entry != nullptr && entry->property != nullptr && !erased) {
    context.sink().report(Code::E0199, entry->span(), "a drive that does not start erased").help("write `start: erased`");
    return false;
  }
  Reader reader(context, "start", entry == nullptr ? nullptr : entry->group.get(), kStartKeys);
  if (erased)
    reader.explain("state", "erased", reader.origin(entry));
  else
    reader.explain_fixed();
  return reader.sound();
}

bool read_fixed_sections(Context& context, const Group& design_block) {
  bool sound = read_fixed(context, design_block, "ftl", kFtlKeys);
  sound &= read_fixed(context, design_block, "wear", kWearKeys);
  sound &= read_fixed(context, design_block, "buffer", kBufferKeys);
  return read_fixed(context, design_block, "schedule", kScheduleKeys) && sound;
}

}  // namespace ssd::sema
