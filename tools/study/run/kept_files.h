// Caches the texts and syntax trees of an experiment's files. The file is checked again for every set of values, and an
// edit while points run must not give later points another design. Invariant: every check sees the texts that the first
// one saw.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "compiler/check/check.h"

namespace ssd::study {

class KeptFiles {
 public:
  // `sources`: the texts that were read already.
  explicit KeptFiles(const SourceMap& sources);
  KeptFiles(const KeptFiles&) = delete;
  KeptFiles& operator=(const KeptFiles&) = delete;
  // The same options, but reading from this cache. The result refers to this object.
  check::Options reading_here(check::Options options);

 private:
  check::ReadResult read(const std::string& path);
  std::shared_ptr<const ast::File> parse(FileId file, const SourceMap& sources, diag::Sink& sink);

  check::ReadFile read_;                      // reads files that are not in the cache
  std::map<std::string, std::string> texts_;  // by path
  // The key includes the file's number, because the tree contains it.
  std::map<std::pair<FileId, std::string>, std::shared_ptr<const ast::File>> trees_;
};

}  // namespace ssd::study
