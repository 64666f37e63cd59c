// commands: which of the flash commands that overlap operations the drive uses. Each key lists the words that it takes; where a restriction
// can be weighed (a page may be wasted) a predicate may stand for the word.
#include "compiler/sema/policy.h"
#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

constexpr std::array kKeys{
    Key{.name = "copyback",
        .form = Form::kWord,
        .fallback = "never",
        .words = "never wise blind",
        .doc = "moves inside a plane",
        .policy = true},
    Key{.name = "multiplane",
        .form = Form::kWord,
        .fallback = "never",
        .words = "never wise blind",
        .doc = "planes of a die together",
        .policy = true},
    Key{.name = "interleave", .form = Form::kWord, .fallback = "always", .words = "never always", .doc = "dies of a chip at the same time"},
    Key{.name = "cache", .form = Form::kWord, .fallback = "never", .words = "never always", .doc = "transfers during array phases"},
    Key{.name = "suspend", .form = Form::kWord, .fallback = "never", .words = "never always", .doc = "reads interrupt programs and erases"},
    Key{.name = "multiplane_address",
        .form = Form::kWord,
        .fallback = "page",
        .words = "page block_and_page",
        .doc = "what must agree in a multi-plane command"},
    Key{.name = "suspend_limit", .form = Form::kOwn, .doc = "suspensions of one operation, or unlimited"},
};
constexpr u64 kMostSuspensions = 1'000'000;

Willing read_willing(Reader& reader, std::string_view key, Hook hook, const design::Design& design, design::Function& predicate) {
  if (!reader.is_policy(key)) {
    const std::string word = reader.word(key);
    return word == "wise" ? Willing::kWise : word == "blind" ? Willing::kBlind : Willing::kNo;
  }
  Formula formula;
  auto policy = read_policy(reader, key, record_of(hook, "command", formula, design), formula, Yields::kTruth);
  if (policy) predicate = std::move(policy->function);
  return Willing::kPredicate;
}

}  // namespace

bool read_commands(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "commands", section, kKeys);
  design::Commands& commands = design.commands;
  commands.copyback = read_willing(reader, "copyback", Hook::kCopyback, design, commands.copyback_predicate);
  commands.multiplane = read_willing(reader, "multiplane", Hook::kMultiplane, design, commands.multiplane_predicate);
  commands.interleave = reader.word("interleave") == "always";
  commands.cache = reader.word("cache") == "always";
  commands.suspend = reader.word("suspend") == "always";
  commands.block_and_page = reader.word("multiplane_address") == "block_and_page";
  commands.suspend_limit = reader.count_or_unlimited("suspend_limit", kMostSuspensions);
  return reader.sound();
}

}  // namespace ssd::sema
