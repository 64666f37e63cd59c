"""Designs for the tests of the package."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = os.environ["SSDC_PROGRAM"]
PYTHON = sys.executable

SMALL = """param ways: int = 2
design Drive {
  geometry { channels: 2  chips: ways  dies: 1  planes: 1  blocks: 64  pages: 32  page: 4KiB }
  gc { victim: greedy }
}
design Other from Drive { gc { trigger: free_pages < 10% } }
workload Mixed { requests: 2000  write: 50%  size: 4KiB  address: uniform  closed: 8 }
workload Writes { requests: 1000  write: 100%  size: 4KiB  address: uniform  interval: 400us }
"""
# As long as it takes: for runs that are ended.
ENDLESS = SMALL + "workload Endless { requests: 30_000_000  write: 50%  size: 4KiB  address: uniform  closed: 8 }\n"
