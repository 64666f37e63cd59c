"""Several flows in one workload (host.flows, generator.flows)."""
from drive import S, S_PAGES

# The keys of a workload on the base S; pages are 2 KiB.
READS = "requests: 300  read: 100%  size: 2KiB"
WRITES = "requests: 300  write: 100%  size: 2KiB"
MIXED = "requests: 300  read: 60%  trim: 5%  size: mix(50%: 1KiB, 50%: 4KiB)"
# Each channel has the odd or the even pages with this order.
BY_CHANNEL = "allocation: static channel > die > plane > chip"


def one_flow(p):
    """A workload of one flow is the workload with its keys."""
    designs = {"static": "", "buffer": "buffer { size: 32KiB  latency: 5us }", "queues": "host { queue: 2  queues: 2 }",
               "dynamic": "allocation: dynamic channel > die > plane > chip"}
    for name, design in designs.items():
        for keys in (MIXED, f"{MIXED}  closed: 4", f"{WRITES}  interval: exponential(150us)"):
            p.equal(p.run(design, f"flow a {{ {keys} }}"), p.run(design, keys), f"{name}, {keys}", ignoring=("flows",))


def flows_apart(p):
    """Flows on channels of their own do not disturb each other: of both the pages are two apart, and the second begins
    with an odd one."""
    for loop in ("interval: 90us", "closed: 1"):
        flow = f"requests: 60  size: 2KiB  address: stride(4KiB)  {loop}  read: 50%  seed: 3"
        first = f"flow a {{ {flow}  over: 0KiB .. 512KiB }}"
        second = f"flow b {{ {flow}  over: 2KiB .. 512KiB }}"
        both = p.run(BY_CHANNEL, f"{first} {second}")
        for name, alone, flow in (("first", first, both["flows"][0]), ("second", second, both["flows"][1])):
            result = p.run(BY_CHANNEL, alone)
            for key in ("response", "read", "write", "last_completion_ns"):
                p.same(flow[key], result[key], f"{loop}, {key} of the {name} flow beside the other")


def endless_flows_add_up(p):
    """A run without a clock that repeats flows in rounds to the end of the drive's life counts the requests of all its
    passes by flow: their sums are those of the host."""
    design = ("geometry { channels: 2  chips: 1  dies: 1  planes: 1  blocks: 16  pages: 8 }  nand { endurance: 4 }  "
              "host { read_unwritten: none }")
    load = "loop: shared  flow a { requests: 60  write: 100%  size: 2KiB  closed: 1 }  flow b { requests: 60  read: 50%  size: 2KiB  closed: 2 }"
    x = p.run(design, load, rows=False, options=("--only", "ftl", "--until", "end_of_life"))
    for key in ("read", "written"):
        p.same(sum(flow["bytes"][key] for flow in x["flows"]), x["bytes." + key], f"bytes {key}")
    p.expect(x["bytes.written"] > 2 * 120 * 2048, "the life ended before the second pass was through")


def flows_add_up(p):
    """Counts of flows sum to those of the host, and each closed flow of depth 1 has one request in the drive."""
    endless_flows_add_up(p)
    load = f"flow a {{ {READS}  closed: 1 }}  flow b {{ {WRITES}  closed: 1  over: 50% .. 100% }}"
    for design in ("", "allocation: dynamic channel > die > plane > chip", "buffer { size: 32KiB  latency: 5us }"):
        result = p.run(design, load)
        flows = result["flows"]
        for key in ("read", "write"):
            p.same(sum(flow[key]["count"] for flow in flows), result[f"{key}.count"], f"{design}: {key}s")
            p.same(sum(flow["bytes"][key if key == "read" else "written"] for flow in flows),
                   result["bytes.read" if key == "read" else "bytes.written"], f"{design}: bytes of {key}s")
        p.same([flow["response"]["count"] for flow in flows], [300, 300], f"{design}: requests of each")
        for direction in ("read", "write"):  # every request arrives when the one before it is complete
            rows = [row for row in result.rows if row["direction"] == direction]
            p.expect(all(a["completion_ns"] == b["arrival_ns"] for a, b in zip(rows, rows[1:])),
                     f"{design}: the {direction}s do not follow each other")
        low = [row["offset_bytes"] for row in result.rows if row["direction"] == "write"]
        p.expect(min(low) >= S_PAGES // 2 * 2048, f"{design}: a write at {min(low)} is outside its part")


def end_with_first(p):
    """With `until: first` no request arrives behind the end of the first flow that is through."""
    load = f"until: first  flow a {{ {READS}  closed: 1 }}  flow b {{ {WRITES}  closed: 2 }}"
    for design in ("", "allocation: dynamic channel > die > plane > chip"):
        result = p.run(design, load)
        rows = [row for row in result.rows if row["completion_ns"]]
        ends = {kind: [row["completion_ns"] for row in rows if row["direction"] == kind] for kind in ("read", "write")}
        p.expect(300 in (len(ends["read"]), len(ends["write"])), f"{design}: no flow is through")
        end = min(max(times) for times in ends.values() if len(times) == 300)
        p.expect(all(row["arrival_ns"] < end for row in rows), f"{design}: a request arrives after {end}")
        p.expect(min(len(times) for times in ends.values()) < 300, f"{design}: both flows are through")
