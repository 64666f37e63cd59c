// For those who add options to the command line: the only header of ours with that library's, which costs every file
// that sees it three seconds.
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

// An option that takes one of these texts; `choose` gets its place among them. The help, the completion and the
// messages list them.
CLI::Option* add_choice(CLI::App& command, const std::string& name, const std::vector<std::string>& texts,
                        std::function<void(std::size_t)> choose, const std::string& description);

// One of a table's words.
template <class T, std::size_t kCount>
CLI::Option* add_choice(CLI::App& command, const std::string& name, T& target, const std::array<Word<T>, kCount>& words,
                        const std::string& description) {
  std::vector<std::string> texts;
  for (const Word<T>& word : words) texts.emplace_back(word.text);
  return add_choice(
      command, name, texts, [&target, words](std::size_t chosen) { target = words[chosen].value; }, description);
}

// What values of options are checked by: a validator says what the option takes, and after a line break what was
// probably meant (wrong_call.cpp).
CLI::Validator one_of(const std::vector<std::string>& texts);
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator not_empty(const std::string& what);  // such as "the name of a file"

// An option that takes a size as the language writes it, such as 4GiB.
CLI::Option* add_size(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& bytes,
                      const std::string& description);

// The same for a time, such as 5ms or 0s; in ns.
CLI::Option* add_time(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& nanoseconds,
                      const std::string& description);

// `--memory SIZE`: what a run may take.
void add_memory(CLI::App& command, std::optional<std::uint64_t>& bytes);

// `--no-cache`: without the user's cache folder.
void add_no_cache(CLI::App& command, bool& no_cache);

}  // namespace ssd::cli
