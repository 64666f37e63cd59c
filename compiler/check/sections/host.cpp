// host: how requests are admitted, and which part of a page crosses the bus.
#include <cmath>
#include <tuple>
#include <utility>

#include "compiler/check/sections/arbitration.h"
#include "compiler/check/sections/sections.h"
#include "runtime/base/counts.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;

std::span<const Key> transfer_keys();
std::span<const Key> firmware_keys();
std::span<const Key> dram_keys();
std::span<const Key> coalesce_keys();

constexpr std::array kHostKeys{
    Key{.name = "queue",
        .form = Form::kOwn,
        .least = "1",
        .most = "65536",
        .words = "unlimited",
        .meanings = "every request is admitted when it arrives",
        .doc = "how many requests of a queue may be admitted and not yet complete",
        .takes = "an int, or `unlimited`",
        .otherwise = "`unlimited`",
        .into = &Config::queue_depth},
    Key{.name = "queues",
        .form = Form::kInt,
        .fallback = "1",
        .least = "1",
        .most = "256",
        .doc = "number of host queues",
        .into = &Config::queues},
    Key{.name = "outstanding",
        .form = Form::kOwn,
        .least = "1",
        .most = "16777216",
        .words = "unlimited",
        .meanings = "only `queue` limits them",
        .doc = "how many requests of all queues together may be admitted and not yet complete",
        .takes = "an int, or `unlimited`",
        .otherwise = "`unlimited`",
        .into = &Config::outstanding},
    Key{.name = "arbitration",
        .form = Form::kWord,
        .fallback = "round_robin",
        .words = "round_robin",
        .meanings = "the queues take turns, a request each",
        .doc = "which queue is served next; `weighted([4, 1])`: the queues take turns, and up to so many requests of a "
               "queue are served in a row",
        .policy = true,
        .takes = "`round_robin`, `weighted([…])` with a number from 1 to 255 for each queue",
        .record = "queue",
        .yields = "a score: the highest is served"},
    Key{.name = "firmware",
        .form = Form::kBlock,
        .doc = "the controller's cores, each of which works on one request at a time before its operations are ready",
        .otherwise = "requests need no core",
        .block = firmware_keys},
    Key{.name = "dram",
        .form = Form::kBlock,
        .doc = "the bandwidth of the controller's DRAM, which entries of the map and the buffer's data share",
        .otherwise = "it takes no time",
        .block = dram_keys},
    Key{.name = "link",
        .form = Form::kOwn,
        .least = "1B/s",
        .most = "1000GB/s",
        .words = "unlimited",
        .meanings = "the host's data takes no time",
        .doc = "rate of the host link, in each direction",
        .takes = "a rate, or `unlimited`",
        .otherwise = "`unlimited`"},
    Key{.name = "link_request",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1h",
        .doc = "time for which each request holds the host link beside its data",
        .into = &Config::link_request},
    Key{.name = "command",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1h",
        .doc = "controller time of each request before its operations are ready",
        .into = &Config::host_command},
    Key{.name = "ecc",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1h",
        .doc = "delay of each page that the host reads, after its data has left the chip",
        .into = &Config::ecc},
    Key{.name = "coalesce",
        .form = Form::kBlock,
        .doc = "how long the host waits for completions, to see several of a queue with one interrupt",
        .otherwise = "each completion is seen at once",
        .block = coalesce_keys},
    Key{.name = "complete_write",
        .form = Form::kWord,
        .fallback = "programmed",
        .words = "programmed transferred buffered",
        .meanings = "its array phase has ended | its data is in the chip | it is in the buffer",
        .doc = "when a write is complete",
        .otherwise = "`programmed`; `buffered` with a write-back buffer"},
    Key{.name = "read_modify_write",
        .form = Form::kBool,
        .fallback = "true",
        .doc = "whether a write of part of a page reads the rest of it first",
        .into = &Config::read_modify_write},
    Key{.name = "read_unwritten",
        .form = Form::kWord,
        .fallback = "as_written",
        .words = "as_written none",
        .meanings = "their pages count as written before the run | they need no flash operation",
        .doc = "how reads of pages that were never written are treated"},
    Key{.name = "transfer",
        .form = Form::kBlock,
        .doc = "which part of a page crosses the channel's bus",
        .block = transfer_keys},
};
constexpr std::array kFirmwareKeys{
    Key{.name = "cores",
        .form = Form::kInt,
        .fallback = "1",
        .least = "1",
        .most = "64",
        .doc = "requests that are worked on at the same time",
        .into = &Config::firmware_cores},
    Key{.name = "read",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1s",
        .doc = "time of a core for a read request",
        .into = &Config::firmware_read},
    Key{.name = "write",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1s",
        .doc = "time of a core for a write request",
        .into = &Config::firmware_write},
    Key{.name = "trim",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1s",
        .doc = "time of a core for a trim",
        .into = &Config::firmware_trim},
    Key{.name = "per_page",
        .form = Form::kTime,
        .fallback = "0ns",
        .least = "0ns",
        .most = "1ms",
        .doc = "more time of the core for each page operation of the request",
        .into = &Config::firmware_page},
};
std::span<const Key> firmware_keys() { return kFirmwareKeys; }

constexpr std::array kDramKeys{
    Key{.name = "rate",
        .form = Form::kRate,
        .fallback = "12.8GB/s",
        .least = "1MB/s",
        .most = "1000GB/s",
        .doc = "bytes that it reads or writes in a second, both together"},
    Key{.name = "entry",
        .form = Form::kSize,
        .fallback = "4B",
        .least = "0B",
        .most = "4KiB",
        .doc = "what is read or written of it for an entry of the map"},
};
std::span<const Key> dram_keys() { return kDramKeys; }

constexpr std::array kCoalesceKeys{
    Key{.name = "requests",
        .form = Form::kInt,
        .fallback = "8",
        .least = "1",
        .most = "65536",
        .doc = "complete requests of a queue that the host sees together",
        .into = &Config::coalesce_requests},
    Key{.name = "time",
        .form = Form::kTime,
        .fallback = "100us",
        .least = "0ns",
        .most = "1s",
        .doc = "after this time it sees what there is",
        .into = &Config::coalesce_time},
};
std::span<const Key> coalesce_keys() { return kCoalesceKeys; }

constexpr std::array kTransferKeys{
    Key{.name = "read",
        .form = Form::kWord,
        .fallback = "sectors",
        .words = "sectors page",
        .meanings = "the requested sectors | the page with its spare bytes",
        .doc = "what crosses the bus on a host read"},
    Key{.name = "program",
        .form = Form::kWord,
        .fallback = "page",
        .words = "sectors page",
        .meanings = "the sectors written | the page with its spare bytes",
        .doc = "what crosses the bus on a host program"},
};
std::span<const Key> transfer_keys() { return kTransferKeys; }

constexpr std::array kCompletions{Word{"programmed", CompleteWrite::kProgrammed},
                                  Word{"transferred", CompleteWrite::kTransferred},
                                  Word{"buffered", CompleteWrite::kBuffered}};
constexpr std::array kUnwritten{Word{"as_written", true}, Word{"none", false}};
constexpr std::array kWholePages{Word{"sectors", false}, Word{"page", true}};

constexpr Wide kMostTimeOfByte = limits::kLargestByteTime;  // so that the bytes of a page times this fit into 64 bits

// A rate as nanoseconds a byte, an exact fraction like that of the bus. Nothing if it has too many digits, which is
// reported: `whose` is "the link's".
std::optional<std::pair<u64, u64>> time_of_byte(Reader& reader, const Value& rate, Span place, std::string_view whose) {
  const auto exact = divide(1'000'000'000, rate.number);
  if (exact && exact->numerator() <= kMostTimeOfByte && exact->denominator() <= kMostTimeOfByte)
    return std::pair{static_cast<u64>(exact->numerator()), static_cast<u64>(exact->denominator())};
  reader.context()
      .sink()
      .report(Code::E0109, place, fmt::format("{} time for a byte", whose))
      .help("write fewer digits");
  reader.fail();
  return std::nullopt;
}

void read_link(Reader& reader, Config& config) {
  if (reader.refuses_params("link")) return;
  const Entry* entry = reader.entry("link");
  const ast::Expr* expr = entry == nullptr ? nullptr : reader.expression("link");
  if (entry == nullptr || is_unlimited(expr)) {
    reader.explain("link", "unlimited", reader.origin(entry));
    return;
  }
  if (expr == nullptr) return;
  Evaluator& evaluator = reader.context().evaluator;
  const Scope::LastParam param(evaluator.scope());
  Key known = *std::ranges::find(kHostKeys, "link", &Key::name);
  known.form = Form::kRate;
  const auto rate = reader.read(known, *expr);
  if (!rate) return reader.fail();
  const auto time = time_of_byte(reader, *rate, expr->span, "the link's");
  if (!time) return;
  std::tie(config.link_numerator, config.link_denominator) = *time;
  reader.explain("link", to_text(*rate), reader.origin(entry, param.name()));
}

// The most requests of one page a second that the cores work on, as in `2,500,000/s`.
std::string most_of(u32 cores, Time of_request, Time of_page) {
  if (of_request + of_page == 0) return "unlimited";
  constexpr double kSecond = 1e9;
  const auto each = static_cast<double>(of_request + of_page);
  return count_text(static_cast<u64>(std::llround(cores * kSecond / each))) + "/s";
}

void read_firmware(Reader& reader, Config& config) {
  reader.fill(config);
  if (!reader.sound()) return;
  const auto most = [&](Time of_request) { return most_of(config.firmware_cores, of_request, config.firmware_page); };
  reader.explain_derived("most_reads", most(config.firmware_read), "cores / time of a read of one page");
  reader.explain_derived("most_writes", most(config.firmware_write), "cores / time of a write of one page");
}

// What the DRAM lets pass at most: requests for one page, and writes, whose data it takes and gives if there is a
// buffer. An access is rounded up to whole ns (host.dram).
void explain_dram(Reader& reader, const design::Design& design) {
  const Config& c = design.config;
  const u64 unit = design.geometry.unit_bytes();
  const auto access = [&c](u64 bytes) {
    return (bytes * c.dram_numerator + c.dram_denominator - 1) / c.dram_denominator;
  };
  constexpr u64 kSecond = 1'000'000'000;
  if (c.dram_entry != 0)
    reader.explain_derived("most_lookups", count_text(kSecond / access(c.dram_entry)) + "/s",
                           "1 / time of an access of `entry`, in whole ns");
  if (c.buffer_slots == 0 || c.write_back == 0) return;
  const double most = static_cast<double>(unit) / static_cast<double>(access(unit + c.dram_entry) + access(unit));
  reader.explain_derived("most_written", fmt::format("{:.3g}GB/s", most),
                         "unit / time of two accesses: with `entry` into the buffer, and out of it");
}

void read_dram(Reader& reader, design::Design& design) {
  Config& config = design.config;
  const Value rate = reader.value("rate");
  config.dram_entry = static_cast<u32>(reader.bytes("entry"));
  if (!reader.sound()) return;
  const Entry* entry = reader.entry("rate");
  const Span place = entry != nullptr ? entry->span() : reader.span();
  const auto time = time_of_byte(reader, rate, place, "the DRAM's");
  if (!time) return;
  std::tie(config.dram_numerator, config.dram_denominator) = *time;
  explain_dram(reader, design);
}

// One request, or no time, is the drive without the key.
void read_coalesce(Reader& reader, Config& config) {
  Reader block = reader.block("coalesce");
  block.fill(config);
  if (!block.sound()) reader.fail();
  if (config.coalesce_requests == 1 || config.coalesce_time == 0) config.coalesce_requests = config.coalesce_time = 0;
}

// A write-back buffer always completes writes itself (host.complete_write), so the key has an effect only without one.
CompleteWrite read_completion(Reader& reader, const Config& config) {
  const bool buffered = config.buffer_slots != 0 && config.write_back != 0;
  const Entry* stated = reader.entry("complete_write");
  if (stated == nullptr && buffered) {
    reader.explain("complete_write", "buffered", {design::OriginKind::kDefault, {}, "a write-back buffer"});
    return CompleteWrite::kBuffered;
  }
  const CompleteWrite completion = reader.choice("complete_write", kCompletions);
  if (reader.sound() && (completion == CompleteWrite::kBuffered) != buffered) {
    reader.context()
        .sink()
        .report(Code::E0247, stated->span(), word_for(kCompletions, completion),
                buffered ? "a write-back buffer" : "no write-back buffer")
        .help(buffered
                  ? "write `complete_write: buffered`, or let the buffer write through: `buffer { write_back: false }`"
                  : "write `complete_write: transferred`, or give the drive a buffer: `buffer { size: 64MiB }`");
    reader.fail();
  }
  return completion;
}

}  // namespace

std::span<const Key> host_keys() { return kHostKeys; }

bool read_host(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "host", section, kHostKeys);
  Config& config = design.config;
  reader.fill(config);
  read_link(reader, config);
  if (reader.has("firmware")) {
    Reader firmware = reader.block("firmware");
    read_firmware(firmware, config);
    if (!firmware.sound()) reader.fail();
  }
  if (reader.has("dram")) {
    Reader dram = reader.block("dram");
    read_dram(dram, design);
    if (!dram.sound()) reader.fail();
  }
  if (reader.has("coalesce")) read_coalesce(reader, config);
  read_arbitration(reader, design);
  config.complete_write = read_completion(reader, config);
  config.read_unwritten_as_written = reader.choice("read_unwritten", kUnwritten);
  Reader transfer = reader.block("transfer");
  config.read_moves_page = transfer.choice("read", kWholePages);
  config.program_moves_sectors = !transfer.choice("program", kWholePages);
  return reader.sound() && transfer.sound();
}

}  // namespace ssd::check
