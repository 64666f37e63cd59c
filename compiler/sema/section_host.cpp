// host: how requests are admitted, and what of a page crosses the bus.
#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

using diag::Code;

std::span<const Key> transfer_keys();

constexpr std::array kKeys{
    Key{.name = "queue",
        .form = Form::kOwn,
        .words = "unlimited",
        .meanings = "every request is admitted when it arrives",
        .doc = "how many requests of a queue may be admitted and not yet complete",
        .takes = "1..65536, or `unlimited`",
        .otherwise = "`unlimited`"},
    Key{.name = "queues", .form = Form::kInt, .fallback = "1", .least = "1", .most = "256", .doc = "number of host queues"},
    Key{.name = "link",
        .form = Form::kOwn,
        .words = "unlimited",
        .meanings = "the host's data take no time",
        .doc = "rate of the host link, in each direction",
        .takes = "a rate up to 1000GB/s, or `unlimited`",
        .otherwise = "`unlimited`"},
    Key{.name = "command",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1h",
        .doc = "controller time of each request before its operations are ready"},
    Key{.name = "ecc",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1h",
        .doc = "delay of each page that the host reads, after its data are out"},
    Key{.name = "complete_write",
        .form = Form::kWord,
        .fallback = "programmed",
        .words = "programmed transferred buffered",
        .meanings = "its array phase has ended | its data are in the chip | it is in the buffer",
        .doc = "when a write is complete",
        .otherwise = "`programmed`; `buffered` with a write-back buffer"},
    Key{.name = "read_modify_write",
        .form = Form::kBool,
        .fallback = "true",
        .doc = "whether a write of part of a page reads the rest of it first"},
    Key{.name = "read_unwritten",
        .form = Form::kWord,
        .fallback = "as_written",
        .words = "as_written none",
        .meanings = "their pages count as written before the run | no flash operation is needed",
        .doc = "what reads of pages that were never written are"},
    Key{.name = "transfer", .form = Form::kBlock, .doc = "what of a page crosses the channel's bus", .block = transfer_keys},
};
constexpr std::array kTransferKeys{
    Key{.name = "read",
        .form = Form::kWord,
        .fallback = "sectors",
        .words = "sectors page",
        .meanings = "the sectors asked for | the page with its spare bytes",
        .doc = "what crosses the bus on a host read"},
    Key{.name = "program",
        .form = Form::kWord,
        .fallback = "page",
        .words = "sectors page",
        .meanings = "the sectors written | the page with its spare bytes",
        .doc = "what crosses the bus on a host program"},
};
std::span<const Key> transfer_keys() { return kTransferKeys; }

constexpr Key kLink{.name = "link", .form = Form::kRate, .least = "1B/s", .most = "1000GB/s"};
constexpr Wide kLargestLinkTerm = static_cast<Wide>(1) << 40;  // so that bytes of a page times it fit into 64 bits

// A rate or a word, as nanoseconds a byte; like the bus an exact fraction.
void read_link(Reader& reader, design::Host& host) {
  if (reader.refuses_params("link")) return;
  const Entry* entry = reader.entry("link");
  const ast::Expr* expr = entry == nullptr ? nullptr : reader.expression("link");
  const auto* word = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  if (entry == nullptr || (word != nullptr && word->text == "unlimited")) {
    reader.explain("link", "unlimited", reader.origin(entry));
    return;
  }
  if (expr == nullptr) return;
  Evaluator& evaluator = reader.context().evaluator;
  evaluator.take_param();
  const auto rate = reader.read(kLink, *expr);
  const auto exact = rate ? divide(1'000'000'000, rate->number) : std::nullopt;
  if (!exact || exact->numerator() >= kLargestLinkTerm || exact->denominator() >= kLargestLinkTerm) {
    if (rate) evaluator.sink().report(Code::E0109, expr->span, "the link's time of a byte").help("write fewer digits");
    reader.fail();
    return;
  }
  host.link_numerator = static_cast<u64>(exact->numerator());
  host.link_denominator = static_cast<u64>(exact->denominator());
  reader.explain("link", to_text(*rate), reader.origin(entry, evaluator.take_param()));
}

// A write-back buffer completes writes and nothing else does (S38), so the key has a say only without one.
CompleteWrite read_completion(Reader& reader, const design::Buffer& buffer) {
  const bool buffered = buffer.slots != 0 && buffer.write_back;
  const Entry* stated = reader.entry("complete_write");
  if (stated == nullptr && buffered) {
    reader.explain("complete_write", "buffered", {design::OriginKind::kDefault, {}, "a write-back buffer"});
    return CompleteWrite::kBuffered;
  }
  const std::string word = reader.word("complete_write");
  if (reader.sound() && (word == "buffered") != buffered) {
    reader.context()
        .sink()
        .report(Code::E0247, stated->span(), word, buffered ? "a write-back buffer" : "no write-back buffer")
        .help(buffered ? "write `complete_write: buffered`, or let the buffer write through: `buffer { write_back: false }`"
                       : "write `complete_write: transferred`, or give the drive a buffer: `buffer { size: 64MiB }`");
    reader.fail();
  }
  return word == "buffered" ? CompleteWrite::kBuffered : word == "transferred" ? CompleteWrite::kTransferred : CompleteWrite::kProgrammed;
}

}  // namespace

std::span<const Key> host_keys() { return kKeys; }

bool read_host(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "host", section, kKeys);
  design::Host& host = design.host;
  host.queue = reader.count_or_unlimited("queue", 65536);
  host.queues = reader.integer("queues");
  read_link(reader, host);
  host.command = reader.time("command");
  host.ecc = reader.time("ecc");
  host.complete_write = read_completion(reader, design.buffer);
  host.read_modify_write = reader.flag("read_modify_write");
  host.read_unwritten_as_written = reader.word("read_unwritten") == "as_written";
  Reader transfer = reader.block("transfer");
  host.read_moves_page = transfer.word("read") == "page";
  host.program_moves_sectors = transfer.word("program") == "sectors";
  return reader.sound() && transfer.sound();
}

}  // namespace ssd::sema
