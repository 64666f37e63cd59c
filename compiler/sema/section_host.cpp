// host: how requests are admitted, and what of a page crosses the bus.
#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

using diag::Code;

constexpr std::array kKeys{
    Key{.name = "queue", .form = Form::kOwn, .doc = "requests admitted and not complete, or unlimited"},
    Key{.name = "queues", .form = Form::kLater, .fallback = "1", .simulated = "1", .doc = "number of host queues"},
    Key{.name = "link",
        .form = Form::kLater,
        .fallback = "unlimited",
        .words = "unlimited",
        .simulated = "unlimited",
        .doc = "rate of the host link"},
    Key{.name = "command", .form = Form::kLater, .fallback = "0ns", .simulated = "0ns", .doc = "controller time of a request"},
    Key{.name = "ecc", .form = Form::kLater, .fallback = "0ns", .simulated = "0ns", .doc = "delay after a read's data out"},
    Key{.name = "complete_write",
        .form = Form::kWord,
        .fallback = "programmed",
        .words = "programmed transferred buffered",
        .simulated = "programmed transferred",
        .doc = "when a write is complete"},
    Key{.name = "read_modify_write", .form = Form::kBool, .fallback = "true", .doc = "partial writes read the old page first"},
    Key{.name = "read_unwritten",
        .form = Form::kWord,
        .fallback = "as_written",
        .words = "as_written none",
        .doc = "reads of pages never written"},
    Key{.name = "transfer", .form = Form::kBlock, .doc = "what crosses the bus"},
};
constexpr std::array kTransferKeys{
    Key{.name = "read", .form = Form::kWord, .fallback = "sectors", .words = "sectors page", .doc = "on a read"},
    Key{.name = "program", .form = Form::kWord, .fallback = "page", .words = "sectors page", .doc = "on a program"},
};

// A number or a word, which no form of the table covers.
u64 read_queue(Reader& reader) {
  if (reader.refuses_params("queue")) return 0;
  const Entry* entry = reader.entry("queue");
  const ast::Expr* expr = entry == nullptr ? nullptr : reader.expression("queue");
  const auto* word = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  if (entry == nullptr || (word != nullptr && word->text == "unlimited")) {
    reader.explain("queue", "unlimited", reader.origin(entry));
    return 0;
  }
  if (expr == nullptr) return 0;
  Evaluator& evaluator = reader.context().evaluator;
  evaluator.take_param();
  const Value value = evaluator.evaluate(*expr).value;
  if (value.known() && value.type != Type::kInt) report_type(evaluator.sink(), *expr, "an int or `unlimited`", value.type, "");
  const auto depth = value.type == Type::kInt ? as_int(value.number) : std::nullopt;
  if (!depth || *depth < 1 || *depth > 65536) {
    if (depth)
      evaluator.sink().report(Code::E0204, expr->span, "queue", *depth, "1..65536").help("write `queue: 32` or `queue: unlimited`");
    reader.fail();
    return 0;
  }
  reader.explain("queue", std::to_string(*depth), reader.origin(entry, evaluator.take_param()));
  return static_cast<u64>(*depth);
}

}  // namespace

bool read_host(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "host", section, kKeys);
  design::Host& host = design.host;
  host.queue = read_queue(reader);
  host.complete_when_transferred = reader.word("complete_write") == "transferred";
  host.read_modify_write = reader.flag("read_modify_write");
  host.read_unwritten_as_written = reader.word("read_unwritten") == "as_written";
  Reader transfer = reader.block("transfer", kTransferKeys);
  host.read_moves_page = transfer.word("read") == "page";
  host.program_moves_sectors = transfer.word("program") == "sectors";
  reader.explain_fixed();
  return reader.sound() && transfer.sound();
}

}  // namespace ssd::sema
