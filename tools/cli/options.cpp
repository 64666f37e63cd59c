// See options.h; also the options of session.h.
#include "tools/cli/options.h"

#include <fmt/format.h>

#include <charconv>

#include "runtime/base/suggest.h"
#include "tools/cli/session.h"

namespace ssd::cli {

namespace {

std::string listed_as_choice(const std::vector<std::string>& texts) {
  std::string list;
  for (std::size_t i = 0; i < texts.size(); ++i)
    list += fmt::format("{}`{}`", i == 0 ? "" : i + 1 == texts.size() ? " or " : ", ", texts[i]);
  return list;
}

}  // namespace

CLI::Validator one_of(const std::vector<std::string>& texts) {
  return {[texts](const std::string& text) {
            if (std::ranges::find(texts, text) != texts.end()) return std::string{};
            return fmt::format("{}, found `{}`\n{}", listed_as_choice(texts), text, nearest(text, texts).value_or(""));
          },
          ""};
}

// A whole number in a range. CLI11's own conversion would turn a number beyond 64 bits into the largest one.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return {[least, most](const std::string& text) {
            std::uint64_t number = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            const bool is_number = error == std::errc() && end == text.data() + text.size();
            if (is_number && number >= least && number <= most) return std::string{};
            const std::string meant = is_number ? std::to_string(number < least ? least : most) : "";
            return fmt::format("a whole number from {} to {}, found `{}`\n{}", least, most, text, meant);
          },
          fmt::format("{}..{}", least, most)};
}

CLI::Validator not_empty(const std::string& what) {
  return {[what](const std::string& text) { return text.empty() ? what + ", found an empty one" : std::string{}; }, ""};
}

CLI::Option* add_choice(CLI::App& command, const std::string& name, const std::vector<std::string>& texts,
                        std::function<void(std::size_t)> choose, const std::string& description) {
  const auto chosen = [texts, choose = std::move(choose)](const std::string& text) {
    choose(static_cast<std::size_t>(std::ranges::find(texts, text) - texts.begin()));
  };
  return command.add_option_function<std::string>(name, chosen, description)
      ->check(one_of(texts))
      ->type_name(fmt::format("{}", fmt::join(texts, "|")));
}

namespace {

constexpr double kMostUnits = 0x1p62;

enum class UnitOf : std::uint8_t { kTime, kSize, kRate, kFrequency, kRatio, kEnergy, kPower };
struct Unit {
  std::string_view name;
  UnitOf type;
  std::int64_t numerator, denominator;
};
constexpr std::array kUnits{
#define SSD_UNIT(name, type, numerator, denominator) Unit{name, UnitOf::k##type, numerator, denominator},
#include "runtime/base/units.def"
#undef SSD_UNIT
};

// A number with a unit, written as in the language, as a multiple of 1/`per_base` of the base unit. Nothing if the text
// is not such a number, or the result is not at least `least`.
std::optional<std::uint64_t> quantity_of(const std::string& text, UnitOf type, double per_base, double least) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view name(end, text.data() + text.size());
  const auto unit = std::ranges::find(kUnits, name, &Unit::name);
  if (error != std::errc() || unit == kUnits.end() || unit->type != type) return std::nullopt;
  const double value =
      number * static_cast<double>(unit->numerator) * per_base / static_cast<double>(unit->denominator);
  if (!(value >= least && value <= kMostUnits)) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

// The bytes of a size as the language writes it, such as 4GiB.
std::optional<std::uint64_t> bytes_of(const std::string& text) { return quantity_of(text, UnitOf::kSize, 1, 1); }

std::optional<std::uint64_t> nanoseconds_of(const std::string& text) {
  constexpr double kNanosecondsPerSecond = 1e9;
  return quantity_of(text, UnitOf::kTime, kNanosecondsPerSecond, 0);
}

std::string unfit_time(const std::string& text) {
  return nanoseconds_of(text) ? "" : fmt::format("a time with its unit, from 0s on, found `{}`\n5ms", text);
}

std::string unfit_size(const std::string& text) {
  return bytes_of(text) ? "" : fmt::format("a size with its unit, from 1B to 4194304TiB, found `{}`\n4GiB", text);
}

}  // namespace

CLI::Option* add_size(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& bytes,
                      const std::string& description) {
  return command
      .add_option_function<std::string>(
          name, [&bytes](const std::string& text) { bytes = bytes_of(text); }, description)
      ->check(CLI::Validator(unfit_size, ""))
      ->type_name("SIZE");
}

CLI::Option* add_time(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& nanoseconds,
                      const std::string& description) {
  return command
      .add_option_function<std::string>(
          name, [&nanoseconds](const std::string& text) { nanoseconds = nanoseconds_of(text); }, description)
      ->check(CLI::Validator(unfit_time, ""))
      ->type_name("TIME");
}

void add_memory(CLI::App& command, std::optional<std::uint64_t>& bytes) {
  add_size(
      command, "--memory", bytes,
      "Memory limit for requests, drive and waiting operations (default and maximum: what the machine has available)");
}

void add_no_cache(CLI::App& command, bool& no_cache) {
  command.add_flag("--no-cache", no_cache, "Do not read the cache folder, and do not write to it");
}

void Session::add_target(CLI::App& command) {
  command.add_option("FILE", target, "A .ssd file, or FILE:NAME for one of several designs in it")
      ->required()
      ->type_name("");
}

void Session::add_definitions(CLI::App& command) {
  command.add_option("-D", definitions, "Set a param of the file")->type_name("NAME=VALUE")->allow_extra_args(false);
  command
      .add_option("--stdlib", stdlib,
                  "Folder of the standard library (default: SSDC_STDLIB, or else the folder that is installed with the "
                  "program)")
      ->check(not_empty("the name of a folder"))
      ->type_name("DIR");
}

void Session::add_format(CLI::App& command) {
  add_choice(command, "--format", format, kRenderings, "Output format: for people or for programs");
}

void Session::add_output(CLI::App& command, const std::string& what) {
  command.add_option("-o,--output", output, what)->check(not_empty("the name of a file"))->type_name("FILE");
}

}  // namespace ssd::cli
