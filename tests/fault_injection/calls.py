"""The calls of the program that run.py makes fail. Each one does little work, and all together reach every command."""
import dataclasses
import gzip
import pathlib

DESIGN = """design D { geometry { channels: 2 chips: 2 dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }
workload W { requests: 60  write: 100%  size: 4KiB  interval: 1us  seed: 1 }
workload V { requests: 40  write: 50%  size: 4KiB  interval: 2us  seed: 1 }
experiment E { vary design: [D]  vary workload: [W, V]  measure waf, iops  plot bars(iops) by workload }
"""
RESTARTED = """import "d.ssd"
design R from D { start { state: snapshot("kept.snap") } }
"""
TRACE = "".join(f"{128166372003061629 + 1000 * i},host,0,{'Write' if i % 3 else 'Read'},{4096 * (i * 7 % 50)},4096,100\n" for i in range(80))

FILES = {
    "d.ssd": DESIGN.encode(), "restarted.ssd": RESTARTED.encode(),
    "prebuilt.ssd": (pathlib.Path(__file__).parents[2] / "examples/first.ssd").read_bytes(),
    "bad.ssd": b"design D { geometry { channels: none } }\n", "ugly.ssd": DESIGN.replace(" }", "}").encode(),
    "t.csv": TRACE.encode(), "t.csv.gz": gzip.compress(TRACE.encode(), mtime=0), "old": b"of an earlier call\n",
    "old.svg": b"of an earlier call\n",
}


@dataclasses.dataclass(frozen=True)
class Call:
    """`after`: what is called before it, without faults. `program`: what is called, if that is not ssdc."""
    words: str
    after: tuple = ()
    code: int = 0
    program: str = ""

    @property
    def name(self):
        return f"{self.program} {self.words}".strip()


FULL_RUN = "run d.ssd --workload W --engine generic -o r.json --requests-out q.csv --timeline t.trace --save-snapshot s.snap"
EXPERIMENT = "run d.ssd:E -o results --jobs 1"
SOME_POINTS = "run d.ssd:E -o results --jobs 1 --points 1"
TRACED = "run d.ssd --trace t.csv --fold modulo --engine generic"
SNAPSHOT = "run d.ssd --workload W --engine generic --save-snapshot kept.snap"

CALLS = [
    Call("--version"),
    Call("check d.ssd"),
    Call("check bad.ssd", code=1),
    Call("check d.ssd --format json"),
    Call("new fresh"),
    Call("run d.ssd --workload W --engine generic --no-cache --check"),
    Call("run d.ssd --workload W --engine jit"),
    Call("run d.ssd --workload W --engine jit", after=("run d.ssd --workload W --engine jit",)),
    Call("run prebuilt.ssd --requests 50"),
    Call("explain d.ssd --engine"),
    Call(FULL_RUN),
    Call(FULL_RUN, after=(FULL_RUN + " --seed 7",)),
    Call(TRACED),
    Call(TRACED, after=(TRACED,)),
    Call("run d.ssd --trace t.csv.gz --fold modulo --engine generic -o -"),
    Call("run restarted.ssd --workload W --engine generic", after=(SNAPSHOT,)),
    Call(EXPERIMENT),
    Call(EXPERIMENT, after=(EXPERIMENT,)),
    Call("run d.ssd:E -o results --jobs 2"),
    Call(EXPERIMENT, after=(SOME_POINTS,)),
    Call("run d.ssd:E --dry-run"),
    Call("blame d.ssd --workload W -o b.json"),
    Call("explain d.ssd"),
    Call("explain metrics"),
    Call("fmt ugly.ssd"),
    Call("fmt ugly.ssd --check", code=1),
    Call("diff d.ssd ugly.ssd"),
    Call("draw d.ssd --view tree"),
    Call("draw d.ssd --view allocation -o -"),
    Call("draw d.ssd --view timing --workload W -o old.svg"),
    Call("draw d.ssd --view heat --workload W -o heat.svg"),
    Call("probe d.ssd -o figures"),
    Call("trace info t.csv"),
    Call("trace info t.csv", after=("trace info t.csv",)),
    Call("trace info t.csv.gz"),
    Call("trace info t.csv.zst", after=("trace convert t.csv --to msr -o t.csv.zst",)),
    Call("trace generate Fin1 --to msr --requests 100 -o w.csv"),
    Call("trace convert t.csv --to spc -o old"),
    Call("trace convert t.csv.gz --to msr -o c.csv.gz"),
    Call("trace fit t.csv -o f.ssd"),
    Call("build d.ssd -o sim"),
    Call("build d.ssd -o sim.so --shared"),
    Call("--workload W -o r.json", program="./sim", after=("build d.ssd -o sim",)),
    Call("cache", after=("run d.ssd --workload W --engine jit",)),
    Call("cache --clear", after=("trace info t.csv",)),
    Call("reference -o old"),
    Call("completion bash"),
    Call("dump d.ssd --stage ast"),
    Call("dump d.ssd --stage plan"),
    Call("dump d.ssd --stage ir-opt"),
]
