"""Files, designs, and what is said about them."""
import os
import pathlib
import subprocess
import tempfile
import unittest
import warnings

import drives
import ssdc


class Files(unittest.TestCase):
    def test_a_file_maps_names_to_designs(self):
        file = ssdc.loads(drives.SMALL)
        self.assertEqual((list(file), len(file)), (["Drive", "Other"], 2))
        self.assertEqual((file.designs, file.workloads, file.experiments), (["Drive", "Other"], ["Mixed", "Writes"], []))
        self.assertEqual((file["Drive"].name, file["Drive"].page_bytes), ("Drive", 4096))
        with self.assertRaisesRegex(KeyError, "no design `Drve`"):
            file["Drve"]

    def test_files_are_read_and_import_their_neighbours(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "part.ssd").write_text("nand Part { read: 30us }\n")
            path = pathlib.Path(folder, "d.ssd")
            path.write_text('import "part.ssd"\ndesign D { geometry { channels: 2 }  nand: Part }\n')
            file = ssdc.load(path)
            self.assertEqual(file.path, os.fspath(path))
            self.assertIn("30us", file["D"].explain())
            self.assertEqual(file.text, path.read_text())
            path.write_text("design D { }\n")
            self.assertIn("30us", file["D"].explain())  # of the text that was read
            path.write_bytes(b"design D { geometry { channels: 2 } } // \xff\n")
            for name, code in (("d.ssd", "E0001"), ("none.ssd", "E0301"), (".", "E0302"), ("/dev/zero", "E0303")):
                with self.subTest(name=name), self.assertRaises(ssdc.Error) as caught:
                    ssdc.load(pathlib.Path(folder, name))
                self.assertEqual(caught.exception.code, code)

    def test_params_get_other_values(self):
        file = ssdc.loads(drives.SMALL, params={"ways": 4, "gc.trigger": "free_pages < 8%"})
        self.assertIn("free_pages < 8%", file["Drive"].explain("gc.trigger"))
        sizes = [one["Drive"].logical_bytes for one in (ssdc.loads(drives.SMALL), file, file.with_params(ways=8))]
        self.assertEqual([size // sizes[0] for size in sizes], [1, 2, 4])
        self.assertEqual(file.with_params(ways=8).params, {"ways": "8", "gc.trigger": "free_pages < 8%"})
        with self.assertRaises(ssdc.Error) as caught:
            file.with_params(wais=8)
        self.assertEqual(caught.exception.code, "E0307")

    def test_mistakes_have_a_place_and_a_way_out(self):
        with self.assertRaises(ssdc.Error) as caught:
            ssdc.loads("design Drive {\n  geometry { chanels: 2 }\n}\n", path="mine.ssd")
        error = caught.exception
        self.assertEqual((error.code, error.help), ("E0201", "did you mean `channels`?"))
        self.assertEqual(error.span, ssdc.Span("mine.ssd", 2, 14, 2, 21))
        self.assertIn("has no key `chanels`", error.message)
        self.assertIn("2 |   geometry { chanels: 2 }", str(error))
        self.assertEqual(error.diagnostics[0].severity, "error")

    def test_warnings_are_pythons_own(self):
        text = drives.SMALL.replace("victim: greedy", "victim(b): b.valid")
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            ssdc.loads(text)
        self.assertTrue(all(one.category is ssdc.DesignWarning for one in told))
        self.assertIn("W0273", str(told[0].message))
        self.assertEqual(told[0].filename, __file__)
        with warnings.catch_warnings(), self.assertRaises(ssdc.DesignWarning):
            warnings.simplefilter("error")
            ssdc.loads(text)

    def test_wrong_arguments(self):
        file = ssdc.loads(drives.SMALL)
        for call, told in ((lambda: ssdc.load(7), TypeError), (lambda: ssdc.loads(None), TypeError),
                           (lambda: ssdc.loads("", params={"ways": [1]}), TypeError), (lambda: ssdc.loads("", params={3: 1}), TypeError),
                           (lambda: file["Drive"].diff("Other"), TypeError), (lambda: file["Drive"].draw("sideways"), ValueError),
                           (lambda: file["Drive"].draw(pages=-1), ValueError), (lambda: file.edit("Drive", "gc.victim", 3), TypeError)):
            with self.assertRaises(told):
                call()


class Texts(unittest.TestCase):
    def test_explain(self):
        design = ssdc.loads(drives.SMALL)["Drive"]
        self.assertIn("geometry\n  channels: ", design.explain())
        given = ssdc.loads(drives.SMALL, params={"ways": 4, "gc.trigger": "free_pages < 9%"})
        for page in (given["Drive"].explain(), given.explain("Drive")):
            self.assertRegex(page, r'  ways:  4  // `params\["ways"\]`\n')
            self.assertRegex(page, r'  trigger: +free_pages < 9% +// `params\["gc.trigger"\]`\n')
            self.assertNotIn("command line", page)
        self.assertRegex(design.explain(), r"  ways:  2  // text.ssd:1\n")
        page = design.explain("gc.victim")
        self.assertIn("gc.victim: ", page)
        self.assertRegex(page, r"Drive has\n  victim: +greedy +// text.ssd:4")
        self.assertIn("E0105", ssdc.explain("E0105"))
        with self.assertRaises(ssdc.Error) as caught:
            design.explain("gc.victm")
        self.assertEqual(caught.exception.code, "E0530")

    def test_differences(self):
        file = ssdc.loads(drives.SMALL)
        difference = file["Drive"].diff(file["Other"])
        self.assertEqual([(one.section, one.key) for one in difference.changes], [("gc", "trigger")])
        self.assertFalse(difference.same)
        self.assertTrue(file["Drive"].diff(ssdc.loads(drives.SMALL)["Drive"]).same)
        wider = file["Drive"].diff(file.with_params(ways=4)["Drive"])
        self.assertIn(ssdc.Change("geometry", "chips", "2", "4"), wider.changes)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "text.ssd").write_text(drives.SMALL)
            shown = subprocess.run([drives.PROGRAM, "diff", "text.ssd:Drive", "text.ssd:Other"], cwd=folder, capture_output=True, text=True)
        self.assertEqual(difference.text, shown.stdout)

    def test_edits_are_texts(self):
        file = ssdc.loads(drives.SMALL)
        for key, value, line in (("gc.victim", "b.invalid", "gc { victim(b): b.invalid }"), ("gc.victim(x)", "x.invalid", "gc { victim(x): x.invalid }"),
                                 ("geometry.channels", "4", "geometry { channels: 4  chips: ways"),
                                 ("gc.trigger", "free_pages < 8%", "gc { victim: greedy   trigger: free_pages < 8% }"),
                                 ("nand.bus.rate", "100MB/s", "  nand { bus { rate: 100MB/s } } }")):
            edited = file.edit("Drive", key, value)
            self.assertIn(line, edited.text)
            self.assertIn("Other", edited)
        self.assertEqual(file.text, drives.SMALL)
        self.assertIn("victim(b): b.invalid", file.with_params(ways=8).edit("Other", "gc.victim", "b.invalid").text.splitlines()[5])
        for design, key, value, code in (("Drive", "gc.vitcim", "greedy", "E0201"), ("None", "gc.victim", "greedy", "E0309"),
                                         ("Drive", "gc.victim", "9", "E0212"), ("Drive", "", "9", "E0020"), ("Drive", "gc", "{", "E0048")):
            with self.subTest(key=key), self.assertRaises(ssdc.Error) as caught:
                file.edit(design, key, value)
            self.assertEqual(caught.exception.code, code)

    def test_an_imported_design_is_edited_where_it_is(self):
        file = ssdc.loads('import "std/drives/femu.ssd"\n')
        with self.assertRaises(ssdc.Error) as caught:
            file.edit(file.designs[0], "gc.victim", "greedy")
        self.assertIn("imported", caught.exception.help)

    def test_pictures(self):
        design = ssdc.loads(drives.SMALL)["Drive"]
        for picture in (design.draw(), design.draw("tree")):
            self.assertIn("<svg", picture.svg)
        self.assertEqual(design._repr_svg_(), design.draw().svg)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "d.svg")
            design.draw().save(path)
            self.assertEqual(path.read_text(), design.draw().svg)
