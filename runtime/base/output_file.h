// Files that commands write. Invariants: a file is written whole or not at all, and never replaces a file that the
// command reads, nor a design.
#pragma once
#include <cstdio>
#include <functional>
#include <span>
#include <string>

#include "runtime/base/diag/diag.h"
#include "runtime/base/source.h"

namespace ssd {

// The options that name outputs: help texts name the one that was used.
inline constexpr std::string_view kOutput = "-o", kSaveSnapshot = "--save-snapshot";
// As the name of a file: the standard output, for texts. The functions below treat it as a file that can be written and
// that no command reads.
inline constexpr std::string_view kStandardOutput = "-";
// Reports that the standard output is full or closed. The message calls it "standard output", because the user may not
// have written `-`.
void report_lost_output(int error, diag::Sink& sink);

// Whether the path is that of a file, which `what` needs ("a program"), and not the standard output. False after a
// diagnostic.
bool is_file_for(std::string_view what, const std::string& path, std::string_view option, diag::Sink& sink);

// Whether an output file can be written there, as far as this is known in advance. Call it before long work. False
// after a diagnostic.
bool can_be_written(const std::string& path, diag::Sink& sink, std::string_view option = kOutput);
void report_unwritable(const std::string& path, int error, std::string_view option, diag::Sink& sink);

// Whether writing there leaves `inputs`, and every existing design, as they are. `ending` is the file ending of the
// output, for the help text. False after a diagnostic.
bool spares_inputs(const std::string& path, std::span<const std::string> inputs, std::string_view ending,
                   diag::Sink& sink, std::string_view option = kOutput);
// The paths of all files of a compilation.
std::vector<std::string> paths_of(const SourceMap& sources);

// Writes the file whole or not at all (a temporary file beside it, then rename, with the old file's permissions; links
// are followed). A target that is not a regular file, such as a pipe or a device, is written directly. False after a
// diagnostic.
bool write_file(const std::string& path, const std::string& bytes, diag::Sink& sink);
// The same without a diagnostic; returns 0 or errno. For the files of a folder of results, which are reported together:
// a symbolic link there is replaced, and what it points to is left alone.
int put_file(const std::string& path, const std::string& bytes);
// The same two for content that is too long to be held in memory: `produce` writes it and returns 0, errno, or, for
// write_through(), kGivenUp if it has already reported why it stopped.
inline constexpr int kGivenUp = -1;
bool write_through(const std::string& path, const std::function<int(std::FILE*)>& produce, diag::Sink& sink,
                   std::string_view option);
int put_through(const std::string& path, const std::function<int(std::FILE*)>& produce);

}  // namespace ssd
