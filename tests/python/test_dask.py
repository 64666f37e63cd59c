"""A small form of dask_proof.py: a sweep on a Dask cluster of two processes gives the bytes of `ssdc run`, although a
worker and then the client are killed."""
import os
import pathlib
import subprocess
import sys
import unittest

import drives

FRAMES = pathlib.Path(os.environ["SSDC_FRAMES"])
PROOF = drives.ROOT / "tests/python/dask_proof.py"
POINTS = 400


@unittest.skipUnless((FRAMES / "distributed").exists(), "needs the package distributed")
class Dask(unittest.TestCase):
    def test_kills(self):
        places = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(FRAMES)]))
        words = [sys.executable, PROOF, "--points", str(POINTS), "--batch", "0.02", "--only", "kills", "--program", drives.PROGRAM]
        done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": places})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("killed a worker after 100 runs", done.stdout)
        self.assertIn("equal bytes", done.stdout)
        print(done.stdout.splitlines()[1])
