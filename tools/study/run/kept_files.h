// The texts and syntax trees of an experiment's files, read once: the file is checked again for every set of values,
// and an edit while points run must not make half of them another design. Invariant: a check sees the texts that the
// first one saw.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "compiler/check/check.h"

namespace ssd::study {

class KeptFiles {
 public:
  // What was read already.
  explicit KeptFiles(const SourceMap& sources);
  KeptFiles(const KeptFiles&) = delete;
  KeptFiles& operator=(const KeptFiles&) = delete;
  // The same options, reading from here: they refer to this object.
  check::Options reading_here(check::Options options);

 private:
  check::ReadResult read(const std::string& path);
  std::shared_ptr<const ast::File> parse(FileId file, const SourceMap& sources, diag::Sink& sink);

  check::ReadFile read_;                      // what was not read yet
  std::map<std::string, std::string> texts_;  // by path
  std::map<std::pair<FileId, std::string>, std::shared_ptr<const ast::File>>
      trees_;  // a tree knows its file's number, too
};

}  // namespace ssd::study
