#!/usr/bin/env python3
"""Checks that the code stays readable and robust: no long files, no long functions, no comparisons of texts with names
outside of tables (runtime/base/words.h), one writer of standard error, one reader of folders, and no JSON value that
becomes a list or an object only when it is used. Functions are measured in statements, which do not depend on the
layout. The tests run it."""
import re

import check

LONGEST_FILE = 450
MOST_STATEMENTS = 45
FOLDERS = ("bench", "compiler", "runtime", "tests", "tools")
# Functions of the engine may be long because they are inlined into each other for speed, those of tests because they
# list cases.
FUNCTIONS_OF = ("compiler", "runtime", "tools")
ANY_LENGTH = ("runtime/engine/",)
NAMES_OF = ("compiler", "runtime", "tools")
# Files that may still compare texts.
COMPARING = {"compiler/design/difference.cpp", "compiler/explain/figures.cpp"}

# Parts of a source that are not code: comments, string contents and preprocessor lines. The quotes of strings stay.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*', re.M | re.S)
CONTROL = re.compile(r"\b(?:if|for|while|switch|catch)\b")
SCOPE = re.compile(r"\b(?:namespace|class|struct|union|enum|extern)\b")
TEMPLATE = re.compile(r"\btemplate\s*<(?:[^<>]|<[^<>]*>)*>")
NAMED_BY_SIGNS = re.compile(r"\boperator\s*[^\w\s(]+|\boperator\s*\(\s*\)|\balignas\s*\([^)]*\)")
COMPARISON = re.compile(r'[=!]= "[A-Za-z_]')
# A null that push_back() or [] makes a list or an object already has that type while the memory for it is allocated. If
# that fails, nlohmann::json 3.11.2 follows a null pointer as it destroys the value.
NULL_JSON = re.compile(r"\b\w*(?:Json|::json|::ordered_json) \w+(?: = nullptr)?;")
# Writing there fails with an exception, or not at all, depending on the function: runtime/base/standard_error.h.
STANDARD_ERROR = re.compile(r"\bstderr\b|\bstd::c(?:err|log)\b")
# The iterators of std::filesystem end the program when memory ends: runtime/base/folder_names.h.
FOLDER_ITERATOR = re.compile(r"\b(?:recursive_)?directory_iterator\b")


def code_of(text):
    """The text without comments, string contents and preprocessor lines. Line numbers stay the same."""
    return NO_CODE.sub(lambda found: ('""' if found[0][0] in "R\"'" else "") + "\n" * found[0].count("\n"), text)


def opens(head):
    """What a brace behind this head opens, outside of functions: "scope", "function" or "list" (of values)."""
    head = NAMED_BY_SIGNS.sub("", TEMPLATE.sub("", head)).strip()
    before, paren, behind = head.partition("(")
    if not paren:
        return "scope" if SCOPE.search(head) else "list"
    if "=" in before or (re.search(r"\)[\w\s]*:(?!:)", behind) and head[-1] not in ")}"):  # a member's initial value
        return "list"
    return "function"


def functions(text):
    """Yields (first line of its head, number of statements) for each function. Everything that ends with `;` is a
    statement, and so is each `if`, `for` and so on. Statements of lambdas and local classes count for the function that
    contains them."""
    code = code_of(text)
    around, head_begin, body_begin, statements = [], 0, 0, 0  # around: the open brackets; a brace by its role
    for found in re.finditer(r"[;(){}\[\]]", code):
        sign, at = found[0], found.start()
        inside = "function" in around
        if sign in "([":
            around.append(sign)
        elif sign == "{":
            around.append("block" if inside or {"(", "[", "list"} & set(around) else opens(code[head_begin:at]))
            if around[-1] == "function":
                first = code.count("\n", 0, at - len(code[head_begin:at].lstrip())) + 1
                body_begin, statements = at + 1, 0
            elif around[-1] == "scope":
                head_begin = at + 1
        elif sign != ";":
            ended = around.pop()
            if ended == "function":
                yield first, statements + len(CONTROL.findall(code[body_begin:at]))
            if ended in ("function", "scope"):
                head_begin = at + 1
        elif inside:
            statements += around[-1] not in ("(", "[")
        elif not around or around[-1] == "scope":
            head_begin = at + 1


def of_file(name, lines):
    """Yields (whether COMPARING may excuse it, finding) for each finding in a file."""
    if len(lines) > LONGEST_FILE:
        yield False, f"{name}: {len(lines)} lines, and at most {LONGEST_FILE} are read in one go: split it by reason to exist"
    if not name.endswith((".cpp", ".h")):
        return
    if name.startswith(FUNCTIONS_OF) and not name.startswith(ANY_LENGTH):
        for number, statements in functions("\n".join(lines)):
            if statements > MOST_STATEMENTS:
                yield False, f"{name}:{number}: a function of {statements} statements, at most {MOST_STATEMENTS}: name its parts"
    if name.startswith(NAMES_OF):
        for number, line in enumerate(lines, 1):
            if COMPARISON.search(line):
                yield True, f"{name}:{number}: a name is compared by hand: give it a table (runtime/base/words.h) or a constant"
        for number, line in enumerate(code_of("\n".join(lines)).splitlines(), 1):
            if STANDARD_ERROR.search(line):
                yield False, f"{name}:{number}: standard error is written by runtime/base/standard_error.h only, which never throws"
            if FOLDER_ITERATOR.search(line):
                yield False, f"{name}:{number}: folders are read by runtime/base/folder_names.h only, which survives that memory ends"
            if NULL_JSON.search(line):
                yield False, f"{name}:{number}: a JSON value begins as null: begin it as `object()` or `array()`, which survives that memory ends"


def findings(root):
    used = set()
    for name, lines in check.sources(root, FOLDERS, {".h", ".cpp", ".def", ".py", ".sh"}):
        for excusable, finding in of_file(name, lines):
            if excusable and name in COMPARING:
                used.add(name)
            else:
                yield finding
    for name in sorted(COMPARING - used):
        yield f"{name} needs no exception: take it out of COMPARING in tools/check_shape.py"


if __name__ == "__main__":
    check.run(findings, "shape: files and functions are short, names are in tables")
