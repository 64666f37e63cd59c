"""The firmware's cores, and what writes that wait for a slot of the buffer wait for."""
from drive import COMMAND as C, COUNTED_BY_ONE_LOOP, PAGE as X, PROGRAM, T, mixed, r, trim, w
from general import SLOT_WAITS, VARIANTS, seeds
from row import Row

NAMES = ("static", "dynamic", "cost", "wise", "suspend", "preempt", "any_idle", "superblock", "link", "buffer")


def with_host(name, text):
    """The variant with more keys of its host."""
    variant = VARIANTS[name]
    return variant.replace("host { ", f"host {{ {text}  ", 1) if "host { " in variant else f"{variant}  host {{ {text} }}"


def cores_are_a_command(p):
    """With a core for each request that can be in the drive and one time for all, the firmware is a longer `command`;
    with times of 0 it is nothing."""
    for seed in seeds(p):
        for name in NAMES:
            if name == "link":  # it has a command time of its own
                continue

            def run(text):
                return p.run(with_host(name, f"queue: 8  {text}"), mixed(seed))
            same = "read: 9us  write: 9us  trim: 9us"
            cores, command = run(f"firmware {{ cores: 8  {same} }}"), run("command: 9us")
            p.same(cores.ends, command.ends, f"{name}, seed {seed}: completions with 8 cores")
            p.same({row["firmware_ns"] for row in cores.rows}, {9_000}, f"{name}, seed {seed}: firmware with 8 cores")
            p.equal(run("firmware { cores: 1 }"), run(""), f"{name}, seed {seed}: no time", ignoring=COUNTED_BY_ONE_LOOP)


def cores_in_order(p):
    """Requests that need no flash are complete when their core is through: the k-th of n at time 0 on c cores at
    ceil(k / c) times its time."""
    for cores in (1, 3, 8):
        for pages in (1, 3):
            text = (f"host {{ firmware {{ cores: {cores}  read: 3us  trim: 5us  per_page: 1us }}  read_unwritten: none }}"
                    "  start { state: erased }")
            x = p.run(text, [r(0, i % 2 * pages, pages) for i in range(50)], base=T)
            p.same(x.ends, [(k // cores + 1) * (3_000 + pages * 1_000) for k in range(50)], f"{cores} cores: reads")
            x = p.run(text, [trim(0, i % 2 * pages, pages) for i in range(50)], base=T)
            p.same(x.ends, [(k // cores + 1) * 6_000 for k in range(50)], f"{cores} cores: trims")


def more_cores(p):
    """More cores are not slower (5 %: collections begin at other times), and the firmware is never busier than its cores."""
    for name in NAMES:
        last = None
        for cores in (1, 2, 4, 16):
            text = f"firmware {{ cores: {cores}  read: 20us  write: 60us  per_page: 4us }}"
            x = p.run(with_host(name, text), (mixed(3, count=600), 16))
            total = x["last_completion_ns"]
            work = sum(20_000 * (row["direction"] == "read") + 60_000 * (row["direction"] == "write") for row in x.rows)
            p.expect(work <= cores * total, f"{name}, {cores} cores: {work} ns of work in {total} ns")
            if last:
                p.no_slower(total, last, 0.05, f"{name}: time of all requests with {cores} cores")
            last = total


def waits_for_slots(p):
    """What writes waited for that waited for a slot is within their wait; a full buffer of one slot waits for a whole
    program each time."""
    for seed in seeds(p):
        for flush in ("full", "eager", "above 30%"):
            x = p.run(f"buffer {{ size: 8KiB  latency: 700ns  flush: {flush} }}", mixed(seed, mean=20_000))
            waits = 0
            for row in x.rows:
                slot = sum(row[key] for key in SLOT_WAITS)
                waits += slot
                p.expect(slot <= row["buffer_ns"], f"{flush}, seed {seed}: {slot} of {row['buffer_ns']} ns")
                p.expect(row["direction"] == "write" or slot == 0, f"{flush}, seed {seed}: a {row['direction']} waits for a slot")
                p.expect(row["direction"] != "write" or not row["unit_ns"] + row["array_ns"] + row["collection_ns"],
                         f"{flush}, seed {seed}: a write waits for the flash")
            p.expect(waits > 0, f"{flush}, seed {seed}: no write waited for a slot")
    x = p.run("buffer { size: 2KiB  latency: 0ns  flush: full }  start { state: erased }  gc { trigger: free_blocks < 1 }",
              ([w(0, i) for i in range(8)], 1), base=T)
    p.same([row["slot_array_ns"] for row in x.rows], [0] + [PROGRAM] * 7, "array time of the programs that made room")
    p.same([row["slot_transfer_ns"] for row in x.rows], [0] + [C + X] * 7, "their time on the bus")


ROWS = [
    Row("cores_are_a_command", "host.firmware",
        "With a core for each request and one time for all the firmware is a longer command time; 0 ns changes nothing.",
        cores_are_a_command),
    Row("cores_in_order", "host.firmware",
        "The k-th of n requests at time 0 on c cores is through at ceil(k / c) x its time, exactly.",
        cores_in_order),
    Row("more_cores", "host.firmware",
        "More cores are not slower (5 %), and never work for longer than the run.",
        more_cores),
    Row("waits_for_slots", "account.slot_wait account.split",
        "What a write waited for that waited for a slot is within its wait; with one slot it is a whole program.",
        waits_for_slots),
]
