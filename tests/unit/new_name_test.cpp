// What `ssdc new` would write: names that declarations may have, and first designs that pass the check unchanged.
#include "compiler/syntax/parse/new_name.h"

#include <gtest/gtest.h>

#include "compiler/check/load.h"
#include "compiler/explain/verdict.h"
#include "compiler/syntax/format/format.h"
#include "tests/paths.h"
#include "tools/api/templates.h"

namespace ssd {
namespace {

TEST(NewName, IsMadeOfLettersDigitsAndUnderscores) {
  EXPECT_TRUE(parse::may_be_a_name("Drive_2"));
  for (const char* bad : {"", "2x", "my-drive", "if", "Größe"}) EXPECT_FALSE(parse::may_be_a_name(bad)) << bad;
  EXPECT_EQ(parse::mended_name("my-drive", "Drive", "First"), "my_drive");
  EXPECT_EQ(parse::mended_name("2x", "Drive", "First"), "Drive_2x");
  EXPECT_EQ(parse::mended_name("if", "Drive", "First"), "if_drive");
  EXPECT_EQ(parse::mended_name("--", "Drive", "First"), "First");
}

TEST(NewName, ABadOneIsReportedWithWhatToWrite) {
  diag::Sink sink;
  parse::report_bad_name(sink, "design", "if", "ssdc new if_drive");
  parse::report_bad_name(sink, "design", "a b", "ssdc new a_b");
  ASSERT_EQ(sink.error_count(), 2U);
  EXPECT_EQ(sink.all().front().fix, "it is a reserved word: write `ssdc new if_drive`");
  EXPECT_EQ(sink.all().back().fix,
            "a name consists of letters, digits and `_`, and does not begin with a digit: write `ssdc new a_b`");
}

TEST(Templates, PassTheCheckAndAreInTheCanonicalForm) {
  EXPECT_GE(starters::templates().size(), 3U);
  EXPECT_EQ(starters::find_template("none"), nullptr);
  for (const starters::Template& one : starters::templates()) {
    ASSERT_EQ(starters::find_template(one.name)->text, one.text);
    const std::string text = starters::filled_in(one.text, "Mine", "mine.ssd");
    EXPECT_EQ(text.find('@'), std::string::npos) << text;
    check::Options options;
    options.stdlib_directory = tests::source_dir() / "stdlib";
    options.read = [&](const std::string& path) {
      return path == "mine.ssd" ? check::ReadResult{check::ReadResult::Status::kRead, text, {}}
                                : check::read_from_disk(path);
    };
    SourceMap sources;
    const explain::Verdict verdict = explain::verdict("mine.ssd", "Mine", options, sources);
    EXPECT_TRUE(verdict.sink.all().empty()) << diag::render_text(verdict.sink, sources, false);
    diag::Sink sink;
    const auto tree = check::load_alone("mine.ssd", options, sources, sink);
    ASSERT_TRUE(tree);
    EXPECT_EQ(format::format(*tree, sources), text);
  }
}

// A path that a shell would not read as one word is not put into a comment.
TEST(Templates, AnOddPathIsLeftOut) {
  EXPECT_EQ(starters::filled_in("`ssdc run @FILE@` of @NAME@", "D", "a b.ssd"), "`ssdc run FILE` of D");
}

}  // namespace
}  // namespace ssd
