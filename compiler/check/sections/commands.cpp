// commands: which of the flash commands that overlap operations the drive uses. Each key lists the words that it
// accepts. If the use of a command may waste a page, a predicate may replace the word.
#include "compiler/check/sections/idle_policies.h"
#include "compiler/check/sections/sections.h"

namespace ssd::check {
namespace {

constexpr std::array kCommandsKeys{
    Key{.name = "copyback",
        .form = Form::kWord,
        .fallback = "never",
        .words = "never wise blind",
        .meanings = "every page that is moved crosses the bus twice | "
                    "where no page is wasted: source and destination are both even pages, or both odd pages | "
                    "wherever possible; a page is skipped where one is even and the other odd",
        .doc = "whether moves inside a plane use copyback instead of the bus",
        .policy = true,
        .record = "command",
        .yields = "a bool"},
    Key{.name = "multiplane",
        .form = Form::kWord,
        .fallback = "never",
        .words = "never wise blind",
        .meanings = "planes are programmed, read and erased one by one | planes join where no free page is wasted | "
                    "planes join whenever they can; free pages are skipped until the page numbers agree",
        .doc = "whether operations of a die's planes are combined in one command",
        .policy = true,
        .record = "command",
        .yields = "a bool"},
    Key{.name = "interleave",
        .form = Form::kWord,
        .fallback = "always",
        .words = "never command always",
        .meanings = "a chip carries out one command at a time, in one die | "
                    "a chip carries out one command at a time, which may be for several of its dies at once | "
                    "each die of a chip works separately",
        .doc = "whether the dies of a chip work at the same time"},
    Key{.name = "plane_reads",
        .form = Form::kWord,
        .fallback = "together",
        .words = "together independent",
        .meanings = "planes of a die read in one command, if `multiplane` joins them | "
                    "each plane of a die reads on its own, whatever page others read",
        .doc = "whether a die begins the read of one plane while others read"},
    Key{.name = "cache",
        .form = Form::kWord,
        .fallback = "never",
        .words = "never always",
        .meanings = "bus transfers and array operations of a chip follow each other | "
                    "the next bus transfer to or from the same planes overlaps the array operation",
        .doc = "whether the next bus transfer overlaps the array operation"},
    Key{.name = "suspend",
        .form = Form::kWord,
        .fallback = "never",
        .words = "never always",
        .meanings = "programs and erases run to their end | a ready host read of higher priority stops them",
        .doc = "whether reads of higher priority interrupt programs and erases"},
    Key{.name = "multiplane_address",
        .form = Form::kWord,
        .fallback = "page",
        .words = "page block_and_page",
        .meanings = "the number of the page | the numbers of block and page",
        .doc = "what must agree between the planes of a multi-plane command"},
    Key{.name = "suspend_limit",
        .form = Form::kOwn,
        .least = "1",
        .most = "1000000",
        .words = "unlimited",
        .meanings = "as often as reads come",
        .doc = "how often one operation may be suspended",
        .takes = "an int, or `unlimited`",
        .otherwise = "`unlimited`",
        .into = &Config::suspend_limit},
};
constexpr std::array kPlaneReads{Word{"together", false}, Word{"independent", true}};
constexpr std::array kUses{Word{"never", false}, Word{"always", true}};
enum class Interleave : std::uint8_t { kNever, kCommand, kAlways };
constexpr std::array kInterleaves{Word{"never", Interleave::kNever}, Word{"command", Interleave::kCommand},
                                  Word{"always", Interleave::kAlways}};
constexpr std::array kWillings{Word{"never", Willing::kNo}, Word{"wise", Willing::kWise},
                               Word{"blind", Willing::kBlind}};
constexpr std::array kBlocksToo{Word{"page", false}, Word{"block_and_page", true}};

Willing read_willing(Reader& reader, Hook hook, design::Design& design) {
  const std::string_view key = info(hook).key;
  if (!reader.is_policy(key)) return reader.choice(key, kWillings);
  Formula formula;
  auto policy = read_policy(reader, hook, formula, design);
  if (!policy) return Willing::kPredicate;
  // With one plane or one page there is nothing to choose, whatever the condition is.
  if (hook == Hook::kCopyback || (design.geometry.planes > 1 && design.geometry.pages > 1))
    look_at_answers(reader, hook, *policy);
  design.policies[hook] = std::move(policy->function);
  return Willing::kPredicate;
}

}  // namespace

std::span<const Key> commands_keys() { return kCommandsKeys; }

bool read_commands(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "commands", section, kCommandsKeys);
  Config& config = design.config;
  config.copyback = read_willing(reader, Hook::kCopyback, design);
  config.multiplane = read_willing(reader, Hook::kMultiplane, design);
  const Interleave interleave = reader.choice("interleave", kInterleaves);
  config.interleave = interleave != Interleave::kNever;
  config.chip_command = interleave == Interleave::kCommand && design.geometry.dies > 1;
  config.plane_reads = reader.choice("plane_reads", kPlaneReads);
  config.cache = reader.choice("cache", kUses);
  config.suspend_on = reader.choice("suspend", kUses);
  config.block_and_page = reader.choice("multiplane_address", kBlocksToo);
  reader.fill(config);
  return reader.sound();
}

}  // namespace ssd::check
