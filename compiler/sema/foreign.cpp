// See foreign.h. Tables only: a name more is a row more.
#include "compiler/sema/foreign.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace ssd::sema {
namespace {

struct KeyRow {
  std::string_view within;   // only in this section; empty: anywhere
  std::string_view letters;  // of the foreign key, small, without signs
  KnownAs ours;
};
// Rows of one section come before those of any.
constexpr auto kKeys = std::to_array<KeyRow>({
    {"gc", "policy", {"gc", "victim"}},
    {"gc", "threshold", {"gc", "trigger"}},
    {"start", "snapshot", {"start", "state"}},
    {"start", "filled", {"start", "state"}},
    {"start", "erased", {"start", "state"}},
    {"workload", "queuedepth", {"workload", "closed"}},
    {"workload", "iodepth", {"workload", "closed"}},
    {"workload", "qd", {"workload", "closed"}},
    {"workload", "duration", {"workload", "requests"}},
    {"workload", "runtime", {"workload", "requests"}},
    {"workload", "count", {"workload", "requests"}},
    {"workload", "number", {"workload", "requests"}},
    {"workload", "blocksize", {"workload", "size"}},
    {"workload", "bs", {"workload", "size"}},
    {"workload", "rw", {"workload", "read"}},
    {"workload", "pattern", {"workload", "address"}},
    {"workload", "distribution", {"workload", "address"}},
    {"workload", "file", {"workload", "trace"}},
    {"workload", "path", {"workload", "trace"}},
    {"workload", "depth", {"workload", "closed"}},
    {"workload", "iops", {"workload", "interval"}},
    {"workload", "rate", {"workload", "interval"}},
    {"buffer", "capacity", {"buffer", "size"}},
    {"capacity", "size", {"capacity", "logical"}},
    {"capacity", "total", {"capacity", "logical"}},
    {"capacity", "capacity", {"capacity", "logical"}},
    {"schedule", "policy", {"schedule", "priority"}},
    {"wear", "policy", {"wear", "level"}},
    {"experiment", "design", {"experiment", "vary design"}},
    {"experiment", "designs", {"experiment", "vary design"}},
    {"experiment", "workload", {"experiment", "vary workload"}},
    {"experiment", "workloads", {"experiment", "vary workload"}},
    {"experiment", "repetitions", {"experiment", "seeds"}},
    {"experiment", "repeat", {"experiment", "seeds"}},
    // MQSim
    {"", "flashchannelcount", {"geometry", "channels"}},
    {"", "chipnoperchannel", {"geometry", "chips"}},
    {"", "dienoperchip", {"geometry", "dies"}},
    {"", "planenoperdie", {"geometry", "planes"}},
    {"", "blocknoperplane", {"geometry", "blocks"}},
    {"", "pagenoperblock", {"geometry", "pages"}},
    {"", "pagecapacity", {"geometry", "page"}},
    {"", "pagemetadatcapacity", {"geometry", "spare"}},
    {"", "pagemetadatacapacity", {"geometry", "spare"}},
    {"", "flashtechnology", {"nand", "cell"}},
    {"", "pagereadlatencylsb", {"nand", "read"}},
    {"", "pagereadlatencycsb", {"nand", "read"}},
    {"", "pagereadlatencymsb", {"nand", "read"}},
    {"", "pageprogramlatencylsb", {"nand", "program"}},
    {"", "pageprogramlatencycsb", {"nand", "program"}},
    {"", "pageprogramlatencymsb", {"nand", "program"}},
    {"", "blockeraselatency", {"nand", "erase"}},
    {"", "blockpecycleslimit", {"nand", "endurance"}},
    {"", "suspenderasetime", {"nand", "suspend"}},
    {"", "suspendprogramtime", {"nand", "suspend"}},
    {"", "channeltransferrate", {"nand.bus", "rate"}},
    {"", "flashchannelwidth", {"nand.bus", "width"}},
    {"", "cmdsuspensionsupport", {"commands", "suspend"}},
    {"", "planeallocationscheme", {"design", "allocation"}},
    {"", "transactionschedulingpolicy", {"schedule", "reorder"}},
    {"", "addressmapping", {"ftl", "mapping"}},
    {"", "overprovisioningratio", {"capacity", "overprovision"}},
    {"", "gcexecthreshold", {"gc", "trigger"}},
    {"", "gchardthreshold", {"gc", "hard"}},
    {"", "gcblockselectionpolicy", {"gc", "victim"}},
    {"", "usecopybackforgc", {"commands", "copyback"}},
    {"", "preemptiblegcenabled", {"gc", "preempt"}},
    {"", "dynamicwearlevelingenabled", {"wear", "level"}},
    {"", "staticwearlevelingenabled", {"wear", "level"}},
    {"", "staticwearlevelingthreshold", {"wear", "level"}},
    {"", "datacachecapacity", {"buffer", "size"}},
    {"", "ioqueuedepth", {"host", "queue"}},
    {"", "enabledpreconditioning", {"start", "state"}},
    {"", "initialoccupancypercentage", {"start", "state"}},
    {"", "readpercentage", {"workload", "read"}},
    {"", "addressdistribution", {"workload", "address"}},
    {"", "percentageofhotregion", {"workload", "address"}},
    {"", "workingsetpercentage", {"workload", "address"}},
    {"", "requestsizedistribution", {"workload", "size"}},
    {"", "averagerequestsize", {"workload", "size"}},
    {"", "averagenoofreqsinqueue", {"workload", "closed"}},
    {"", "totalrequeststogenerate", {"workload", "requests"}},
    {"", "stoptime", {"workload", "requests"}},
    {"", "intensity", {"workload", "interval"}},
    {"", "filepath", {"workload", "trace"}},
    {"", "relaycount", {"workload", "repeat"}},
    // SSDsim
    {"", "channelnumber", {"geometry", "channels"}},
    {"", "chipnumber", {"geometry", "chips"}},
    {"", "dienumber", {"geometry", "dies"}},
    {"", "planenumber", {"geometry", "planes"}},
    {"", "blocknumber", {"geometry", "blocks"}},
    {"", "pagenumber", {"geometry", "pages"}},
    {"", "subpagecapacity", {"geometry", "sector"}},
    {"", "diechip", {"geometry", "dies"}},
    {"", "planedie", {"geometry", "planes"}},
    {"", "blockplane", {"geometry", "blocks"}},
    {"", "pageblock", {"geometry", "pages"}},
    {"", "tr", {"nand", "read"}},
    {"", "tprog", {"nand", "program"}},
    {"", "tbers", {"nand", "erase"}},
    {"", "tdbsy", {"nand", "dummy_busy"}},
    {"", "tcbsy", {"nand", "cache_busy"}},
    {"", "twc", {"nand.bus", "cycle"}},
    {"", "trc", {"nand.bus", "cycle"}},
    {"", "eraselimit", {"nand", "endurance"}},
    {"", "dramcapacity", {"buffer", "size"}},
    {"", "overprovide", {"capacity", "overprovision"}},
    {"", "gcthreshold", {"gc", "trigger"}},
    {"", "wearleveling", {"wear", "level"}},
    {"", "wearlevelling", {"wear", "level"}},
    {"", "schedulingalgorithm", {"schedule", "priority"}},
    {"", "advancedcommand", {"commands", "multiplane"}},
    {"", "advancedcommands", {"commands", "multiplane"}},
    {"", "agedratio", {"start", "state"}},
    {"", "aged", {"start", "state"}},
    // fio, and what papers write
    {"", "readratio", {"workload", "read"}},
    {"", "writeratio", {"workload", "write"}},
    {"", "rwmixread", {"workload", "read"}},
    {"", "rwmixwrite", {"workload", "write"}},
    {"", "iosize", {"workload", "size"}},
    {"", "requestsize", {"workload", "size"}},
    {"", "interarrival", {"workload", "interval"}},
    {"", "ways", {"geometry", "chips"}},
    {"", "packages", {"geometry", "chips"}},
    {"", "luns", {"geometry", "dies"}},
    {"", "pagesize", {"geometry", "page"}},
    {"", "sparesize", {"geometry", "spare"}},
    {"", "oob", {"geometry", "spare"}},
    {"", "sectorsize", {"geometry", "sector"}},
    {"", "pagesperblock", {"geometry", "pages"}},
    {"", "blocksperplane", {"geometry", "blocks"}},
    {"", "readlatency", {"nand", "read"}},
    {"", "programlatency", {"nand", "program"}},
    {"", "writelatency", {"nand", "program"}},
    {"", "eraselatency", {"nand", "erase"}},
    {"", "pecycles", {"nand", "endurance"}},
    {"", "celltype", {"nand", "cell"}},
    {"", "op", {"capacity", "overprovision"}},
    {"", "overprovisioning", {"capacity", "overprovision"}},
    {"", "queuedepth", {"host", "queue"}},
    {"", "queuelength", {"host", "queue"}},
    {"", "buffersize", {"buffer", "size"}},
    {"", "cachesize", {"buffer", "size"}},
});

// What a metric, or a part of its name, is called here.
struct Word {
  std::string_view written, ours;
};
constexpr auto kMetricWords = std::to_array<Word>({
    {"latency", "response"}, {"response_time", "response"}, {"avg", "mean"}, {"average", "mean"}, {"median", "p50"}, {"p95", "p90"},
    {"std", "stddev"}, {"throughput", "bandwidth"}, {"bw", "bandwidth"}, {"write_amp", "waf"}, {"wa", "waf"},
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

struct Advice {
  std::string_view name, help;
};
constexpr std::string_view kLog = "write `log2(x)`; another base is a factor";
constexpr std::string_view kRoot = "there is no root: compare squares, or use `log2`";
constexpr std::string_view kRandom = "policies draw nothing; a block's score may read `b.random`, and a workload has distributions";
constexpr std::string_view kCast = "write `real(x)`";
constexpr auto kFunctions = std::to_array<Advice>({
    {"pow", "a power is a product: write `x * x`"},
    {"sqrt", kRoot},
    {"log", kLog},
    {"ln", kLog},
    {"log10", kLog},
    {"exp", "there is no power: use a product or a list of values"},
    {"round", "write `floor(x + 0.5)`"},
    {"trunc", "write `int(x)`"},
    {"float", kCast},
    {"double", kCast},
    {"rand", kRandom},
    {"random", kRandom},
    {"length", "write `len(list)`"},
    {"fabs", "write `abs(x)`"},
    {"sum", "write the terms with `+`"},
    {"mod", "write `a % b`"},
});
constexpr std::string_view kTrue = "write `true`", kFalse = "write `false`", kNull = "there is no such value: each name has one";
constexpr auto kValues = std::to_array<Advice>({
    {"True", kTrue},   {"TRUE", kTrue},   {"yes", kTrue}, {"Yes", kTrue},      {"on", kTrue},   {"enabled", kTrue}, {"False", kFalse},
    {"FALSE", kFalse}, {"no", kFalse},    {"No", kFalse}, {"off", kFalse},     {"disabled", kFalse}, {"null", kNull},
    {"free", "write `free_pages` or `free_blocks`"},
    {"is_idle", "write `idle`, which is known in `trigger` and `stop` of `gc`"},
    {"trigger", "a key is no value: write its condition; `stop` is `not trigger` where it is left out"},
    {"ways", "the geometry's number of them is `chips`; or declare it: `param ways: int = 4`"},
    {"NULL", kNull},   {"nullptr", kNull}, {"None", kNull}, {"nil", kNull},
});
constexpr std::string_view kUniform = "write `uniform`", kSequential = "write `sequential`";
constexpr std::string_view kZipf = "write `zipf(0.99)`", kHot = "write `hotspot(20%: 80%)`";
constexpr std::string_view kExponential = "arrivals of a Poisson process lie `exponential(1ms)` apart";
constexpr std::string_view kMix = "distributions are `exponential(…)` and `mix(50%: …, 50%: …)`, a list of weighted values";
constexpr auto kPatterns = std::to_array<Advice>({
    {"random", kUniform}, {"rand", kUniform}, {"randread", kUniform}, {"randwrite", kUniform}, {"randrw", kUniform}, {"UNIFORM_RANDOM", kUniform},
    {"RANDOM_UNIFORM", kUniform}, {"seq", kSequential}, {"linear", kSequential}, {"STREAMING", kSequential}, {"zipfian", kZipf}, {"pareto", kZipf},
    {"hot", kHot}, {"hotcold", kHot}, {"RANDOM_HOTCOLD", kHot}, {"poisson", kExponential}, {"Poisson", kExponential}, {"exp", kExponential},
    {"normal", kMix}, {"gaussian", kMix}, {"uniform", kMix}, {"choice", kMix},
});

std::string letters_of(std::string_view key) {
  std::string result;
  for (const char c : key) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

std::string_view advice(const auto& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &Advice::name);
  return found == table.end() ? std::string_view{} : found->help;
}

}  // namespace

std::optional<KnownAs> key_instead(std::string_view section, std::string_view key) {
  const std::string letters = letters_of(key);
  const auto found = std::ranges::find_if(kKeys, [&](const KeyRow& r) { return r.letters == letters && (r.within.empty() || r.within == section); });
  return found == kKeys.end() ? std::nullopt : std::optional(found->ours);
}

std::string metric_instead(std::string_view name) {
  std::string ours;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    const auto word = std::ranges::find(kMetricWords, part, &Word::written);
    ours += (begin == 0 ? "" : ".") + std::string(word == kMetricWords.end() ? part : word->ours);
    begin = end + 1;
  }
  return ours;
}

std::string_view key_of_value(std::string_view section) {
  const auto found = std::ranges::find(kValueKeys, section, &KnownAs::section);
  return found == kValueKeys.end() ? std::string_view{} : found->key;
}

std::string_view function_instead(std::string_view name) { return advice(kFunctions, name); }
std::string_view value_instead(std::string_view name) { return advice(kValues, name); }
std::string_view pattern_instead(std::string_view name) { return advice(kPatterns, name); }

}  // namespace ssd::sema
