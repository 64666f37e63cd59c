"""The examples of docs/howto/python.md."""
import doctest
import os
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.append(os.environ["SSDC_FRAMES"])
import drives

PAGE = drives.ROOT / "docs/howto/python.md"
FEWEST_EXAMPLES = 20


class Page(unittest.TestCase):
    def test_examples(self):
        text = PAGE.read_text()
        design, = re.findall(r"^```ssd\n(.*?)^```$", text, re.M | re.S)
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            pathlib.Path("drive.ssd").write_text(design)
            examples = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S))
            parsed = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, str(PAGE), 0)
            self.assertGreaterEqual(len(parsed.examples), FEWEST_EXAMPLES)
            told = []
            outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed, out=told.append)
            os.chdir(here)
        self.assertEqual(outcome.failed, 0, "".join(told))
