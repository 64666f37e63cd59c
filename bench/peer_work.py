"""The work that bench/compare_peers gives to another simulator and to ssdc, described once, and the files that it
becomes: a trace that both read, and what each needs to know of the drive (a design, parameters of MQSim or SSDsim)."""
import dataclasses
import random

PAGE = 4096
SECTORS = PAGE // 512
# The lines of a trace: time in ns, device, first sector, sectors, and what is done.
WRITE, READ = 0, 1


@dataclasses.dataclass(frozen=True)
class Drive:
    """Each chip has one die of one plane, so that multi-plane commands and interleaving, which these simulators use in
    different ways, do not occur. No block is ever collected: the drive has room for all that is written."""
    channels: int
    chips: int  # of each channel
    blocks: int
    pages: int
    read: int   # times in ns
    program: int
    erase: int
    megabytes: int  # that the bus of a channel transfers in a second
    command: int    # ns of the bus

    def all_pages(self):
        return self.channels * self.chips * self.blocks * self.pages


@dataclasses.dataclass(frozen=True)
class Request:
    time: int  # ns
    page: int
    pages: int
    kind: int  # WRITE or READ

    def line(self):
        return f"{self.time} 0 {self.page * SECTORS} {self.pages * SECTORS} {self.kind}"


def half_reads(requests):
    """Pages that are all written once, and then read and written at random, faster than the drive serves them, so that
    the queue never empties."""
    chance, pages, time = random.Random(1), 32_768, 0
    for page in range(pages):
        yield Request(time, page, 1, WRITE)
        time += 25_000
    for _ in range(requests):
        yield Request(time, chance.randrange(pages), 1, chance.randrange(2))
        time += 10_000


def small_writes(requests):
    """Writes of one to four pages at random, some two fifths of what the drive can take, and one read at the end,
    without which SSDsim divides by zero."""
    chance, time, first = random.Random(1), 0, 0
    for number in range(requests):
        page = chance.randrange(300_000)
        first = first if number else page
        yield Request(time, page, chance.randrange(1, 5), WRITE)
        time += chance.randrange(20_000, 60_000)
    yield Request(time + 10_000_000, first, 1, READ)


def trace(requests):
    return "".join(request.line() + "\n" for request in requests)


def trace_of_ssdsim(requests):
    """SSDsim ends at the last line without running it, if no line end follows. It never ends if that line comes while
    another request is in the drive."""
    listed = list(requests)
    return trace(listed) + dataclasses.replace(listed[-1], time=listed[-1].time + 10_000_000).line()


DEPTH = 32
MQSIM_DRIVE = Drive(channels=8, chips=4, blocks=128, pages=256, read=50_000, program=600_000, erase=3_000_000, megabytes=500, command=340)
SSDSIM_DRIVE = Drive(channels=8, chips=4, blocks=512, pages=64, read=20_000, program=200_000, erase=1_500_000, megabytes=200, command=35)

MQSIM_DESIGN = f"""  allocation: static channel > chip > die > plane
  host       {{ queue: {DEPTH}  transfer {{ program: sectors }} }}
  schedule   {{ priority(o): if o.is_read then 1 else 0 }}
"""
SSDSIM_DESIGN = """  allocation: dynamic channel > chip > die > plane
  host       { complete_write: transferred  transfer { program: sectors } }
"""


def design(drive, keys):
    return f"""design Peer {{
  geometry   {{ channels: {drive.channels}  chips: {drive.chips}  dies: 1  planes: 1  blocks: {drive.blocks}  pages: {drive.pages}  page: {PAGE}B }}
  nand       {{ read: {drive.read}ns  program: {drive.program}ns  erase: {drive.erase}ns  bus {{ rate: {drive.megabytes}MB/s  command: {drive.command}ns }} }}
  capacity   {{ overprovision: 25% }}
  gc         {{ trigger: free_blocks < 3 }}
{keys}}}
"""


def element(tag, inner):
    return f"<{tag}>\n{inner}</{tag}>\n"


def elements(fields):
    return "".join(f"<{name}>{value}</{name}>\n" for name, value in fields.items())


def numbers(count):
    return ",".join(map(str, range(count)))


def mqsim_flash(drive):
    kinds = ("LSB", "CSB", "MSB")
    return element("Flash_Parameter_Set", elements({
        "Flash_Technology": "SLC", "CMD_Suspension_Support": "NONE",
        **{f"Page_Read_Latency_{kind}": drive.read for kind in kinds},
        **{f"Page_Program_Latency_{kind}": drive.program for kind in kinds},
        "Block_Erase_Latency": drive.erase, "Block_PE_Cycles_Limit": 100_000, "Suspend_Erase_Time": 0, "Suspend_Program_Time": 0,
        "Die_No_Per_Chip": 1, "Plane_No_Per_Die": 1, "Block_No_Per_Plane": drive.blocks, "Page_No_Per_Block": drive.pages,
        "Page_Capacity": PAGE, "Page_Metadat_Capacity": 0}))


def mqsim_device(drive):
    """MQSim at its fastest: the whole map in memory, no cache of data, no filling beforehand, no logging."""
    return element("Device_Parameter_Set", elements({
        "Seed": 1, "Enabled_Preconditioning": "false", "Memory_Type": "FLASH", "HostInterface_Type": "NVME",
        "IO_Queue_Depth": 1024, "Queue_Fetch_Size": DEPTH, "Caching_Mechanism": "SIMPLE", "Data_Cache_Sharing_Mode": "SHARED",
        "Data_Cache_Capacity": 1 << 20, "Data_Cache_DRAM_Row_Size": 8192, "Data_Cache_DRAM_Data_Rate": 10_000,
        "Data_Cache_DRAM_Data_Busrt_Size": 1, "Data_Cache_DRAM_tRCD": 0, "Data_Cache_DRAM_tCL": 0, "Data_Cache_DRAM_tRP": 0,
        "Address_Mapping": "PAGE_LEVEL", "Ideal_Mapping_Table": "true", "CMT_Capacity": 1 << 26, "CMT_Sharing_Mode": "SHARED",
        "Plane_Allocation_Scheme": "CWDP", "Transaction_Scheduling_Policy": "OUT_OF_ORDER", "Overprovisioning_Ratio": 0.25,
        "GC_Exec_Threshold": 0.02, "GC_Block_Selection_Policy": "GREEDY", "Use_Copyback_for_GC": "false",
        "Preemptible_GC_Enabled": "false", "GC_Hard_Threshold": 0.005, "Dynamic_Wearleveling_Enabled": "false",
        "Static_Wearleveling_Enabled": "false", "Static_Wearleveling_Threshold": 100,
        "Preferred_suspend_erase_time_for_read": 0, "Preferred_suspend_erase_time_for_write": 0,
        "Preferred_suspend_write_time_for_read": 0, "Flash_Channel_Count": drive.channels, "Flash_Channel_Width": 1,
        "Channel_Transfer_Rate": drive.megabytes, "Chip_No_Per_Channel": drive.chips, "Flash_Comm_Protocol": "NVDDR2"})
        + mqsim_flash(drive))


def mqsim_files(drive):
    host = element("Host_Parameter_Set", elements({
        "PCIe_Lane_Bandwidth": 100.0, "PCIe_Lane_Count": 16, "SATA_Processing_Delay": 0,
        "Enable_ResponseTime_Logging": "false", "ResponseTime_Logging_Period_Length": 1_000_000}))
    flow = element("IO_Flow_Parameter_Set_Trace_Based", elements({
        "Priority_Class": "HIGH", "Device_Level_Data_Caching_Mode": "TURNED_OFF", "Channel_IDs": numbers(drive.channels),
        "Chip_IDs": numbers(drive.chips), "Die_IDs": 0, "Plane_IDs": 0, "Initial_Occupancy_Percentage": 0,
        "File_Path": "peer_trace", "Percentage_To_Be_Executed": 100, "Relay_Count": 1, "Time_Unit": "NANOSECOND"}))
    flows = element("MQSim_IO_Scenarios", element("IO_Scenario", flow))
    sets = element("Execution_Parameter_Set", host + mqsim_device(drive))
    head = '<?xml version="1.0" encoding="us-ascii"?>\n'
    return {"drive.xml": head + sets, "work.xml": head + flows}


def ssdsim_files(drive):
    """SSDsim with placement by what is idle, without a buffer, without advanced commands. A cycle of its bus is a
    byte, and its commands take seven. Where collection begins is a share of free pages that is not reached."""
    cycle = 1000 // drive.megabytes
    lines = {
        **{f"chip number[{channel}]": drive.chips for channel in range(drive.channels)},
        "dram capacity": 0, "channel number": drive.channels, "chip number": drive.channels * drive.chips, "die number": 1, "plane number": 1,
        "block number": drive.blocks, "page number": drive.pages, "subpage page": SECTORS, "page capacity": PAGE, "subpage capacity": 512,
        "t_PROG": drive.program, "t_DBSY": 0, "t_BERS": drive.erase, "t_WC": cycle, "t_R": drive.read, "t_RC": cycle,
        "erase limit": 100_000, "address mapping": 1, "wear leveling": 1, "gc": 1, "overprovide": 0.25, "gc threshold": 0.02,
        "gc hard threshold": 0.02, "buffer management": 0, "scheduling algorithm": 1, "allocation": 0, "static_allocation": 2,
        "dynamic_allocation": 0, "advanced command": 0, "advanced command priority": 0, "greed CB command": 0,
        "greed MPW command": 0, "aged": 0, "aged ratio": 0, "queue_length": 100_000}
    return {"page.parameters": "".join(f"{name} = {value};\n" for name, value in lines.items())}
