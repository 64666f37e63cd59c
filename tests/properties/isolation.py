"""Placement handles, collection that keeps streams apart, and flows that share a loop (place.streams,
collection.active, generator.rounds)."""
import re

# One plane, or one superblock over four planes; 64 blocks of 16 pages of 2 KiB each.
PLANE = """
design Plane {
  geometry { channels: 1  chips: 1  dies: 1  planes: 1  blocks: 64  pages: 16  page: 2KiB  spare: 0B }
  capacity { overprovision: 25% }
  gc { trigger: free_blocks < 8 }
}
"""
WIDE = """
design Wide {
  geometry { channels: 2  chips: 1  dies: 1  planes: 2  blocks: 64  pages: 4  page: 2KiB  spare: 0B }
  capacity { overprovision: 25% }
  allocation: write_order channel > die > plane > chip
  gc { superblock: device  trigger: free_blocks < 32 }
}
"""
BASES = (PLANE, WIDE)


def by_handle(text):
    return f"allocation: write_order {{ order: channel > die > plane > chip  streams: handles(2) }}  {text}"


# A log over three fifths that is written in a circle, and a table over one fifth that is written at random.
LOG = "requests: 12000  write: 100%  size: 2KiB  address: sequential  over: 0% .. 60%  closed: 3"
TABLE = "requests: 4000  write: 100%  size: 2KiB  address: uniform  over: 60% .. 80%  closed: 1"
BOTH = f"loop: shared  flow log {{ {LOG}  handle: 0 }}  flow table {{ {TABLE}  handle: 1 }}"
TWO_LOGS = (f"loop: shared  flow log {{ {LOG}  handle: 0 }}  flow other {{ requests: 4000  write: 100%  size: 2KiB  "
            "address: sequential  over: 60% .. 95%  closed: 1  handle: 1 }")
FTL = ("--only", "ftl")


def handles_are_streams(p):
    """`handles(n)` is what streams with names and a function of the handle are."""
    named = "allocation: write_order { order: channel > die > plane > chip  streams: [h0, h1]  stream(r): if r.handle == 1 then h1 else h0 }"
    for base in BASES:
        for gc in ("", "gc { active: by_stream }"):
            p.equal(p.run(by_handle(gc), BOTH, base=base), p.run(f"{named}  {gc}", BOTH, base=base), f"{gc}, handles and names")


def isolated_logs_move_nothing(p):
    """Two logs in circles of different speed: what is written together becomes invalid together only if they are apart,
    also in collection."""
    for base in BASES:
        apart = p.run(by_handle("gc { active: by_stream }"), TWO_LOGS, base=base, options=FTL, rows=False)
        mixed = p.run("allocation: write_order channel > die > plane > chip", TWO_LOGS, base=base, options=FTL, rows=False)
        p.same(apart["flash.collection_programs"], 0, "apart: pages moved")
        p.expect(mixed["flash.collection_programs"] > 1000, f"mixed: only {mixed['flash.collection_programs']} pages moved")


def streams_never_mix(p):
    """A stream that writes each page once, and is never overwritten, is never moved if collection keeps it apart, and
    the other stream pays for its own pages only: it is a drive of its own with what the first one leaves."""
    once = "flow cold { requests: 300  write: 100%  size: 2KiB  address: sequential  over: 0% .. 40%  closed: 1  handle: 0 }"
    hot = "flow hot { requests: 12000  write: 100%  size: 2KiB  address: sequential  over: 50% .. 90%  closed: 30  handle: 1 }"
    for base in BASES:
        result = p.run(by_handle("gc { active: by_stream }"), f"loop: shared  {once}  {hot}", base=base, options=FTL, rows=False)
        p.same(result["flash.collection_programs"], 0, "pages moved")


def one_stream_apart(p):
    """With one stream `by_stream` is `separate`."""
    for base in BASES:
        for placement in ("static", "write_order") if base is PLANE else ("write_order",):
            text = f"allocation: {placement} channel > die > plane > chip"
            p.equal(p.run(f"{text}  gc {{ active: by_stream }}", BOTH, base=base),
                    p.run(f"{text}  gc {{ active: separate }}", BOTH, base=base), f"{placement}, one stream")


def streams_count_their_pages(p):
    """Apart, each stream has the pages that its flow writes, only the table has moves, and these are the drive's."""
    for base in BASES:
        for options in ((), FTL):
            result = p.run(by_handle("gc { active: by_stream }"), BOTH, base=base, options=options, rows=False)
            log, table = result["streams"]
            p.same((log["host_programs"], table["host_programs"]), (12000, 4000), "host programs of log and table")
            p.same((log["collection_programs"], log["write_amplification"]), (0, 1), "moves of the log")
            p.expect(table["collection_programs"] > 100, f"the table has only {table['collection_programs']} moves")
            p.same(table["collection_programs"], result["flash.collection_programs"], "moves of the table and of the drive")
            p.same(table["write_amplification"], 1 + table["collection_programs"] / 4000, "amplification of the table")


def counts_alone(p):
    """Without a clock these designs have the counts of a run with one."""
    for base in BASES:
        for gc in ("", "gc { active: by_stream }"):
            whole, alone = (p.run(by_handle(gc), BOTH, base=base, options=options, rows=False) for options in ((), FTL))
            for key in ("flash.host_programs", "flash.collection_programs", "flash.erases", "gc.collections"):
                p.same(alone[key], whole[key], f"{gc}: {key}")


def rounds_share_by_depth(p):
    """With `until: first` each flow has had its depth's share of the requests; the loop is as deep as all together."""
    for depths in ((1, 1), (4, 1), (3, 5)):
        flows = "  ".join(f"flow f{i} {{ requests: {600 * depths[0] if i == 0 else 9000}  write: 100%  size: 2KiB  address: uniform  closed: {depth} }}"
                          for i, depth in enumerate(depths))
        result = p.run("", f"loop: shared  until: first  {flows}", base=PLANE)
        counts = [flow["response"]["count"] for flow in result["flows"]]
        p.same(counts, [600 * depths[0], 599 * depths[1]], f"depths {depths}: requests of each")
        p.same(sum(1 for row in result.rows if row["arrival_ns"] == 0), sum(depths), f"depths {depths}: arrivals at 0")


def rounds_of_one(p):
    """A loop that is shared with nobody is the flow's own."""
    for base in BASES:
        alone = re.sub(r"flow table.*", "", BOTH)
        p.equal(p.run("", alone, base=base), p.run("", alone.replace("loop: shared", ""), base=base), "one flow")
