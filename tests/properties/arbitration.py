"""Host queues that do not take turns, and the limit of all of them (host.arbitration, host.outstanding, host.flows 3)."""
from drive import S_PAGES, mixed

DESIGNS = {"static": "", "buffer": "buffer { size: 32KiB  latency: 5us }",
           "dynamic": "allocation: dynamic channel > die > plane > chip"}
MIXED = "requests: {}  read: 60%  trim: 5%  size: mix(50%: 1KiB, 50%: 4KiB)"


def flows(*keys):
    return "until: first  " + "  ".join(f"flow f{i} {{ {key} }}" for i, key in enumerate(keys))


def weights_share(p):
    """Both flows always have a request that waits (12 in each loop, 8 in the drive), so of any four requests admitted in a
    row three are of the first flow. Up to 12 requests of the second one are complete only after the first is through."""
    reads = "read: 100%  size: 2KiB  closed: 12"
    load = flows(f"requests: 6000  {reads}  over: 0% .. 50%", f"requests: 6000  {reads}  over: 50% .. 100%")
    for name, design in DESIGNS.items():
        result = p.run(f"host {{ queues: 2  outstanding: 8  arbitration: weighted([3, 1]) }}  {design}", load)
        first, second = result["flows"]
        p.close(first["iops"] / second["iops"], 3, 0.01, f"{name}: requests a second")
        border = S_PAGES // 2 * 2048
        ends = [[row["completion_ns"] for row in result.rows if (row["offset_bytes"] >= border) == late and row["completion_ns"]]
                for late in (False, True)]
        p.same(len(ends[0]), 6000, f"{name}: requests of the first flow")
        beside = sum(end <= max(ends[0]) for end in ends[1])
        p.expect(abs(beside - 2000) <= 9, f"{name}: {beside} requests of the second flow beside 6000 of the first one")


def weights_of_one(p):
    """Bursts of one request are turns."""
    loads = {"open": mixed(5), "flows": flows(MIXED.format(300) + "  closed: 8", MIXED.format(300) + "  closed: 3")}
    for limit in ("outstanding: 3", "queue: 2", "outstanding: 5  queue: 4"):
        for name, design in DESIGNS.items():
            for kind, load in loads.items():
                one = p.run(f"host {{ queues: 2  {limit}  arbitration: weighted([1, 1]) }}  {design}", load)
                other = p.run(f"host {{ queues: 2  {limit} }}  {design}", load)
                p.equal(one, other, f"{limit}, {name}, {kind}")


def outstanding_beyond(p):
    """A limit that is never reached limits nothing."""
    load = flows(MIXED.format(300) + "  closed: 8", MIXED.format(300) + "  interval: 90us")
    for host in ("queues: 2", "queues: 2  queue: 2", "queues: 2  queue: 3  arbitration: weighted([3, 1])", "queue: 4"):
        for name, design in DESIGNS.items():
            one = p.run(f"host {{ {host}  outstanding: 16777216 }}  {design}", load)
            p.equal(one, p.run(f"host {{ {host} }}  {design}", load), f"{host}, {name}")


def outstanding_of_one_queue(p):
    """The limit of all queues is that of the only one."""
    for name, design in DESIGNS.items():
        for load in (mixed(7), (mixed(7), 6)):
            one = p.run(f"host {{ outstanding: 3  queue: 20 }}  {design}", load)
            p.equal(one, p.run(f"host {{ queue: 3 }}  {design}", load), name)


def empty_queue(p):
    """A queue to which nobody submits changes nothing for the others."""
    def load(second):
        return flows(MIXED.format(300) + "  closed: 8  queue: 0", MIXED.format(300) + f"  closed: 5  queue: {second}")
    for arbitration, with_empty in (("round_robin",) * 2, ("weighted([2, 1])", "weighted([2, 5, 1])")):
        for name, design in DESIGNS.items():
            one = p.run(f"host {{ queues: 3  outstanding: 4  arbitration: {with_empty} }}  {design}", load(2))
            other = p.run(f"host {{ queues: 2  outstanding: 4  arbitration: {arbitration} }}  {design}", load(1))
            p.equal(one, other, f"{arbitration}, {name}")
    one = p.run("host { queues: 3  outstanding: 4  arbitration(q): q.oldest }", load(2))
    p.equal(one, p.run("host { queues: 2  outstanding: 4  arbitration(q): q.oldest }", load(1)), "q.oldest")
