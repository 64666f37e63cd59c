"""Tables that policies learn in, and streams of pages that collection moves (table.entries, table.events,
collection.stream)."""
from isolation import BASES, FTL, WIDE
from row import Row

RANDOM = "requests: 12000  write: 100%  size: 2KiB  address: uniform over 90%  closed: 2"


def by_table(choice, tables, gc=""):
    return ("allocation: write_order { order: channel > die > plane > chip  streams: [hot, cold]  "
            f"stream(r): {choice} }}  gc {{ {gc} }}  {tables}")


def never_table(p):
    """A table whose values never decide anything."""
    heat = "tables { heat { of: lpn  values: 0 .. 9  on_write(w): min(heat[w.lpn] + 1, 9) } }"
    for base in BASES:
        for gc in ("", "active: by_stream"):
            p.equal(p.run(by_table("if r.lpn < 99 and heat[r.lpn] < 10 then cold else hot", heat, gc), RANDOM, base=base),
                    p.run(by_table("if r.lpn < 99 then cold else hot", "", gc), RANDOM, base=base), f"{gc}, a table that decides nothing")


def tables_count(p):
    """A table that counts the host's pages sends exactly the first 5,000 of them to one stream."""
    count = "tables { seen { values: 0 .. 100_000  on_write(w): seen + 1 } }"
    for base in BASES:
        for options in ((), FTL):
            result = p.run(by_table("if seen < 5000 then hot else cold", count, "active: by_stream"), RANDOM, base=base, options=options, rows=False)
            p.same([s["host_programs"] for s in result["streams"]], [5000, 7000], "host programs of the streams")


def tables_hear_every_event(p):
    """Writes, moves and erases that tables count are those of the report: with one of them a bound below it is reached,
    with one above it is not."""
    events = {"on_write(w)": "flash.host_programs", "on_move(m)": "flash.collection_programs", "on_erase(b)": "gc.collections"}
    for event, count in events.items():
        tables = f"tables {{ seen {{ values: 0 .. 1_000_000  {event}: seen + 1 }} }}"
        with_bound = lambda bound: p.run(by_table(f"if seen < {bound} then hot else cold", tables, "active: by_stream"), RANDOM, base=WIDE,
                                         options=FTL, rows=False)
        total = with_bound(1_000_000)[count]
        p.expect(total > 500, f"{event}: only {total} events")
        p.same(with_bound(total + 1)["streams"][1]["host_programs"], 0, f"{event}: pages of the host beyond a bound that is not reached")
        p.expect(with_bound(total - 100)["streams"][1]["host_programs"] > 0, f"{event}: a bound that is reached is not seen")


def moved_pages_go_where_it_says(p):
    """The host writes to one stream, and what is moved goes to the other: only the pages that leave the host's blocks
    are moved from it, all others from the other, and the sum is the drive's. Moved pages that stay where they are
    (`m.stream`) never reach the other stream."""
    for base in BASES:
        away = p.run(by_table("hot", "", "active: by_stream  stream(m): cold"), RANDOM, base=base, options=FTL, rows=False)
        own = p.run(by_table("hot", "", "active: by_stream  stream(m): m.stream"), RANDOM, base=base, options=FTL, rows=False)
        for result in (away, own):
            p.same(sum(s["collection_programs"] for s in result["streams"]), result["flash.collection_programs"], "moves of both streams")
            p.same(result["streams"][1]["host_programs"], 0, "host programs of the other stream")
        p.expect(away["streams"][1]["collection_programs"] > 100, "nothing is moved twice")
        p.same(own["streams"][1]["collection_programs"], 0, "moves of the other stream")


def tables_alone(p):
    """With and without a clock tables have the same values, and the map is the same."""
    tables = ("tables { age { of: lpn  on_write(w): seen  on_move(m): age[m.lpn] / 2 }  seen { on_write(w): seen + 1  "
              "on_erase(b): seen + b.valid } }")
    text = by_table("if age[r.page] * 2 > seen then hot else cold", tables,
                    "active: by_stream  stream(m): if age[m.lpn] * 3 > seen then hot else cold")
    for base in BASES:
        whole, alone = (p.run(text, RANDOM, base=base, options=options, rows=False) for options in ((), FTL))
        p.same(alone["streams"], whole["streams"], "pages of the streams")
        for key in ("flash.host_programs", "flash.collection_programs", "flash.erases", "gc.collections"):
            p.same(alone[key], whole[key], key)


ROWS = [
    Row("never_table", "table.entries table.events place.streams",
        "A feature that never acts equals its absence, bit for bit: a table that decides nothing.",
        never_table),
    Row("tables_count", "table.entries table.events",
        "A table that counts pages of the host sends exactly the first n of them to one stream.",
        tables_count),
    Row("tables_hear_every_event", "table.events",
        "Tables hear of as many writes, moves and erases as the report counts.",
        tables_hear_every_event),
    Row("moved_pages_go_where_it_says", "collection.stream account.streams",
        "Moved pages are in the stream that `stream(m)` gives, and the moves of all streams are the drive's.",
        moved_pages_go_where_it_says),
    Row("tables_alone", "table.events collection.stream only_ftl.results",
        "Designs with tables and `stream(m)` have the same counts without a clock as with one, exactly.",
        tables_alone),
]
