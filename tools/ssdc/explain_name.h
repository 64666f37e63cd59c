// What `ssdc explain NAME` prints for a name of the language or of a file: keys, sections, records, units, functions, declarations.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/sema/load.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

// All that the name means, one page after another; nothing if it means nothing.
std::optional<std::string> explain_name(const std::string& name, Session& session);
// All names that explain_name knows, for completion and for "did you mean".
std::vector<std::string> explainable_names(Session& session);

// A declaration of the file, as it is written there; nothing if it declares no such name.
std::optional<std::string> explain_declaration(const ast::File& file, const std::string& name, const SourceMap& sources);

// The files of the standard library, those in its folders too.
std::vector<ast::File> stdlib_files(Session& session);

}  // namespace ssd::cli
