// Shapes of syntax errors: how a row of words is compared with tokens.
#include "compiler/syntax/parse/shape.h"

#include <gtest/gtest.h>

namespace ssd::parse {
namespace {

// The statement begins at its first token.
class Read {
 public:
  explicit Read(const std::string& text) {
    const FileId file = sources_.add("shape.ssd", text);
    EXPECT_TRUE(read_tokens(sources_.file(file), file, tokens_, errors_));
  }
  bool has(std::string_view shape, std::size_t at) {
    texts_.clear();
    return Shape(shape).matches(tokens_, 0, at, texts_);
  }
  const Texts& texts() const { return texts_; }

 private:
  SourceMap sources_;
  diag::Sink sink_;
  Errors errors_{sink_};
  TokenList tokens_;
  Texts texts_;
};

TEST(Shapes, ComparesSpelledTokensAndClassesAroundTheAnchor) {
  Read read("let x: 3");
  EXPECT_TRUE(read.has("let|const#word NAME#name @:", 2));
  EXPECT_EQ(read.texts().at("word"), "let");
  EXPECT_EQ(read.texts().at("name"), "x");
  EXPECT_TRUE(read.has("@: NUMBER", 2));
  EXPECT_FALSE(read.has("@: NAME", 2));
  EXPECT_FALSE(read.has("let NAME @:", 1));
  EXPECT_FALSE(read.has("param NAME @:", 2));
}

TEST(Shapes, ReachesBeyondNeitherEndOfTheTokens) {
  Read read("x = 4");
  EXPECT_TRUE(read.has("@ANY", 3)) << "the end of the file";
  EXPECT_FALSE(read.has("@TOKEN", 3));
  EXPECT_FALSE(read.has("@ANY ANY", 3));
  EXPECT_FALSE(read.has("ANY @NAME", 0));
}

TEST(Shapes, SeesWhatTouchesAndWhereLinesBegin) {
  Read read("a -> b\nc - > 5");
  EXPECT_TRUE(read.has("- ~@>", 2));
  EXPECT_FALSE(read.has("- ~@>", 6));
  EXPECT_TRUE(read.has("NAME @_-", 5));
  EXPECT_FALSE(read.has("NAME @_NAME", 4));
}

TEST(Shapes, GoByTheStatementLeftOfAGap) {
  Read read("normalize a, b");
  EXPECT_TRUE(read.has("^normalize … END @ANY", 4));
  EXPECT_FALSE(read.has("^normalize … , @ANY", 4));
  EXPECT_FALSE(read.has("^normalize … END @ANY", 1)) << "the word itself is before the gap";
  EXPECT_TRUE(read.has("^normalize NAME", 4));
  EXPECT_EQ(Shape("^normalize NAME").anchor(0, 4), 0U);
  EXPECT_EQ(Shape("^normalize … END @ANY").anchor(0, 4), 4U);
}

TEST(Shapes, TextsFillNamesAndLeaveOtherBraces) {
  EXPECT_EQ(filled("`{word} { … }` {", {{"word", "design"}}), "`design { … }` {");
  EXPECT_EQ(filled("{a}{b}", {{"a", "{b}"}, {"b", "x"}}), "{b}x") << "inserted text is not replaced again";
}

}  // namespace
}  // namespace ssd::parse
