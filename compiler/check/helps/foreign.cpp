// Tables for foreign.h. To support another name, add a row.
#include "compiler/check/helps/foreign.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "compiler/syntax/parse/word_rows.h"

namespace ssd::check {
namespace {

using parse::WordRow;

struct KeyRow {
  KnownAs ours;
  std::string_view words;        // the foreign keys in lower case, letters and digits only
  std::string_view within = {};  // only in this section; if empty, in any
};
// The rows of a particular section come before those of any section.
constexpr auto kForeignKeys = std::to_array<KeyRow>({
    {{"gc", "victim"}, "policy", "gc"},
    {{"gc", "trigger"}, "threshold", "gc"},
    {{"start", "state"}, "snapshot filled erased", "start"},
    {{"workload", "closed"}, "queuedepth iodepth qd depth", "workload"},
    {{"workload", "requests"}, "duration runtime count number", "workload"},
    {{"workload", "size"}, "blocksize bs", "workload"},
    {{"workload", "read"}, "rw", "workload"},
    {{"workload", "address"}, "pattern distribution", "workload"},
    {{"workload", "trace"}, "file path", "workload"},
    {{"workload", "interval"}, "iops rate", "workload"},
    {{"buffer", "size"}, "capacity", "buffer"},
    {{"capacity", "logical"}, "size total capacity", "capacity"},
    {{"schedule", "priority"}, "policy", "schedule"},
    {{"wear", "level"}, "policy leveling levelling", "wear"},
    {{"gc", "trigger"}, "lowwatermark lowwater watermark freethreshold", "gc"},
    {{"gc", "stop"}, "highwatermark highwater", "gc"},
    {{"host", "queue"}, "qd iodepth", "host"},
    {{"experiment", "vary design"}, "design designs", "experiment"},
    {{"experiment", "vary workload"}, "workload workloads", "experiment"},
    {{"experiment", "seeds"}, "repetitions repeat", "experiment"},
    // MQSim
    {{"geometry", "channels"}, "flashchannelcount"},
    {{"geometry", "chips"}, "chipnoperchannel"},
    {{"geometry", "dies"}, "dienoperchip"},
    {{"geometry", "planes"}, "planenoperdie"},
    {{"geometry", "blocks"}, "blocknoperplane"},
    {{"geometry", "pages"}, "pagenoperblock"},
    {{"geometry", "page"}, "pagecapacity"},
    {{"geometry", "spare"}, "pagemetadatcapacity pagemetadatacapacity"},
    {{"nand", "cell"}, "flashtechnology"},
    {{"nand", "read"}, "pagereadlatencylsb pagereadlatencycsb pagereadlatencymsb"},
    {{"nand", "program"}, "pageprogramlatencylsb pageprogramlatencycsb pageprogramlatencymsb"},
    {{"nand", "erase"}, "blockeraselatency"},
    {{"nand", "endurance"}, "blockpecycleslimit"},
    {{"nand", "suspend"}, "suspenderasetime suspendprogramtime"},
    {{"nand.bus", "rate"}, "channeltransferrate"},
    {{"nand.bus", "width"}, "flashchannelwidth"},
    {{"commands", "suspend"}, "cmdsuspensionsupport"},
    {{"design", "allocation"}, "planeallocationscheme"},
    {{"schedule", "reorder"}, "transactionschedulingpolicy"},
    {{"ftl", "mapping"}, "addressmapping"},
    {{"capacity", "overprovision"}, "overprovisioningratio"},
    {{"gc", "trigger"}, "gcexecthreshold"},
    {{"gc", "hard"}, "gchardthreshold"},
    {{"gc", "victim"}, "gcblockselectionpolicy"},
    {{"commands", "copyback"}, "usecopybackforgc"},
    {{"gc", "preempt"}, "preemptiblegcenabled"},
    {{"wear", "level"}, "dynamicwearlevelingenabled staticwearlevelingenabled staticwearlevelingthreshold"},
    {{"buffer", "size"}, "datacachecapacity"},
    {{"host", "queue"}, "ioqueuedepth"},
    {{"start", "state"}, "enabledpreconditioning initialoccupancypercentage"},
    {{"workload", "read"}, "readpercentage"},
    {{"workload", "address"}, "addressdistribution percentageofhotregion workingsetpercentage"},
    {{"workload", "size"}, "requestsizedistribution averagerequestsize"},
    {{"workload", "closed"}, "averagenoofreqsinqueue"},
    {{"workload", "requests"}, "totalrequeststogenerate stoptime"},
    {{"workload", "interval"}, "intensity"},
    {{"workload", "trace"}, "filepath"},
    {{"workload", "repeat"}, "relaycount"},
    // SSDsim
    {{"geometry", "channels"}, "channelnumber"},
    {{"geometry", "chips"}, "chipnumber"},
    {{"geometry", "dies"}, "dienumber diechip"},
    {{"geometry", "planes"}, "planenumber planedie"},
    {{"geometry", "blocks"}, "blocknumber blockplane"},
    {{"geometry", "pages"}, "pagenumber pageblock"},
    {{"geometry", "sector"}, "subpagecapacity"},
    {{"nand", "read"}, "tr"},
    {{"nand", "program"}, "tprog"},
    {{"nand", "erase"}, "tbers"},
    {{"nand", "dummy_busy"}, "tdbsy"},
    {{"nand", "cache_busy"}, "tcbsy"},
    {{"nand.bus", "cycle"}, "twc trc"},
    {{"nand", "endurance"}, "eraselimit"},
    {{"buffer", "size"}, "dramcapacity"},
    {{"capacity", "overprovision"}, "overprovide"},
    {{"gc", "trigger"}, "gcthreshold"},
    {{"wear", "level"}, "wearleveling wearlevelling"},
    {{"schedule", "priority"}, "schedulingalgorithm"},
    {{"commands", "multiplane"}, "advancedcommand advancedcommands"},
    {{"start", "state"}, "agedratio aged"},
    // fio, and papers
    {{"workload", "read"}, "readratio rwmixread"},
    {{"workload", "write"}, "writeratio rwmixwrite"},
    {{"workload", "size"}, "iosize requestsize"},
    {{"workload", "interval"}, "interarrival"},
    {{"geometry", "chips"}, "ways packages"},
    {{"geometry", "dies"}, "luns"},
    {{"geometry", "page"}, "pagesize"},
    {{"geometry", "spare"}, "sparesize oob"},
    {{"geometry", "sector"}, "sectorsize"},
    {{"geometry", "pages"}, "pagesperblock"},
    {{"geometry", "blocks"}, "blocksperplane"},
    {{"nand", "read"}, "readlatency"},
    {{"nand", "program"}, "programlatency writelatency"},
    {{"nand", "erase"}, "eraselatency"},
    {{"nand", "endurance"}, "pecycles"},
    {{"nand", "cell"}, "celltype"},
    {{"capacity", "overprovision"}, "op overprovisioning"},
    {{"host", "queue"}, "queuedepth queuelength"},
    {{"buffer", "size"}, "buffersize cachesize dram writebuffer writecache"},
});

struct KeyHelpRow {
  std::string_view help;
  std::string_view words;        // as in KeyRow
  std::string_view within = {};  // as in KeyRow
};
constexpr auto kKeysOtherwise = std::to_array<KeyHelpRow>({
    {"a flow generates its requests; a workload without flows can read a trace", "trace format repeat speed fold sort",
     "flow"},
    {"a phase generates its requests; replay a trace behind phases by `start { run: W }`, with W the phases",
     "trace format repeat speed fold sort", "phase"},
    {"only a phase has it: `phase NAME { … }`", "for counted", "workload"},
    {"flows and phases end by their own keys: a phase by `until: 2 drive_writes`, `for: 60s` or `requests: 100_000`",
     "until for counted", "flow"},
    {"phases send their requests to all host queues in turn", "queue", "phase"},
    {"only a flow has a part of the space: write `flow NAME { over: … }`, or `address: uniform over 50%`", "over",
     "workload"},
    {"a block is `pages` times `page` large: write `pages: …`", "blocksize blockbytes", "geometry"},
    {"an SLC cache is not simulated: a block keeps the bits of its cells; docs/howto/streams.md shows what can be "
     "modelled",
     "slccache slc pslc slcsize slcblocks"},
    {"zones are not simulated; blocks of many planes that are written and erased together are "
     "`gc { superblock: device }`",
     "zones zone zns zonesize zonedstorage"},
    {"the whole map is in the controller's memory; a cache for parts of the map is not simulated",
     "cmt mapcache mappingcache mappingtable cmtcapacity idealmappingtable ftlcache dftl"},
    {"errors of the flash are not simulated; `host { ecc: … }` is a fixed time of each read",
     "rber ber errorrate readretry retry retention readdisturb ldpc"},
    {"placement handles are streams, as in `allocation: write_order { order: channel > die > plane > chip  streams: "
     "handles(8) }`, a flow of a workload has its `handle`, and reclaim units are `gc { superblock: device }`, which "
     "stay "
     "apart with `active: by_stream`",
     "fdp ruh ruhs placementid placementhandle reclaimunit reclaimunits"},
});

// The words for a metric, or for a part of its name, in other tools.
constexpr auto kMetricWords = std::to_array<WordRow>({
    {"response", "latency response_time"},
    {"mean", "avg average"},
    {"p50", "median"},
    {"p90", "p95"},
    {"stddev", "std"},
    {"bandwidth", "throughput bw"},
    {"waf", "write_amp wa"},
});

constexpr auto kValueKeys = std::to_array<KnownAs>({
    {"buffer", "size"},
    {"gc", "victim"},
    {"ftl", "mapping"},
    {"wear", "level"},
    {"capacity", "overprovision"},
    {"host", "queue"},
    {"schedule", "reorder"},
});

// The help text for each foreign function.
constexpr auto kForeignFunctions = std::to_array<WordRow>({
    {"there is no power function: write `x * x`", "pow"},
    {"there is no root: compare squares, or use `log2`", "sqrt"},
    {"write `log2(x)`; another base is a factor", "log ln log10"},
    {"there is no power function: use a product or a list of values", "exp"},
    {"write `floor(x + 0.5)`", "round"},
    {"write `int(x)`", "trunc"},
    {"write `real(x)`", "float double"},
    {"policies cannot draw random numbers; a block's score may read `b.random`, and a workload has distributions",
     "rand random"},
    {"write `len(list)`", "length"},
    {"write `abs(x)`", "fabs"},
    {"write the terms with `+`", "sum"},
    {"write `a % b`", "mod"},
});
constexpr auto kValues = std::to_array<WordRow>({
    {"write `true`", "True TRUE yes Yes on enabled"},
    {"write `false`", "False FALSE no No off disabled"},
    {"there is no null value: each name has a value", "null NULL nullptr None nil"},
    {"write `free_pages` or `free_blocks`", "free"},
    {"write `idle`, which is known in `trigger` and `stop` of `gc`", "is_idle"},
    {"a key is not a value: write its condition again; without a `stop` it is `not trigger`", "trigger"},
    {"their number in the geometry is `chips`; or declare it: `param ways: int = 4`", "ways"},
});
constexpr auto kForeignPatterns = std::to_array<WordRow>({
    {"write `uniform`", "random rand randread randwrite randrw UNIFORM_RANDOM RANDOM_UNIFORM"},
    {"write `sequential`", "seq linear STREAMING"},
    {"write `zipf(0.99)`", "zipfian pareto"},
    {"write `hotspot(20%: 80%)`", "hot hotcold RANDOM_HOTCOLD"},
    {"for Poisson arrivals write `exponential(1ms)`", "poisson Poisson exp"},
    {"distributions are `exponential(…)` and `mix(50%: …, 50%: …)`, a list of weighted values",
     "normal gaussian uniform choice"},
});

std::string letters_of(std::string_view key) {
  std::string result;
  for (const char c : key) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

}  // namespace

std::optional<KnownAs> key_instead(std::string_view section, std::string_view key) {
  const std::string letters = letters_of(key);
  const auto fits = [&](const KeyRow& row) {
    return (row.within.empty() || row.within == section) && parse::is_among(row.words, letters);
  };
  const auto found = std::ranges::find_if(kForeignKeys, fits);
  return found == kForeignKeys.end() ? std::nullopt : std::optional(found->ours);
}

std::string_view key_otherwise(std::string_view section, std::string_view key) {
  const std::string letters = letters_of(key);
  const auto fits = [&](const KeyHelpRow& row) {
    return (row.within.empty() || row.within == section) && parse::is_among(row.words, letters);
  };
  const auto found = std::ranges::find_if(kKeysOtherwise, fits);
  return found == kKeysOtherwise.end() ? std::string_view{} : found->help;
}

std::string metric_instead(std::string_view name) {
  std::string ours;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    const std::string_view word = parse::instead_of(kMetricWords, part);
    ours += (begin == 0 ? "" : ".") + std::string(word.empty() ? part : word);
    begin = end + 1;
  }
  return ours;
}

std::string_view key_of_value(std::string_view section) {
  const auto found = std::ranges::find(kValueKeys, section, &KnownAs::section);
  return found == kValueKeys.end() ? std::string_view{} : found->key;
}

std::string_view function_instead(std::string_view name) { return parse::instead_of(kForeignFunctions, name); }
std::string_view value_instead(std::string_view name) { return parse::instead_of(kValues, name); }
std::string_view pattern_instead(std::string_view name) { return parse::instead_of(kForeignPatterns, name); }

}  // namespace ssd::check
