// The parser: what each construct becomes (as ast::dump and ast::print show it), and its limits. tests/golden/syntax
// tests the wording of syntax errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "tests/unit/parse_texts.h"

namespace ssd {
namespace {

// The expression printed back, or the codes of its errors.
std::string printed(std::string text) {
  Parsed p;
  const FileId id = p.sources.add("-D", std::move(text));
  const ast::ExprPtr expr = parse::parse_expression(id, p.sources, p.sink);
  EXPECT_EQ(expr == nullptr, p.sink.has_errors());
  return expr ? ast::print(*expr) : p.codes();
}

const ast::Block& block_of(const Parsed& p, std::size_t decl = 0) {
  return std::get<ast::BlockDecl>(p.file.decls.at(decl).node).body;
}
const ast::Property& property(const Parsed& p, std::size_t index, std::size_t decl = 0) {
  return std::get<ast::Property>(block_of(p, decl).items.at(index));
}

// ---- what each construct becomes

TEST(Parse, EveryDeclaration) {
  const auto p = parse_text(R"(import "std/nand.ssd"
param ways: int = 4
const stripe = 16KiB
fn half(b: block, limit) = b.utilisation > limit
nand N { cell: SLC }
design D from E { }
workload W { requests: 1_000 }
experiment X { seeds: 3 }
)");
  EXPECT_EQ(p->errors(), "");
  EXPECT_EQ(p->dump(), R"(file
  import 1:1
    path "std/nand.ssd" 1:8
  param 2:1
    name ways 2:7
    type int 2:13
    number 4 2:19
  const 3:1
    name stripe 3:7
    number 16 unit KiB 3:16
  fn 4:1
    name half 4:4
    parameter b 4:9
      type block 4:12
    parameter limit 4:19
    greater 4:28
      sign 4:42
      right name limit 4:44
    of field utilisation 4:28
      name 4:30
    of name b 4:28
  nand 5:1
    name N 5:6
    block 5:8
      property 5:10
        key cell 5:10
        value 5:16
          name SLC 5:16
  design 6:1
    name D 6:8
    from E 6:15
    block 6:17
  workload 7:1
    name W 7:10
    block 7:12
      property 7:14
        key requests 7:14
        value 7:24
          number 1000 7:24
  experiment 8:1
    name X 8:12
    setting 8:16
      key seeds 8:16
      number 3 8:23
)");
}

TEST(Parse, EveryKindOfValue) {
  const auto p = parse_text(R"(design D {
  let u = 3
  a: static map(lpn) { channel: lpn }
  b: write_order channel > way > die > plane
  c: dynamic stripe_order
  d: filled { valid: 84% }
  e(x): { let y = x, y }
  f: static { threshold: 100 }
  g { h: 1 }
}
workload W { address: mix(80%: zipf(0.99) over 10%, 20%: sequential) over 85%  size: [50%: 4KiB, 50%: 8KiB] }
)");
  EXPECT_EQ(p->errors(), "");
  const std::string dump = p->dump();
  const auto has = [&](std::string_view part) {
    EXPECT_NE(dump.find(part), std::string::npos) << part << "\n" << dump;
  };
  has("          static map 3:6\n            parameter lpn 3:17\n            block 3:22\n              property "
      "3:24\n");
  has("          write_order 4:6\n            name channel 4:18\n"
      "            name way 4:28\n            name die 4:34\n            name plane 4:40\n");
  has("          dynamic 5:6\n            name stripe_order 5:14\n");
  has("          variant filled 6:6\n            block 6:13\n");
  has("      property with parameters 7:3\n        key e 7:3\n        parameter x 7:5\n"
      "        value 7:9\n          scope 7:9\n            let 7:11\n");
  has("          variant static 8:6\n");
  has("      section 9:3\n        key g 9:3\n        block 9:5\n");
  has("          call 11:23\n            key number 80 unit % 11:27\n"
      "            argument call 11:32\n              argument number 0.99 11:37\n"
      "            of name zipf 11:32\n            over number 10 unit % 11:48\n            key number 20 unit % "
      "11:53\n");
  has("          over number 85 unit % 11:75\n");
  has("          call 11:86\n            key number 50 unit % 11:87\n");  // weighted values are a mix
}

TEST(Parse, EveryStatement) {
  const auto p = parse_text(R"(experiment X {
  vary order: permutations(channel, chip, die, plane), vary ways: [1, 2,]
  measure response.mean, waf,
  normalize response.mean, waf to design == A
  expect "A \"wins\"": mean(waf, A) < 2
  expect "B": waf > 1 known: "fails because \u{3bc}"
  plot lines(waf, iops) over ways by workload group design log y
  by: 1  over: 2  to: 3  known: 4
})");
  EXPECT_EQ(p->errors(), "");
  const auto& statements = std::get<ast::ExperimentDecl>(p->file.decls.at(0).node).statements;
  ASSERT_EQ(statements.size(), 11U);
  EXPECT_EQ(std::get<ast::Vary>(statements[1]).axis.text, "ways");
  EXPECT_EQ(std::get<ast::Measure>(statements[2]).metrics.size(), 2U);
  EXPECT_EQ(ast::print(*std::get<ast::Normalize>(statements[3]).to), "design == A");
  EXPECT_EQ(std::get<ast::Expect>(statements[4]).text, "A \"wins\"");
  EXPECT_EQ(std::get<ast::Expect>(statements[4]).known, "");
  EXPECT_EQ(std::get<ast::Expect>(statements[5]).known, "fails because \u03bc");
  const auto& plot = std::get<ast::Plot>(statements[6]);
  ASSERT_EQ(plot.clauses.size(), 4U);
  EXPECT_EQ(plot.clauses[0].kind, ast::PlotClause::Kind::kOver);
  EXPECT_EQ(plot.clauses[2].kind, ast::PlotClause::Kind::kGroup);
  EXPECT_EQ(plot.clauses[2].axis.text, "design");
  EXPECT_EQ(plot.clauses[3].kind, ast::PlotClause::Kind::kLog);
  EXPECT_EQ(plot.clauses[3].axis.text, "y");
  EXPECT_EQ(std::get<ast::Setting>(statements[10]).key.text, "known");
}

TEST(Parse, SoftWordsAreNamesEverywhere) {
  for (const std::string w :
       {"nand",   "design", "workload", "experiment", "from", "static", "dynamic", "write_order", "map",
        "over",   "by",     "log",      "group",      "each", "to",     "vary",    "measure",     "normalize",
        "expect", "known",  "plot",     "read",       "page", "order",  "above"}) {
    const auto with_word = [&](std::string text) {
      for (std::size_t at = 0; (at = text.find('#', at)) != std::string::npos; at += w.size()) text.replace(at, 1, w);
      return text;
    };
    EXPECT_EQ(codes(with_word("const # = #\nfn #(#) = #.#(#)[#]")), "") << w;
    EXPECT_EQ(codes(with_word("design # { #: #  # { #: 1 }  #(#): # + 1 }")), "") << w;
    EXPECT_EQ(codes(with_word("experiment # { measure #, #\n #: # }")), "") << w;
  }
}

TEST(Parse, DocumentationOfFileAndDeclarations) {
  const auto p = parse_text(R"(/// The file,
///   in two lines.

/// A.
design A { /// no doc
}
//// no doc
/// B.
// between
/// B again.
design B { }
)");
  EXPECT_EQ(p->errors(), "");
  EXPECT_EQ(p->file.doc, "The file,\n  in two lines.");
  EXPECT_EQ(p->file.decls.at(0).doc, "A.");
  EXPECT_EQ(p->file.decls.at(1).doc, "B again.");
  EXPECT_EQ(parse_text("/// Both are the file's.\n/// Really.\nimport \"x\"")->file.doc,
            "Both are the file's.\nReally.");
}

// ---- expressions

TEST(Expressions, PrintWithFewestParentheses) {
  EXPECT_EQ(printed("lpn/channels"), "lpn / channels");
  EXPECT_EQ(printed("((a))+(b*c)"), "a + b * c");
  EXPECT_EQ(printed("(a+b)*c"), "(a + b) * c");
  EXPECT_EQ(printed("a-(b-c)-(d*e)"), "a - (b - c) - d * e");
  EXPECT_EQ(printed("not (a and b) or not a == b"), "not (a and b) or not a == b");
  EXPECT_EQ(printed("(not a) == b"), "(not a) == b");
  EXPECT_EQ(printed("-(a+b) - -c"), "-(a + b) - -c");
  EXPECT_EQ(printed("(-a).b"), "(-a).b");
  EXPECT_EQ(printed("if a then b else if c then d else e + 1"), "if a then b else if c then d else e + 1");
  EXPECT_EQ(printed("(if a then b else c) + 1"), "(if a then b else c) + 1");
  EXPECT_EQ(printed("f(a,b:c)[1].g()"), "f(a, b: c)[1].g()");
  EXPECT_EQ(printed("[1,2us,\"a\\n\\\"\",true,]"), "[1, 2us, \"a\\n\\\"\", true]");
  EXPECT_EQ(printed("{let u=a let v=b (-u)}"), "{ let u = a  let v = b  (-u) }");
  EXPECT_EQ(printed("(a<b)<c"), "(a < b) < c");
  EXPECT_EQ(printed("a < b == c"), "a < b == c");
}

TEST(Expressions, OrderIsAChainOfTheFourLevels) {
  EXPECT_EQ(printed("channel>die>plane>way"), "channel > die > plane > way");
  EXPECT_EQ(printed("channel > die > plane > chip > chip"), "E0160");
  EXPECT_EQ(printed("channel > die > plane > plane"), "E0160");
  EXPECT_EQ(printed("channel > die > plane"), "E0160");
  EXPECT_EQ(printed("channel > die"), "channel > die");
  EXPECT_EQ(printed("1 < a < 3"), "E0036");
}

TEST(Expressions, NumbersAndUnits) {
  for (const char* text : {"64", "0.85", "1e6", "1e-6", "0xff", "0x1B", "20us", "2KiB", "40MB/s", "333MT/s", "10%",
                           "1.5e3ms", "5eV", "1min"}) {
    EXPECT_EQ(printed(text), text);
  }
  EXPECT_EQ(printed("1_000_000us"), "1000000us");
  EXPECT_EQ(printed("40MB/second"), "40MB / second");
  EXPECT_EQ(printed("40us/s"), "40us / s");
  EXPECT_EQ(printed("a%b"), "a % b");
  EXPECT_EQ(printed("10 %3"), "10 % 3");
  EXPECT_EQ(printed("10%3"), "E0008");
  EXPECT_EQ(printed("(10%)"), "10%");
  EXPECT_EQ(printed("0x1Bus"), "E0009");
}

TEST(Expressions, OnlyWhatTouchesIsCalledOrIndexed) {
  EXPECT_EQ(printed("{ let u = ceil (x) }"), "{ let u = ceil  x }");
  EXPECT_EQ(printed("{ let u = ceil(x) u }"), "{ let u = ceil(x)  u }");
  EXPECT_EQ(printed("{ let u = a [1] }"), "{ let u = a  [1] }");
  EXPECT_EQ(printed("f (x)"), "E0037");
  EXPECT_EQ(printed("10(3)"), "E0020");
}

TEST(Expressions, SpansCoverWhatWasWritten) {
  const auto p = parse_text("const a = (1 + b) * f(c)[2]");
  const auto& whole = *std::get<ast::ConstDecl>(p->file.decls.at(0).node).value;
  EXPECT_EQ(p->sources.text(whole.span), "(1 + b) * f(c)[2]");
  const auto& product = std::get<ast::Binary>(whole.node);
  EXPECT_EQ(p->sources.text(product.left->span), "(1 + b)");
  EXPECT_EQ(p->sources.text(product.right->span), "f(c)[2]");
  EXPECT_EQ(p->sources.text(product.op_span), "*");
}

// A printed expression that is read again must give the same tree: the same print, and a dump that differs only in
// places.
TEST(Expressions, PrintIsReadBack) {
  std::mt19937 random(7);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto expression = [&](auto&& self, int depth) -> std::string {
    if (depth == 0)
      return std::vector<std::string>{"a", "b", "3", "2us", "10%", "\"s\"", "true"}[static_cast<std::size_t>(pick(7))];
    const auto sub = [&] { return self(self, depth - 1); };
    static const std::vector<std::string> kSigns = {" * ",  " / ",  " % ",  " + ",   " - ", " < ",
                                                    " >= ", " == ", " != ", " and ", " or "};
    switch (pick(9)) {
      case 0: return "(-" + sub() + ")";
      case 1: return "(not " + sub() + ")";
      case 2: return "(if " + sub() + " then " + sub() + " else " + sub() + ")";
      case 3: return "f(" + sub() + ", " + sub() + ": " + sub() + ")";
      case 4: return "(" + sub() + ")[" + sub() + "].g";
      case 5: return "{ let u = " + sub() + ", (" + sub() + ") }";
      case 6: return "[" + sub() + ", " + sub() + "]";
      default: return "(" + sub() + kSigns[static_cast<std::size_t>(pick(11))] + sub() + ")";
    }
  };
  for (int i = 0; i < 500; ++i) {
    const std::string text = expression(expression, 4);
    const std::string once = printed(text);
    EXPECT_EQ(printed(once), once) << text;
    EXPECT_LE(std::ranges::count(once, '('), std::ranges::count(text, '('));
    const auto shape = [](std::string dump) {
      std::string result;
      std::istringstream lines(dump);
      for (std::string line; std::getline(lines, line);) result += line.substr(0, line.rfind(' ')) + "\n";
      return result;
    };
    EXPECT_EQ(shape(parse_text("const a = " + text)->dump()), shape(parse_text("const a = " + once)->dump()))
        << text << "\n"
        << once;
  }
}

// ---- errors and limits

TEST(SyntaxErrors, LeaveTheRestOfTheTree) {
  const auto p = parse_text("design A { a: 1  b = 2  c: 3 }\nconst x = +\ndesign B { d: 4 }");
  EXPECT_EQ(p->codes(), "E0024 E0020");
  ASSERT_EQ(p->file.decls.size(), 2U);
  ASSERT_EQ(block_of(*p).items.size(), 2U);
  EXPECT_EQ(property(*p, 1).key.text, "c");
  EXPECT_EQ(property(*p, 0, 1).key.text, "d");
}

// `trigger: victim` parses, and only the next colon shows that `victim` is a key: the tree must not keep a trigger of
// this name.
TEST(SyntaxErrors, AKeyReadAsAValueIsLeftOut) {
  const auto p = parse_text("design A {\n a: 1\n trigger:\n victim: greedy\n b: 2\n}");
  EXPECT_EQ(p->codes(), "E0020");
  ASSERT_EQ(block_of(*p).items.size(), 2U);
  EXPECT_EQ(property(*p, 1).key.text, "b");
}

TEST(SyntaxErrors, AMissingBraceDoesNotSpoilTheNextDeclaration) {
  const auto p = parse_text("design A {\n  geometry { channels: 4\ndesign B { d: 4 }\n");
  EXPECT_EQ(p->codes(), "E0023");
  ASSERT_EQ(p->file.decls.size(), 2U);
  EXPECT_EQ(property(*p, 0, 1).key.text, "d");
}

TEST(SyntaxErrors, BytesThatAreNoText) {
  EXPECT_EQ(codes("const a = 1 // \xff"), "E0001");
  EXPECT_EQ(codes("// \xed\xa0\x80"), "E0001");      // a surrogate
  EXPECT_EQ(codes("// \xc0\xaf"), "E0001");          // two bytes for `/`
  EXPECT_EQ(codes("// \xf4\x90\x80\x80"), "E0001");  // beyond U+10FFFF
  EXPECT_EQ(codes("// \xe2\x82"), "E0001");          // cut off
  EXPECT_EQ(codes(std::string("const a = 1\0", 12)), "E0003");
  EXPECT_NE(parse_text("const a = 1 // \xff")->errors().find("byte 15 of the file is 0xff"), std::string::npos);
  EXPECT_EQ(codes("\xef\xbb\xbf"
                  "const a = \"\u03bc\" // \U0001F600"),
            "");
}

TEST(SyntaxErrors, PlacesAreInBytesBehindOtherCharacters) {
  const auto p = parse_text("// \u03bc\u03bc \U0001F600\nconst b = \"\u03bc\" +\nconst c = 1");
  ASSERT_EQ(p->sink.all().size(), 1U);
  EXPECT_EQ(p->sources.file(1).position(p->sink.all()[0].span.begin).line, 2U);
  EXPECT_EQ(p->sources.file(1).position(p->sink.all()[0].span.begin).column, 16U);
}

TEST(SyntaxErrors, AreNoMoreThanAHundred) {
  const auto p = parse_text(repeated("const = 1\n", 5'000));
  EXPECT_EQ(p->sink.error_count(), 101U);
  EXPECT_EQ(diag::row(p->sink.all().back().code).name, "E0047");
}

TEST(Limits, NestingCountsBracketsAndExpressions) {
  EXPECT_EQ(printed(repeated("(", 250) + "a" + repeated(")", 250)), "a");
  EXPECT_EQ(printed(repeated("(", 257) + "a" + repeated(")", 257)), "E0010");
  EXPECT_EQ(printed(repeated("(", 100'000)), "E0010");
  EXPECT_EQ(printed(repeated("not ", 250) + "a"), repeated("not ", 250) + "a");
  EXPECT_EQ(printed(repeated("not ", 100'000) + "a"), "E0010");
  EXPECT_EQ(printed(repeated("-", 100'000) + "a"), "E0010");
  EXPECT_EQ(printed(repeated("a == not ", 50'000) + "a"), "E0010");
  EXPECT_EQ(printed(repeated("if a then ", 5'000) + "b" + repeated(" else c", 5'000)), "E0010");
  EXPECT_EQ(printed(repeated("1 + if a then b else ", 20'000) + "c"), "E0010");
  EXPECT_EQ(codes("design D " + repeated("{ a ", 100'000) + repeated("}", 100'000)), "E0010");
}

TEST(Limits, LongSumsAndChainsDoNotNest) {
  const std::string sum = "a" + repeated(" + a", 4'000);
  EXPECT_EQ(printed(sum), sum);
  EXPECT_EQ(printed("a" + repeated(" + a", 30'000)), "E0013");
  const std::string chain = repeated("if a then b else ", 4'000) + "c";
  EXPECT_EQ(printed(chain), chain);
  EXPECT_EQ(printed(repeated("if a then b else ", 30'000) + "c"), "E0013");
  EXPECT_EQ(printed("a" + repeated(".b", 4'000)), "a" + repeated(".b", 4'000));
  EXPECT_EQ(printed("a" + repeated("()", 30'000)), "E0013");
  EXPECT_NE(parse_text("const a = " + sum)->dump().find("add 1:11\n      sign"), std::string::npos);
}

TEST(Limits, ListsTokensAndBytes) {
  EXPECT_EQ(codes("const a = [" + repeated("1,", 65'536) + "]"), "");
  EXPECT_EQ(codes("const a = [" + repeated("1,", 65'537) + "]"), "E0012");
  EXPECT_EQ(codes(repeated("+ ", 400'001)), "E0011");
  EXPECT_EQ(codes(repeated("// comment\n", 400'000)), "E0002");
}

}  // namespace
}  // namespace ssd
