#!/usr/bin/env python3
"""The checks of the sources detect what they should: a function at the limit of its shape passes, and one above the
limit does not, whatever its layout."""
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
import check_names
import check_shape

MOST = check_shape.MOST_STATEMENTS


def counts(text):
    return [statements for _, statements in check_shape.functions(text)]


def faults(text):
    return [fault for _, fault in check_shape.of_file("tools/x.cpp", text.splitlines())]


class Shape(unittest.TestCase):
    def test_a_function_at_the_limit_passes_and_one_above_it_fails(self):
        for head in ("void f() {", "Foo::Foo(int a) : a_(a), b_{a} {", "template <class T>\nauto A<T>::operator()(T t) const\n    -> T {",
                     "class A {\n  bool operator==(const A& a) const {", "namespace {\nstruct alignas(64) S {\n  S() noexcept {"):
            end = "}\n" * head.count("{") if "b_{" not in head else "}\n"
            self.assertEqual(faults(f"{head}\n{'g();' * MOST}\n{end}"), [], head)
            self.assertRegex(" ".join(faults(f"{head}\n{'g();' * (MOST + 1)}\n{end}")), f"a function of {MOST + 1} statements", head)

    def test_layout_changes_nothing(self):
        self.assertEqual(counts("int f(int a) { if (a > 0) { g(a); } return a; }"), [3])
        self.assertEqual(counts("int\nf(\n  int a)\n{\n  if (a > 0)\n    g(a);\n  return\n    a;\n}"), [3])

    def test_heads_of_loops_are_one_statement(self):
        self.assertEqual(counts("void f() { for (int i = 0; i < 3; ++i) g(); while (h()) ++n; }"), [4])

    def test_lambdas_count_where_they_stand(self):
        self.assertEqual(counts("void f() { each([&](int a) { g(a); h(a); }); }"), [3])

    def test_texts_and_comments_are_no_code(self):
        self.assertEqual(counts('void f() { g("; if (x) {", \';\', R"(})"); }  // ; {\n/* ; } */ #\n#define X ; {\nvoid h() { i(1\'000); }'), [1, 1])

    def test_lists_outside_of_functions_are_none(self):
        self.assertEqual(counts('constexpr std::array kRows{Row{"a", f(1)}, Row{"b", {2}}};\nconst auto kF = [](int a) { return a; };\nvoid f() { g(); }'), [1])

    def test_functions_are_told_with_their_line(self):
        self.assertEqual(list(check_shape.functions("namespace a {\n\nvoid f() { g(); }\n\nstruct B {\n  int c() { return 1; }\n};\n}")), [(3, 1), (6, 1)])

    def test_files(self):
        self.assertEqual(faults("//\n" * check_shape.LONGEST_FILE), [])
        self.assertRegex(" ".join(faults("//\n" * (check_shape.LONGEST_FILE + 1))), "are read in one go")

    def test_standard_error_has_one_writer(self):
        for use in ('fmt::print(stderr, "x");', "std::fflush(stderr);", "std::cerr << 1;", "std::clog << 1;"):
            self.assertRegex(" ".join(faults(f"void f() {{\n  {use}\n}}")), "tools/x.cpp:2: standard error is written by")
        self.assertEqual(faults('// stderr\nvoid f() { g("stderr"); standard_error::print("x"); }\nint stderr_of = std::cerr_;'), [])

    def test_folders_have_one_reader(self):
        for use in ("std::filesystem::directory_iterator(f)", "fs::recursive_directory_iterator it(f);"):
            self.assertRegex(" ".join(faults(f"void f() {{\n  {use}\n}}")), "tools/x.cpp:2: folders are read by", use)
        self.assertEqual(faults('// directory_iterator\nvoid f() { names_in(g); }'), [])

    def test_json_begins_as_a_list_or_an_object(self):
        for use in ("Json a;", "nlohmann::json a;", "const nlohmann::ordered_json a = nullptr;", "VerdictJson all;"):
            self.assertRegex(" ".join(faults(f"void f() {{\n  {use}\n}}")), "tools/x.cpp:2: a JSON value begins as null", use)
        self.assertEqual(faults("using Json = nlohmann::json;\nvoid f() { Json a = Json::object(); return Json(); }"), [])


HEADER = ("runtime/fault.h", "namespace ssd {\n\nstruct Fault {\n  int a;\n};\nint place(int);\nconstexpr int kMost = 3;\n\n}  // namespace ssd")
MEANS = ("runtime/run/outcome.h", "namespace ssd::run {\n\nstruct Outcome {\n  Fault fault;\n  int n = kMost + place(1);\n};\n\n}  // namespace ssd::run")


def hidden(text, name="runtime/run/b.cpp"):
    files = [check_names.File(name, text.splitlines()) for name, text in (HEADER, MEANS, (name, text))]
    return " ".join(check_names.hidden_names(files[:2], files[2:]))


class Names(unittest.TestCase):
    def test_what_another_file_means_may_not_be_hidden(self):
        for own in ("using Fault = int;", "struct Fault {\n};", "constexpr int kMost = 4;", "int place(long a) {\n  return 0;\n}"):
            self.assertRegex(hidden(f"namespace ssd::run {{\nnamespace {{\n\n{own}\n\n}}  // namespace\n}}  // namespace ssd::run"),
                             r"b.cpp:4: (Fault|kMost|place) hides ssd::\1 \(runtime/fault.h:\d\) from runtime/run/outcome.h")

    def test_others_may_be(self):
        for own in ("struct Other {\n};", "int a = kMost;", "void other() { Fault(); }"):
            self.assertEqual(hidden(f"namespace ssd::run {{\nnamespace {{\n\n{own}\n\n}}  // namespace\n}}  // namespace ssd::run"), "")
        self.assertEqual(hidden("namespace ssd::draw {\nnamespace {\n\nstruct Fault {\n};\n\n}  // namespace\n}  // namespace ssd::draw"), "")

    def test_two_sources_of_a_library_have_no_constant_or_type_of_one_name(self):
        for own, is_fault in (("constexpr int kMost = 4;", True), ("constexpr auto kMost = milliseconds(50);", True), ("struct Most {\n};", True),
                              ("using Most = int;", False), ("int most(int a) {", False)):
            text = f"namespace ssd::run {{\nnamespace {{\n\n{own}\n\n}}  // namespace\n}}  // namespace ssd::run".splitlines()
            files = [check_names.File(name, text) for name in ("runtime/run/a.cpp", "runtime/run/b.cpp", "tools/run/c.cpp")]
            found = list(check_names.repeated_names(files, lambda name: name.rpartition("/")[0]))
            self.assertEqual([fault.partition(",")[0] for fault in found],
                             [f"runtime/run/b.cpp:4: {own.split()[1 if 'struct' in own else 2]} is another one in runtime/run/a.cpp:4"] * is_fault)

    def test_the_library_of_a_source(self):
        root = pathlib.Path(__file__).parents[1]
        for source, library in (("compiler/check/study/claim.cpp", "compiler/check"), ("tools/study/table.cpp", "tools/study"),
                                ("tools/study/run/one_run.cpp", "tools/study/run")):
            self.assertEqual(check_names.library_of(root, source).as_posix(), library)


if __name__ == "__main__":
    unittest.main()
