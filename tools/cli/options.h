// For files that add options to the command line. This is our only header that includes CLI11's, which adds three
// seconds to the compilation of each file that includes it.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "runtime/base/words.h"

namespace ssd::cli {

struct Session;

// An option that takes one of these texts. `choose` is called with the index of the chosen one. The help, the
// completion scripts and error messages list the texts.
CLI::Option* add_choice(CLI::App& command, const std::string& name, const std::vector<std::string>& texts,
                        std::function<void(std::size_t)> choose, const std::string& description);

// An option that takes one word of a table.
template <class T, std::size_t kCount>
CLI::Option* add_choice(CLI::App& command, const std::string& name, T& target, const std::array<Word<T>, kCount>& words,
                        const std::string& description) {
  std::vector<std::string> texts;
  for (const Word<T>& word : words) texts.emplace_back(word.text);
  return add_choice(
      command, name, texts, [&target, words](std::size_t chosen) { target = words[chosen].value; }, description);
}

// Checks of option values. The message of such a validator has two lines: what the option takes, and what was probably
// meant; wrong_call.cpp reads them.
CLI::Validator one_of(const std::vector<std::string>& texts);
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator not_empty(const std::string& what);  // `what`: such as "the name of a file"

// An option that takes a size as the language writes it, such as 4GiB.
CLI::Option* add_size(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& bytes,
                      const std::string& description);

// An option that takes a time, such as 5ms or 0s; in ns.
CLI::Option* add_time(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& nanoseconds,
                      const std::string& description);

// `--memory SIZE`: the most memory that a run may take.
void add_memory(CLI::App& command, std::optional<std::uint64_t>& bytes);

// `--no-cache`: do not use the user's cache folder.
void add_no_cache(CLI::App& command, bool& no_cache);

}  // namespace ssd::cli
