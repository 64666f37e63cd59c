"""The compiler to native code: what the package does with ssdc-jit, and how it says that ssdc-jit is missing or another
one."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import drives
import ssdc

EXPERIMENT = drives.SMALL + "experiment Ways { vary design: [Drive]  vary workload: [Mixed]  vary ways: [1, 2]  measure response.mean }\n"
GETS_IT = "pip install --no-index --find-links FOLDER 'ssdc[jit]'"


def without_host(result):
    return {key: value for key, value in json.loads(result.json()).items() if key != "host"}


class Used(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        (self.path / "d.ssd").write_text(drives.SMALL)

    def call(self, *words, **variables):
        """Calls the program of the package."""
        return subprocess.run([drives.PYTHON, "-m", "ssdc", *words], capture_output=True, text=True, cwd=self.path, timeout=120,
                              env={**os.environ, **variables})


@unittest.skipUnless(ssdc.has_compiler(), "without the compiler")
class With(Used):
    def test_runs_take_a_specialised_engine_and_find_the_same_numbers(self):
        design = ssdc.loads(drives.SMALL)["Drive"]
        fast, slow = (design.run("Mixed", engine=engine) for engine in ("jit", "generic"))
        self.assertEqual([json.loads(result.json())["host"]["engine"] for result in (fast, slow)], ["jit", "generic"])
        self.assertEqual(without_host(fast), without_host(slow))

    def test_an_experiment_takes_it_too(self):
        fast, slow = (ssdc.sweep(EXPERIMENT, engine=engine).csv for engine in ("jit", "generic"))
        self.assertEqual(fast, slow)

    def test_the_program_of_the_package_compiles(self):
        run = self.call("run", "d.ssd:Drive", "--workload", "Mixed", "--engine", "jit", "--format", "json")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(json.loads(run.stdout)["host"]["engine"], "jit")
        self.assertIn("define", self.call("dump", "d.ssd:Drive", "--stage", "ir").stdout)


@unittest.skipIf(ssdc.has_compiler(), "with the compiler")
class Without(Used):
    def test_the_error_says_how_to_get_it(self):
        for call in (lambda: ssdc.loads(drives.SMALL)["Drive"].run("Mixed", engine="jit"), lambda: ssdc.sweep(EXPERIMENT, engine="jit")):
            with self.assertRaises(ssdc.Error) as caught:
                call()
            self.assertEqual(caught.exception.code, "E0596")
            self.assertIn(GETS_IT, caught.exception.help)
        for words in (("run", "d.ssd:Drive", "--engine", "jit"), ("build", "d.ssd:Drive"), ("dump", "d.ssd:Drive", "--stage", "ir")):
            done = self.call(*words)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("error[E0596]", done.stderr)
            self.assertIn(GETS_IT, done.stderr)

    def test_another_version_of_it_is_not_used(self):
        information = self.path / "ssdc_jit-0.0.1.dist-info"
        for folder in (self.path / "ssdc_jit", information):
            folder.mkdir()
        (self.path / "ssdc_jit/__init__.py").touch()
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: ssdc-jit\nVersion: 0.0.1\n")
        program = """import json, ssdc
design = ssdc.load("d.ssd")["Drive"]
print(json.loads(design.run("Mixed").json())["host"]["engine"])
for call in (lambda: design.run("Mixed", engine="jit"), lambda: ssdc.sweep("d.ssd", engine="jit")):
    try:
        call()
    except ssdc.Error as error:
        print(error.code, error)
"""
        done = subprocess.run([drives.PYTHON, "-c", program], capture_output=True, text=True, cwd=self.path, timeout=120,
                              env={**os.environ, "PYTHONPATH": str(self.path)})
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "generic")
        said = f"E0596 error[E0596]: ssdc-jit 0.0.1 is installed, but does not belong to this ssdc {ssdc.__version__}"
        self.assertEqual([line.startswith(said) for line in lines[1::2]], [True, True], done.stdout)
        self.assertEqual(done.stdout.count("--force-reinstall --no-index --find-links FOLDER 'ssdc[jit]'"), 2)
        self.assertEqual(done.stderr.count("ssdc-jit 0.0.1 is installed"), 1, "a warning")


if __name__ == "__main__":
    unittest.main()
