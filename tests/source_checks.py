#!/usr/bin/env python3
"""The check of the sources' shape counts what it says: a function at the limit passes, one above it does not, however it is laid out."""
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
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


if __name__ == "__main__":
    unittest.main()
