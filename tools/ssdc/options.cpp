// Options that commands share: see options.h and session.h.
#include "tools/ssdc/options.h"

#include <fmt/format.h>

#include <charconv>

#include "compiler/sema/value.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

CLI::Option* add_choice(CLI::App& command, const std::string& name, const std::vector<std::string>& texts, std::function<void(std::size_t)> choose,
                        const std::string& description) {
  const auto chosen = [texts, choose = std::move(choose)](const std::string& text) {
    choose(static_cast<std::size_t>(std::ranges::find(texts, text) - texts.begin()));
  };
  return command.add_option_function<std::string>(name, chosen, description)
      ->check(CLI::IsMember(texts))
      ->type_name(fmt::format("{}", fmt::join(texts, "|")));
}

namespace {

// Of a size as the language writes it, such as 4GiB.
std::optional<std::uint64_t> bytes_of(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const sema::Unit* unit = sema::find_unit(std::string_view(end, text.data() + text.size()));
  if (error != std::errc() || unit == nullptr || unit->type != sema::Type::kSize) return std::nullopt;
  const double bytes = number * static_cast<double>(unit->numerator) / static_cast<double>(unit->denominator);
  constexpr double kLeast = 1, kMost = 0x1p62;
  if (!(bytes >= kLeast && bytes <= kMost)) return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

std::string unfit_size(const std::string& text) {
  return bytes_of(text) ? "" : "a size is a number with a unit, such as 4GiB, at least 1B and at most 4194304TiB, found " + text;
}

}  // namespace

void add_memory(CLI::App& command, std::optional<std::uint64_t>& bytes) {
  command.add_option_function<std::string>("--memory", [&bytes](const std::string& text) { bytes = bytes_of(text); },
                                           "What requests, drive and waiting operations may take (default and at most: what the machine has available)")
      ->check(CLI::Validator(unfit_size, ""))
      ->type_name("SIZE");
}

void add_no_cache(CLI::App& command, bool& no_cache) {
  command.add_flag("--no-cache", no_cache, "Neither look for what earlier runs have kept in the cache folder, nor keep anything");
}

void Session::add_target(CLI::App& command) {
  command.add_option("FILE", target, "A .ssd file, or FILE:NAME for one of several designs in it")->required()->type_name("");
}

void Session::add_definitions(CLI::App& command) {
  command.add_option("-D", definitions, "Give a param of the file another value")->type_name("NAME=VALUE")->allow_extra_args(false);
}

void Session::add_format(CLI::App& command) {
  add_choice(command, "--format", format, kRenderings, "Print for people or for programs");
}

void Session::add_output(CLI::App& command, const std::string& what) {
  command.add_option("-o,--output", output, what)->type_name("FILE");
}

}  // namespace ssd::cli
