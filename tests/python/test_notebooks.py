"""The notebooks of docs/notebooks: every cell runs, in a kernel of its own, and their checks hold. They are kept without
outputs, which would go stale."""
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

FRAMES = pathlib.Path(os.environ["SSDC_FRAMES"])
sys.path.append(str(FRAMES))
import drives
import nbclient
import nbformat

NOTEBOOKS = sorted((drives.ROOT / "docs/notebooks").glob("*.ipynb"))
EXPECTED = ["first_hour", "policy_study", "sweep"]
FEWEST_CHECKS = 5  # of a notebook
SECONDS = 300  # of a cell


class Notebooks(unittest.TestCase):
    def setUp(self):
        """A kernel of this Python, which finds the libraries of the tests, too."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        spec = self.folder / "kernels/python3/kernel.json"
        spec.parent.mkdir(parents=True)
        words = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        spec.write_text(json.dumps({"argv": words, "display_name": "Python 3", "language": "python"}))
        places = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(FRAMES)]))
        here = {"JUPYTER_PATH": folder.name, "JUPYTER_DATA_DIR": folder.name, "JUPYTER_PREFER_ENV_PATH": "0", "PYTHONPATH": places, "IPYTHONDIR": folder.name}
        patch = unittest.mock.patch.dict(os.environ, here)
        patch.start()
        self.addCleanup(patch.stop)

    def test_every_cell_runs(self):
        self.assertEqual([path.stem for path in NOTEBOOKS], EXPECTED)
        for path in NOTEBOOKS:
            with self.subTest(notebook=path.name):
                notebook = nbformat.read(path, as_version=4)
                nbformat.validate(notebook)
                code = [cell for cell in notebook.cells if cell.cell_type == "code"]
                self.assertFalse([cell.id for cell in code if cell.outputs or cell.execution_count], "cells with outputs")
                self.assertGreaterEqual(sum(cell.source.count("assert ") for cell in code), FEWEST_CHECKS)
                for target in re.findall(r"\]\(([^)#]+)", "".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")):
                    self.assertTrue((path.parent / target).exists(), target)
                client = nbclient.NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(self.folder)}})
                client.execute()  # raises what a cell raises
                self.assertTrue(all(cell.execution_count for cell in code))

    def test_a_check_can_fail(self):
        """A cell whose check fails ends with its error, so the test above would fail."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("assert 1 > 2, 'so it is'")])
        with self.assertRaisesRegex(nbclient.exceptions.CellExecutionError, "so it is"):
            nbclient.NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()
