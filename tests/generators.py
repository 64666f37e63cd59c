#!/usr/bin/env python3
"""Compares generators with an independent model (tests/oracle_generators.py, which follows docs/model.md) on random
workloads: the time, first sector, sectors and direction of every request, or the code of the error. About a third of the
workloads run on a drive (`ssdc run --requests-out`); `ssdc trace generate` writes the others.

SSDC_TEST_SEED chooses the workloads, SSDC_SLICE=n takes an n-th of their number, SSDC_CASE=k takes workload k alone."""
import collections
import csv
import io
import os
import pathlib
import re
from fractions import Fraction
from unittest import mock

import called_program
import generator_mutations
import generator_workloads as workloads
import oracle_draws as draws
import oracle_generators as oracle
from generator_workloads import UNITS, made_case, random_case

ROOT = pathlib.Path(__file__).resolve().parents[1]
CASES = 1500  # in --deep; by default a fifth of them
MUTATED_CASES = 250
LETTERS = {"R": oracle.READ, "W": oracle.WRITE, "WF": oracle.FORCED, "D": oracle.TRIM, "FN": oracle.FLUSH}
NAMES = {"read": oracle.READ, "write": oracle.WRITE, "fua": oracle.FORCED, "trim": oracle.TRIM, "flush": oracle.FLUSH}
LINE = re.compile(r"0,0 0 1 (\d+)\.(\d{9}) 1 Q ([RWD]|WF|FN) (?:(\d+) \+ (\d+) )?\[ssdc\]")


def generated(text):
    """The lines of `trace generate`, as the oracle gives requests."""
    lines = [LINE.fullmatch(line) for line in text.splitlines()]
    return [(int(m[1]) * 10**9 + int(m[2]), int(m[4] or 0), int(m[5] or 0), LETTERS[m[3]]) for m in lines]


def without_forced(requests):
    return [(*request[:3], oracle.WRITE) if request[3] == oracle.FORCED else request for request in requests]


def only_places(requests):
    return [request[1:] for request in requests]


class Generators(called_program.CalledProgram):
    test_seed = int(os.environ.get("SSDC_TEST_SEED", 1))

    def cases(self):
        chosen = os.environ.get("SSDC_CASE")
        count = max(3, CASES // max(1, int(os.environ.get("SSDC_SLICE", 1))))
        return [int(chosen)] if chosen else range(count)

    def called(self, case):
        """The program's requests or the code of its first error, and for a run the rows of its file."""
        self.write("w.ssd", case.text)
        done = self.call(*case.words)
        if done.returncode:
            code = re.search(r"^error\[(E\d+)\]", done.stderr, re.M)
            self.assertTrue(code, done.stderr)
            return code[1], []
        if not case.runs:
            return generated(done.stdout), []
        rows = list(csv.DictReader(io.StringIO(self.read("out.csv"))))
        sector = case.space.sector
        return [(int(r["arrival_ns"]), int(r["offset_bytes"]) // sector, int(r["bytes"]) // sector, NAMES[r["direction"]]) for r in rows], rows

    def first_difference(self, case, found, rows):
        """Where the program and the oracle differ; None if they agree."""
        expected = case.expected()
        if isinstance(found, str) or isinstance(expected, str):
            shown = lambda result: result if isinstance(result, str) else "accepted"
            return None if found == expected else f"{shown(found)}, not {shown(expected)}"
        if case.closed and case.runs:
            arrivals = sorted(int(row["arrival_ns"]) for row in rows)
            made = sorted(int(row["completion_ns"]) + request[0] for row, request in zip(rows, expected))
            if arrivals != sorted([0] * case.closed + made)[: len(arrivals)]:
                return "think times"
            found, expected = only_places(found), only_places(expected)
        if found == expected:
            return None
        at = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), min(len(found), len(expected)))
        return f"request {at}: {found[at:at + 1]}, not {expected[at:at + 1]} of {len(found)} and {len(expected)}"

    def test_every_request_of_random_workloads(self):
        seen, requests = collections.Counter(), 0
        for number in self.cases():
            case = random_case(self.test_seed, number)
            found, rows = self.called(case)
            difference = self.first_difference(case, found, rows)
            again = f"SSDC_TEST_SEED={self.test_seed} SSDC_CASE={number} tests/generators.py --program …"
            self.assertIsNone(difference, f"{difference}\nssdc {' '.join(map(str, case.words))}\n{case.text}again: {again}")
            rejected = isinstance(found, str)
            requests += 0 if rejected else len(found)
            seen[found if rejected else "closed loop" if case.closed and case.runs else "run" if case.runs else "trace generate"] += 1
            seen.update({} if rejected else dict.fromkeys(case.kinds, 1))
        print(f"{len(self.cases())} workloads (SSDC_TEST_SEED={self.test_seed}), {requests} requests: "
              + ", ".join(f"{kind} {count}" for kind, count in seen.most_common()), flush=True)
        if len(self.cases()) >= 200:
            for kind in (*oracle.KINDS, "trace generate", "run", "closed loop", "trim", "read_size", "write_size", "align", "over", "over in a mix",
                         "fua", "from", "exponential", "mix of amounts"):
                self.assertGreater(seen[kind], 0, kind)

    def test_the_borders_of_shares(self):
        for case in workloads.cases_at_borders():
            found, rows = self.called(case)
            self.assertIsNone(self.first_difference(case, found, rows), case.text)

    def test_the_last_bit(self):
        for case in workloads.cases_of_the_last_bit():
            found, rows = self.called(case)
            self.assertIsNone(self.first_difference(case, found, rows), case.text)

    def test_flushes(self):
        for case in workloads.cases_of_flushes():
            found, rows = self.called(case)
            self.assertIsNone(self.first_difference(case, found, rows), case.text)

    def test_forced_writes(self):
        for case in workloads.cases_of_forced_writes():
            found, rows = self.called(case)
            self.assertIsNone(self.first_difference(case, found, rows), case.text)

    def test_the_example_of_the_page(self):
        """The program's lines are compared by tests/book.py."""
        page = (ROOT / "docs" / "model.md").read_text(encoding="utf-8")
        lines = re.search(r"^\$ ssdc trace generate generators\.ssd:W --size 64KiB --seed 7 .*\n((?:0,0 .*\n)+)```", page, re.M)[1]
        percent_of = lambda n: Fraction(n, 100)
        keys = {"requests": 6, "read": percent_of(50), "trim": percent_of(10), "interval": ("exponential", 10 * UNITS["us"]), "seed": 7,
                "size": ("mix", [(percent_of(50), ("constant", Fraction(4096))), (percent_of(50), ("exponential", Fraction(2048)))]),
                "address": ("mix", [(percent_of(40), ("zipf", Fraction("0.99"), None)), (percent_of(30), ("stride", Fraction(24 << 10), None)),
                                    (percent_of(30), ("hotspot", (percent_of(25), percent_of(90)), None))], None)}
        self.assertEqual(oracle.requests_of([keys], oracle.Space.of_bytes(64 << 10), 7), generated(lines))

    def test_the_stride_of_the_page(self):
        case, sectors = workloads.stride_of_the_page()
        self.assertEqual([first for _, first, _, _ in self.called(case)[0]], sectors)
        self.assertEqual([first for _, first, _, _ in case.expected()], sectors)

    def test_limits_of_sizes(self):
        for case, code in workloads.cases_of_limits():
            found, rows = self.called(case)
            self.assertIsNone(self.first_difference(case, found, rows), case.text)
            self.assertEqual(found if isinstance(found, str) else None, code, case.text)

    def test_limits_of_time(self):
        day = 86_400 * 10**9
        most = (1 << 63) // day
        for count, last in ((most + 1, most * day), (most + 2, None)):
            keys = {"requests": count, "interval": ("constant", Fraction(day)), "address": ("sequential", None, None), "size": ("constant", Fraction(512))}
            case = made_case(f"requests: {count}  interval: 1d  address: sequential  size: 512B", keys)
            found, rows = self.called(case)
            self.assertIsNone(self.first_difference(case, found, rows))
            self.assertEqual(found[-1][0] if last else found, last or "E0426")

    def test_the_defaults(self):
        case = made_case("", {}, size=16 << 30)
        found, rows = self.called(case)
        self.assertEqual(len(found), 100_000)
        self.assertIsNone(self.first_difference(case, found, rows))


class Flushes(called_program.CalledProgram):
    """Of the oracle alone: flushes take turns of their own and draw from the stream `interval` only (generator.request)."""

    def test_take_the_turn_behind_every_nth_write(self):
        flushes = 0
        for case in workloads.cases_of_flushes():
            keys = case.chain[0]
            found = case.expected()
            plain = oracle.requests_of([{key: value for key, value in keys.items() if key != "flush_every"}], case.space)
            others = iter(plain)
            expected, writes = [], 0
            for i in range(keys["requests"]):
                turn = writes == keys["flush_every"]
                request = (0, 0, 0, oracle.FLUSH) if turn else next(others)
                writes = 0 if turn else writes + (request[3] == oracle.WRITE)
                expected.append((plain[i][0], *request[1:]))
            self.assertEqual(found, expected, case.text)
            flushes += sum(request[3] == oracle.FLUSH for request in found)
        self.assertGreater(flushes, 30)

    def test_the_last_request_may_be_a_flush(self):
        odd, even = [case.expected() for case in workloads.cases_of_flushes()][:2]
        self.assertEqual([request[3] for request in odd], [oracle.WRITE, oracle.FLUSH] * 4 + [oracle.WRITE])
        self.assertEqual([request[3] for request in even], [oracle.WRITE, oracle.FLUSH] * 5)


class ForcedWrites(called_program.CalledProgram):
    """Of the oracle alone: each write draws once whether it is forced (generator.request, 6)."""

    def test_each_write_draws_once(self):
        forced = others = 0
        for case in workloads.cases_of_forced_writes():
            keys = case.chain[0]
            found = case.expected()
            plain = oracle.requests_of([{key: value for key, value in keys.items() if key != "fua"}], case.space, case.run_seed)
            stream = draws.Stream(draws.key_of(case.run_seed, 1, "fua"))
            expected = []
            for request in plain:
                is_forced = request[3] == oracle.WRITE and draws.below(stream, draws.WHOLE) < keys["fua"] * draws.WHOLE
                expected.append((*request[:3], oracle.FORCED) if is_forced else request)
            self.assertEqual(found, expected, case.text)
            self.assertEqual(without_forced(found), plain, case.text)
            forced += sum(request[3] == oracle.FORCED for request in found)
            others += sum(request[3] == oracle.WRITE for request in found)
        self.assertGreater(min(forced, others), 60)

    def test_all_or_none(self):
        shares = {case.chain[0]["fua"]: case.expected() for case in workloads.cases_of_forced_writes() if "write" in case.chain[0]}
        self.assertEqual({request[3] for request in shares[0]}, {oracle.WRITE})
        self.assertEqual({request[3] for request in shares[1]}, {oracle.FORCED})


class Mutations(called_program.CalledProgram):
    """The random workloads reach every rule: each wrong rule changes the requests of at least one workload."""

    def test_mutations_are_seen(self):
        cases = [workloads.stride_of_the_page()[0], *workloads.cases_at_borders(), *workloads.cases_of_the_last_bit()]
        cases += [*workloads.cases_of_flushes(), *workloads.cases_of_forced_writes()]
        cases += [random_case("mutations", number) for number in range(MUTATED_CASES)]
        right = [case.expected() for case in cases]
        for what, owner, name, wrong in generator_mutations.MUTATIONS:
            with mock.patch.object(owner, name, wrong):
                self.assertTrue(any(case.expected() != expected for case, expected in zip(cases, right)), what)


if __name__ == "__main__":
    called_program.main(__doc__.splitlines()[0])
