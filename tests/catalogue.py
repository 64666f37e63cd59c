#!/usr/bin/env python3
"""Checks that every diagnostic of the catalogue is raised somewhere, has a page with an example, and is provoked by
a test: by a golden file whose expected output shows it, or by the named test where a golden file cannot do it (bytes
that are not text, limits, errors of the system)."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[1]
ROW = re.compile(r'^SSD_DIAGNOSTIC\((?P<code>[EW]\d{4}), (?P<severity>\w+),', re.M)
SHOWN = re.compile(r'(?:error|warning|note)\[([EW]\d{4})\]|"code": "([EW]\d{4})"')
TEST = re.compile(r'^(?:TEST(?:_F|_P)?\((?P<suite>\w+), (?P<name>\w+)\)|    def (?P<method>test_\w+)\()', re.M)

# Code: the file below tests/, and the test in it that provokes the diagnostic.
ELSEWHERE = {
    "E0001": "unit/parse_test.cpp:SyntaxErrors.BytesThatAreNoText",
    "E0002": "unit/parse_test.cpp:Limits.ListsTokensAndBytes",
    "E0003": "unit/parse_test.cpp:SyntaxErrors.BytesThatAreNoText",
    "E0010": "unit/parse_test.cpp:Limits.NestingCountsBracketsAndExpressions",
    "E0011": "unit/parse_test.cpp:Limits.ListsTokensAndBytes",
    "E0012": "unit/parse_test.cpp:Limits.ListsTokensAndBytes",
    "E0013": "unit/parse_test.cpp:Limits.LongSumsAndChainsDoNotNest",
    "E0047": "unit/parse_test.cpp:SyntaxErrors.AreNoMoreThanAHundred",
    "E0116": "unit/sema_values_test.cpp:Constants.LongReferencesAreBounded",
    "E0137": "unit/limits_test.cpp:LimitsTable.EachIsReachedAndOneMoreIsTold",
    "E0138": "unit/limits_test.cpp:LimitsTable.EachIsReachedAndOneMoreIsTold",
    "E0150": "unit/limits_test.cpp:LimitsTable.EachIsReachedAndOneMoreIsTold",
    "E0151": "unit/limits_test.cpp:LimitsTable.EachIsReachedAndOneMoreIsTold",
    "E0152": "unit/limits_test.cpp:LimitsTable.EachIsReachedAndOneMoreIsTold",
    "E0156": "unit/limits_test.cpp:LimitsTable.EachIsReachedAndOneMoreIsTold",
    "E0288": "unit/limits_test.cpp:LimitsTable.EachIsReachedAndOneMoreIsTold",
    "E0303": "unit/sema_files_test.cpp:Imports.ReadingCanFailInSeveralWays",
    "E0305": "unit/sema_files_test.cpp:Imports.CyclesAndDepthAreBounded",
    "E0306": "unit/sema_files_test.cpp:Imports.ReadingCanFailInSeveralWays",
    "E0312": "unit/sema_files_test.cpp:Limits.TooManyDesigns",
    "E0402": "unit/workload_files_test.cpp:BrokenFile.HasItsOwnMessage",
    "E0403": "unit/workload_files_test.cpp:Files.UnreadableOnesSayWhy",
    "E0405": "unit/workload_files_test.cpp:BrokenFile.HasItsOwnMessage",
    "E0406": "unit/workload_files_test.cpp:BrokenFile.HasItsOwnMessage",
    "E0407": "unit/workload_files_test.cpp:Files.Utf16IsNamed",
    "E0408": "unit/workload_files_test.cpp:Files.OtherCompressionsNameTheirProgram",
    "E0412": "unit/workload_files_test.cpp:Files.TooManyRequestsAreRefused",
    "E0413": "unit/workload_files_test.cpp:Files.EndlessLinesAreRefusedWithoutReadingThem",
    "E0414": "unit/workload_files_test.cpp:BrokenFile.HasItsOwnMessage",
    "W0420": "cache.py:test_a_folder_that_cannot_be_written_is_told_once",
    "W0421": "unit/workload_cache_test.cpp:CacheOfTraces.TellsOfATraceThatIsTooLarge",
    "W0422": "cache.py:test_a_folder_that_others_may_change_is_not_used",
    "E0461": "traces.py:test_trims_go_where_they_are_known",
    "E0462": "traces.py:test_what_cannot_be_written_is_told",
    "E0437": "command_line.py:test_a_dash_is_the_standard_output",
    "E0570": "streaming.py:test_a_full_disk_is_told",
    "E0571": "streaming.py:test_a_trace_that_is_changed_while_it_is_read_is_refused",
    "E0560": "cache.py:test_an_environment_without_a_folder_is_told",
    "W0411": "command_line.py:test_data_behind_packed_text_is_told",
    "E0419": "unit/workload_files_test.cpp:Files.CarriageReturnsAloneAreNoLineEnds",
    "E0424": "unit/workload_generators_test.cpp:Generators.WhatDoesNotFitTheDriveIsRefused",
    "E0426": "unit/workload_generators_test.cpp:Generators.WhatDoesNotFitTheDriveIsRefused",
    "E0446": "command_line.py:test_a_library_of_another_version_is_told",
    "E0453": "command_line.py:test_a_library_of_another_version_is_told",
    "E0463": "traces.py:test_packings_that_are_not_written_are_refused",
    "E0501": "command_line.py:test_a_drive_larger_than_the_memory_is_refused",
    "E0505": "command_line.py:test_requests_beyond_the_memory_are_refused_before_they_are_made",
    "E0506": "command_line.py:test_memory_that_ends_while_a_trace_is_read_is_told",
    "E0508": "command_line.py:test_an_output_that_cannot_be_written_is_told_before_the_run",
    "E0511": "command_line.py:test_requests_that_pile_up_beyond_the_memory_are_refused",
    "E0604": "experiments.py:test_folders_of_others_are_left_alone",
    "E0605": "experiments.py:test_two_processes_do_not_share_a_folder",
    "E0606": "experiments.py:test_a_folder_that_cannot_be_made_is_told_before_anything_runs",
    "E0611": "shards.py:test_folders_that_do_not_fit_are_refused",
    "E0612": "shards.py:test_missing_runs_are_told_and_made_by_run",
    "E0613": "shards.py:test_folders_that_do_not_fit_are_refused",
    "E0607": "experiments.py:test_a_disk_that_fills_up_loses_nothing_that_was_found",
    "E0620": "probe.py:test_what_is_refused",
    "E0609": "experiments.py:test_memory_of_the_largest_point_is_told_before_anything_runs",
    "W0600": "experiments.py:test_a_journal_of_another_version_begins_anew",
    "W0601": "experiments.py:test_a_torn_line_runs_again_and_a_damaged_one_is_told",
    "W0602": "shortage.py:test_fewer_threads_give_the_same_results",
    "W0603": "shortage.py:test_fewer_threads_give_the_same_results",
    "E0516": "shortage.py:test_a_picture_without_threads_is_told",
    "E0590": "build.py:test_an_installation_elsewhere",
    "E0591": "build.py:test_a_machine_without_a_compiler",
    "E0592": "build.py:test_a_machine_without_a_compiler",
    "E0593": "build.py:test_what_needs_the_compiler_is_refused",
    "E0594": "build.py:test_a_processor_without_its_instructions_is_told",
    "E0595": "build.py:test_a_header_of_somebody_else_stays",
    "E0596": "generic_only.py:test_what_needs_the_compiler_is_refused",
    "E0541": "snapshots.py:test_what_is_no_snapshot_of_the_drive_is_refused",
    "E0542": "snapshots.py:test_what_is_no_snapshot_of_the_drive_is_refused",
    "E0543": "snapshots.py:test_what_is_no_snapshot_of_the_drive_is_refused",
    "E0544": "snapshots.py:test_what_is_no_snapshot_of_the_drive_is_refused",
    "E0545": "snapshots.py:test_what_is_no_snapshot_of_the_drive_is_refused",
    "E0546": "snapshots.py:test_one_of_another_map_or_without_ages_is_refused",
    "E0547": "snapshots.py:test_one_of_another_map_or_without_ages_is_refused",
    "E0556": "snapshots.py:test_one_without_the_blocks_that_moved_pages_need_is_refused",
    "E0548": "snapshots.py:test_what_is_no_snapshot_of_the_drive_is_refused",
}


def rows():
    """Code -> (severity, text of the row)."""
    result = {}
    for path in sorted((ROOT / "runtime/base/diag/catalogue").glob("*.def")):
        text = path.read_text()
        found = list(ROW.finditer(text))
        for row, following in zip(found, [*found[1:], None]):
            result[row["code"]] = (row["severity"], text[row.start(): following.start() if following else len(text)])
    return result


def golden_codes():
    result = {}
    for path in sorted((ROOT / "tests/golden").rglob("*.ssd")):
        expected = re.split(r"^//--- (?:stdout|stderr)$", path.read_text(), maxsplit=1, flags=re.M)
        for code, in_json in SHOWN.findall(expected[1] if len(expected) > 1 else ""):
            result.setdefault(code or in_json, path.relative_to(ROOT))
    return result


def body_of(test):
    """The source of a named test, or None. Tables between it and the next test belong to it."""
    file, name = test.split(":")
    path = ROOT / "tests" / file
    text = path.read_text() if path.exists() else ""
    found = list(TEST.finditer(text))
    for match, following in zip(found, [*found[1:], None]):
        if (match["method"] or f"{match['suite']}.{match['name']}") == name:
            return text[match.start(): following.start() if following else len(text)]
    return None


def raised():
    result = set()
    for folder in ("compiler", "runtime", "tools"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".cpp", ".h"}:
                result.update(re.findall(r"\bCode::([EW]\d{4})\b", path.read_text()))
    return result


def findings():
    catalogue, golden, sources = rows(), golden_codes(), raised()
    for code, (severity, row) in catalogue.items():
        if code not in sources:
            yield f"{code} is raised nowhere: take its row out"
        if (code[0] == "E") != (severity == "kError"):
            yield f"{code} is {severity}: errors are E…, warnings and notes W…"
        if not re.search(r"^  +\S", row, re.M):
            yield f"the page of {code} has no example"
        if code in ELSEWHERE and code in golden:
            yield f"{code} is in {golden[code]}: take it out of the list of tests/catalogue.py"
        elif code in ELSEWHERE:
            body = body_of(ELSEWHERE[code])
            if body is None:
                yield f"there is no test {ELSEWHERE[code]} for {code}"
            elif code not in body:
                yield f"{ELSEWHERE[code]} does not mention {code}"
        elif code not in golden:
            yield f"nothing provokes {code}: write a golden file, or name a test in tests/catalogue.py"
    for code in sorted((set(golden) | set(ELSEWHERE)) - set(catalogue)):
        yield f"{code} is provoked, and is no row of the catalogue"
    known = sum(code in golden for code in catalogue), sum(code in ELSEWHERE for code in catalogue)
    print(f"catalogue: {len(catalogue)} rows, {known[0]} in golden files, {known[1]} in named tests")


def main():
    found = list(findings())
    for finding in found:
        print(finding)
    return 1 if found else 0


sys.exit(main())
