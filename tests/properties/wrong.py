"""Variants of properties that must fail: they show that the properties can fail."""
import dataclasses


@dataclasses.dataclass
class Wrong:
    """A design with `new` in place of `old` must make the property fail."""
    name: str
    old: str
    new: str
    text: str


# Each changes a design or a load, and the property must fail then.
WRONG = [
    Wrong("requests_in_order", "reorder: requests", "reorder: any", "requests begin when they can"),
    Wrong("always_reads_all", "buffer: 1000  when: always", "buffer: 1000", "collections without conflict move over the bus"),
    Wrong("without_conflict", "buffer: 16", "buffer: 16  when: always", "all collections are streams"),
    Wrong("never_wear", "threshold: 1000000000", "threshold: 0", "levelling acts"),
    Wrong("never_endurance", "endurance: 1000000000", "endurance: 1", "blocks wear out"),
    Wrong("even_cost", "u.busy_for + u.queued * 250us", "u.channel", "the cost prefers channel 0"),
    Wrong("paced_writes", "flush: eager", "flush: full", "nothing is flushed before its slot is needed"),
    Wrong("left_dirty", "flush: above 30%", "flush: above 60%", "more may be dirty than stated"),
    Wrong("queue_depth", "queue: 1 ", "queue: 2 ", "queues are deeper than stated"),
    Wrong("cache_register", "cache: always", "cache: never", "there is no cache register"),
    Wrong("one_flow", "flow a {", "flow a { seed: 2 ", "the flow draws other numbers"),
    Wrong("flows_apart", "over: 2KiB .. 512KiB", "over: 0KiB .. 512KiB", "both flows use one channel"),
    Wrong("flows_add_up", "over: 50% .. 100%", "over: 0% .. 100%", "the part is the whole space"),
    Wrong("weights_share", "weighted([3, 1])", "weighted([2, 1])", "the weights are 2 : 1"),
    Wrong("weights_of_one", "weighted([1, 1])", "weighted([2, 1])", "bursts of two"),
    Wrong("outstanding_beyond", "outstanding: 16777216", "outstanding: 2", "two requests are in the drive"),
    Wrong("outstanding_of_one_queue", "outstanding: 3", "outstanding: 4", "one more is in the drive"),
    Wrong("empty_queue", "weighted([2, 5, 1])", "weighted([2, 5, 2])", "the last queue has another weight"),
    Wrong("end_with_first", "until: first", "until: all", "all flows run to their end"),
    Wrong("one_phase", "phase a {", "phase a { seed: 2 ", "the phase draws other numbers"),
    Wrong("phases_follow", "interval: 3ms  for: 20ms", "interval: 3ms  requests: 7", "the phase does not wait"),
    Wrong("warm_up_is_start_run", "counted: no", "counted: yes", "the warm-up counts"),
    Wrong("warm_up_without_a_clock", "until: 0.5 drive_writes", "until: 0.6 drive_writes", "more is written"),
    Wrong("bursts_have_their_share", "off: 4ms", "off: 3ms", "the pauses are shorter"),
    Wrong("handles_are_streams", "r.handle == 1", "r.handle == 2", "all writes have one stream"),
    Wrong("isolated_logs_move_nothing", "handle: 1", "handle: 0", "both logs have one handle"),
    Wrong("streams_never_mix", "handle: 1", "handle: 0", "both flows have one handle"),
    Wrong("rounds_share_by_depth", "loop: shared", "loop: own", "each flow is as fast as the drive lets it be"),
    Wrong("transferred", "complete_write: transferred", "complete_write: programmed", "writes complete when programmed"),
    Wrong("a_page_is_no_unit", "ftl { unit: 2KiB }", "ftl { unit: 1KiB }", "units are half a page"),
    Wrong("dram_without_work", "entry: 0B", "entry: 1B", "entries take time"),
    Wrong("most_written", "entry: 4096B", "entry: 3072B", "entries are smaller"),
    Wrong("unit_superblock_of_one", "superblock: die", "superblock: device", "superblocks have several planes"),
    Wrong("unit_superblock_is_block", "trigger: free_blocks < 16", "trigger: free_blocks < 24", "superblocks are collected earlier"),
    Wrong("lock_step", "energy { read: 200pJ", "energy { read: 100pJ", "a read takes the energy of one plane"),
    Wrong("lock_step", "command: 400ns", "command: 200ns", "the planes take one command"),
    Wrong("units_fill_pages", "flush: eager", "flush: full", "units wait in the buffer"),
    Wrong("hashed_maps_are_even", "(lpn xor (lpn >> 3)) % 8", "(lpn | (lpn >> 3)) % 8", "the bits are combined by `|`"),
    Wrong("bits_are_arithmetic", "lpn >> 2 & 7", "lpn >> 1 & 7", "the shift is shorter"),
    Wrong("last_write_is_the_age", "0us - b.last_write", "b.last_write", "the youngest block is collected"),
    Wrong("last_write_and_age_make_the_time", "b.last_write + b.age == now", "b.last_write + b.age == now + 1ns", "no event is at its time"),
    Wrong("equal_operations_keep_their_order", "-op.bytes", "0 - op.lpn", "the page decides"),
    Wrong("short_transfers_first", "-op.bytes", "op.bytes", "the longer read goes first"),
]
