// Files that commands write. Invariants: a file is written whole or not at all, and never takes the place of what the
// command reads, nor of a design.
#pragma once
#include <cstdio>
#include <functional>
#include <span>
#include <string>

#include "runtime/base/diag/diag.h"
#include "runtime/base/source.h"

namespace ssd {

// The options that name outputs: helps name the one at hand.
inline constexpr std::string_view kOutput = "-o", kSaveSnapshot = "--save-snapshot";
// As the name of a file: the standard output, for texts. Everything below takes it for one that can be written and is
// nobody's input.
inline constexpr std::string_view kStandardOutput = "-";
// That the standard output is full or closed. Its name in messages is for people, who may not have written `-`.
void report_lost_output(int error, diag::Sink& sink);

// Whether the path is that of a file, as `what` needs one: "a program". False after a diagnostic.
bool is_file_for(std::string_view what, const std::string& path, std::string_view option, diag::Sink& sink);

// Whether an output file can be written there, as far as can be told before: asked before long work, not after. False
// after a diagnostic.
bool can_be_written(const std::string& path, diag::Sink& sink, std::string_view option = kOutput);
void report_unwritable(const std::string& path, int error, std::string_view option, diag::Sink& sink);

// Whether writing there leaves these files as they are, and every design that exists; `ending` is that of the output,
// for the help. False after a diagnostic.
bool spares_inputs(const std::string& path, std::span<const std::string> inputs, std::string_view ending,
                   diag::Sink& sink, std::string_view option = kOutput);
// The files of a compilation.
std::vector<std::string> paths_of(const SourceMap& sources);

// Writes the file whole or not at all (a temporary one beside it, then rename, with the old file's permissions; links
// are followed). What is no regular file, such as a pipe or a device, is written to directly. False after a diagnostic.
bool write_file(const std::string& path, const std::string& bytes, diag::Sink& sink);
// The same without a word: 0, or the system's error. For one file of several, which are told of together.
int put_file(const std::string& path, const std::string& bytes);
// The same for what is too long to be held: `produce` writes it, and gives the system's error, or 0; kGivenUp: it has
// told itself why not.
inline constexpr int kGivenUp = -1;
bool write_through(const std::string& path, const std::function<int(std::FILE*)>& produce, diag::Sink& sink,
                   std::string_view option);

}  // namespace ssd
