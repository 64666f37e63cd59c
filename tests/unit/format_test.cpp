// The canonical form: what it is, that one pass reaches it, and that it changes neither meaning nor comments. Tested on
// all texts of the repository and on thousands that differ from them in white space, comments and commas.
#include "compiler/syntax/format/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>

#include "compiler/syntax/parse/lexemes.h"
#include "compiler/syntax/parse/parse.h"
#include "tests/paths.h"

namespace ssd {
namespace {

struct Formatted {
  bool sound = false;
  std::string text;
  std::string tree;  // the dump, without places
  std::vector<std::string> comments;
};

// The text between the tokens, with white space squeezed.
std::vector<std::string> comments_of(FileId id, const SourceMap& sources) {
  const std::string_view text = sources.file(id).text();
  std::vector<std::string> found;
  const auto gap = [&](std::size_t at, std::size_t end) {
    while ((at = text.find('/', at)) < end) {
      const bool line = text[at + 1] == '/';
      const std::size_t stop = std::min(end, line ? text.find_first_of("\r\n", at) : text.find("*/", at + 2) + 2);
      std::string words;
      std::istringstream stream(std::string(text.substr(at, stop - at)));
      for (std::string word; stream >> word;) words += (words.empty() ? "" : " ") + word;
      found.push_back(words);
      at = stop;
    }
  };
  std::size_t at = 0;
  for (const parse::Lexeme& lexeme : parse::lexemes(id, sources)) {
    gap(at, lexeme.begin);
    at = lexeme.end;
  }
  gap(at, text.size());
  return found;
}

Formatted formatted(const std::string& text) {
  SourceMap sources;
  diag::Sink sink;
  const FileId id = sources.add("test.ssd", text);
  const ast::File tree = parse::parse_file(id, sources, sink);
  Formatted result{.sound = !sink.has_errors(), .text = {}, .tree = {}, .comments = {}};
  if (!result.sound) return result;
  result.text = format::format(tree, sources);
  static const std::regex kPlace(R"([0-9]+:[0-9]+(-[0-9]+:[0-9]+)?)");
  result.tree = std::regex_replace(ast::dump(tree, sources), kPlace, "");
  result.comments = comments_of(id, sources);
  return result;
}

// False for a text that does not parse, about which the test claims nothing.
bool keeps_meaning(const std::string& text) {
  const Formatted once = formatted(text);
  if (!once.sound) return false;
  const Formatted twice = formatted(once.text);
  EXPECT_TRUE(twice.sound) << "of\n" << text << "\nbecame\n" << once.text;
  EXPECT_EQ(once.text, twice.text) << "of\n" << text;
  EXPECT_EQ(once.tree, twice.tree) << "of\n" << text << "\nbecame\n" << once.text;
  EXPECT_EQ(once.comments, twice.comments) << "of\n" << text << "\nbecame\n" << once.text;
  return true;
}

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// All .ssd texts of the repository; of golden tests the part above the first `//---`.
std::vector<std::string> texts() {
  std::vector<std::string> found;
  for (auto entry = std::filesystem::recursive_directory_iterator(tests::source_dir());
       entry != std::filesystem::recursive_directory_iterator(); ++entry) {
    if (entry->path().filename() == "build") entry.disable_recursion_pending();
    if (entry->path().extension() != ".ssd") continue;
    const std::string text = read(entry->path());
    found.push_back(text.substr(0, text.find("\n//---")));
  }
  std::ranges::sort(found);
  return found;
}

// The same tokens with other white space, comments between them, and commas where they have no effect.
std::string mangled(const std::string& text, std::mt19937_64& random) {
  SourceMap sources;
  const FileId id = sources.add("test.ssd", text);
  std::string result;
  std::uint32_t at = 0;
  const auto one_of = [&](std::initializer_list<std::string_view> list) {
    return std::string(list.begin()[random() % list.size()]);
  };
  for (const parse::Lexeme& lexeme : parse::lexemes(id, sources)) {
    const std::string gap = text.substr(at, lexeme.begin - at);
    const bool glued = gap.empty();
    const unsigned choice = random() % 8;
    if (glued || choice < 3) {
      result += gap;
    } else if (gap.find('/') != std::string::npos) {
      result += one_of({"", " ", "\n", "\n\n\n"}) + gap + one_of({"", " ", "\n", "\n\n"});
    } else {
      result += one_of({" ", "  ", "\n", "\n\n\n  ", "\r\n", " // remark\n", "\n/// told\n", " /* a */ ",
                        "\n  /* b\n   c */\n", "\t", " // x\n\n // y\n"});
    }
    result += text.substr(lexeme.begin, lexeme.end - lexeme.begin);
    at = lexeme.end;
  }
  return result + text.substr(at);
}

TEST(Format, TextsOfTheProject) {
  std::size_t sound = 0;
  for (const std::string& text : texts()) sound += keeps_meaning(text) ? 1 : 0;
  EXPECT_GT(sound, 100U);
}

TEST(Format, RandomWhiteSpaceAndComments) {
  std::mt19937_64 random(7);
  std::size_t sound = 0;
  for (const std::string& text : texts()) {
    if (text.size() > 3000 || !formatted(text).sound) continue;
    for (int i = 0; i < 12; ++i) sound += keeps_meaning(mangled(text, random)) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(sound, 1000U);
}

void expect_form(const std::string& text, const std::string& wanted) {
  EXPECT_EQ(formatted(text).text, wanted);
  EXPECT_EQ(formatted(wanted).text, wanted);
}

TEST(Format, OneLineStaysOneLine) {
  expect_form("design   D{geometry{channels:4,chips : 4}\n\n\n\n}",
              "design D {\n  geometry { channels: 4  chips: 4 }\n}\n");
  expect_form("design D { }", "design D {}\n");
  expect_form("const a=1 const b=2", "const a = 1\nconst b = 2\n");
  expect_form("", "");
  expect_form("\n\n// alone\n\n", "// alone\n");
}

TEST(Format, ColumnsOfNeighbours) {
  expect_form(
      "design D {\n gc {\n trigger: free_pages<5%\n stop : free_blocks>=3\n\n preempt: page } }",
      "design D {\n  gc {\n    trigger: free_pages < 5%\n    stop:    free_blocks >= 3\n\n    preempt: page\n  }\n}\n");
  expect_form("const one=1 // first\nconst three =3 // second\n",
              "const one   = 1  // first\nconst three = 3  // second\n");
}

// A block that continues on the next lines is not aligned with its neighbours.
TEST(Format, OpenBlocksHaveNoColumns) {
  const std::string text =
      "design D {\n  schedule { reorder: any }\n  gc {\n    stop: free_pages > 10%\n  }\n  wear { level: none }\n}\n";
  expect_form(text, text);
}

TEST(Format, OperatorsAndCalls) {
  expect_form("const a=-1+2*( 3-x )%f( a ,b )", "const a = -1 + 2 * (3 - x) % f(a, b)\n");
  expect_form("fn f( b:block )={let u=b.x  ( -u )}", "fn f(b: block) = { let u = b.x  (-u) }\n");
  expect_form("fn f(b) = {\nlet u = 1, let v = 2\n u+v }", "fn f(b) = {\n  let u = 1  let v = 2\n  u + v\n}\n");
  expect_form("const l = [1,2,]", "const l = [1, 2]\n");
}

TEST(Format, RemarksStay) {
  expect_form("design D { // why\n geometry { channels: 4 } // so many\n // last\n}",
              "design D {  // why\n  geometry { channels: 4 }  // so many\n  // last\n}\n");
  expect_form("/// of the file\n\n/// of D\ndesign D {} /* end */",
              "/// of the file\n\n/// of D\ndesign D {} /* end */\n");
}

TEST(Format, LongLinesOpen) {
  const std::string item = "geometry { channels: 4  chips: 4  dies: 2  planes: 2  blocks: 2048  pages: 64 }";
  expect_form(
      "design D { " + item + "  capacity { overprovision: 10% }  gc { trigger: free_pages < 10% } }",
      "design D {\n  " + item + "\n  capacity { overprovision: 10% }\n  gc       { trigger: free_pages < 10% }\n}\n");
}

TEST(Format, ExperimentsKeepTheirCommas) {
  expect_form("experiment E{vary design:[A,B]\nmeasure a,b.c , d\nexpect \"x\":a<b}",
              "experiment E {\n  vary design: [A, B]\n  measure a, b.c, d\n  expect \"x\": a < b\n}\n");
}

}  // namespace
}  // namespace ssd
