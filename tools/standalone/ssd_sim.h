/* The simulator of one solid-state drive as a library, for C11 and C++. docs/build.md describes it with an example.
 *
 * Call ssd_sim_open(), then ssd_sim_submit() and ssd_sim_run_until() as often as needed, then ssd_sim_finish() and
 * ssd_sim_close(). Results can be read at any time in between.
 *
 * - Units. Times are in nanoseconds of simulated time, sizes and addresses in bytes.
 * - Errors. A function that can fail returns a code, or NULL; ssd_sim_error() then returns the reason. No function
 *   throws, prints, or ends the process.
 * - Ownership. A drive holds all of its state; ssd_sim_close() releases it. Texts that functions return belong to the
 *   drive and are valid until the next call for this drive. Arguments are not used after the call returns.
 * - Threads. One thread at a time may use a drive. Several threads may use several drives at the same time.
 * - Several designs. The libraries of two designs have functions of the same names. A program that uses both loads
 *   them with dlopen(..., RTLD_LOCAL). */
#ifndef SSD_SIM_H
#define SSD_SIM_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ssd_sim ssd_sim;

/* The codes that functions return. */
enum {
  SSD_SIM_OK = 0,
  SSD_SIM_ERROR = 1, /* the call failed; ssd_sim_error() returns the reason */
  SSD_SIM_WORN_OUT =
      2 /* the drive's life has ended: worn-out blocks left a write without a page. The results can still be read */
};

typedef struct ssd_sim_options {
  size_t size;           /* sizeof(ssd_sim_options). It tells a later version of the library which fields there are */
  uint64_t seed;         /* of the run, as `--seed` of `ssdc run`, whose default is 1 */
  uint64_t memory_bytes; /* the most memory that the drive may take; 0: what the machine has */
  uint32_t closed_depth; /* 0: an open loop, requests arrive at their times. N: a closed loop of N requests; their times
                            are then think times */
  const char* snapshot;  /* file of the state at time 0, from ssd_sim_save() or `--save-snapshot`; NULL: the state that
                            the design defines */
  uint32_t flushes;      /* not 0: requests may be flushes and forced writes. A design that needs no more than the plain
                            loops then runs somewhat slower, with the same results */
} ssd_sim_options;

/* A flush is complete when what was written before it is on flash, a forced write (FUA) when its own data are. */
enum { SSD_SIM_WRITE = 0, SSD_SIM_READ = 1, SSD_SIM_TRIM = 2, SSD_SIM_FLUSH = 3, SSD_SIM_FORCED_WRITE = 4 };

/* A placement handle, for designs with `streams: handles(n)`: `.kind = SSD_SIM_WRITE |
 * SSD_SIM_HANDLE(3)`. It must be below n. Without it the handle is 0. */
#define SSD_SIM_HANDLE(handle) ((uint32_t)(handle) << 16)

typedef struct ssd_sim_request {
  uint64_t time_ns; /* arrival; not before that of the previous request. In a closed loop: the think time after this
                       request */
  uint64_t offset;  /* bytes from the beginning of the drive */
  uint64_t bytes; /* more than 0, but of a flush 0, as is its offset. Reads and writes extend to every sector that they
                     touch, trims to every sector that they cover completely */
  uint32_t kind;  /* SSD_SIM_WRITE, SSD_SIM_READ, SSD_SIM_TRIM, SSD_SIM_FLUSH or SSD_SIM_FORCED_WRITE, and of writes
                     the handle */
} ssd_sim_request;

/* Totals from time 0 to now. The mean and p99 times are 0 if no such request was completed. */
typedef struct ssd_sim_counters {
  uint64_t submitted;
  uint64_t completed_writes, completed_reads, completed_trims;
  uint64_t bytes_written, bytes_read, bytes_trimmed;        /* of completed requests */
  uint64_t host_page_reads, host_page_programs;             /* flash pages, for the host */
  uint64_t collection_page_reads, collection_page_programs; /* flash pages, for collections */
  uint64_t erases, collections;
  uint64_t clock_ns; /* the time at which the last flash operation ended */
  double write_amplification;
  double mean_response_ns, mean_read_ns, mean_write_ns;
  double p99_response_ns, p99_read_ns, p99_write_ns;
  double write_amplification_by_bytes;
  uint64_t completed_flushes;
  double mean_flush_ns, p99_flush_ns;
} ssd_sim_counters;

/* Makes a drive in its state at time 0, which the design or the snapshot defines. `options`: NULL means seed 1 and 0
 * for all other fields.
 * `*drive` is set even if the call fails, so that ssd_sim_error() can return the reason; close it in that case, too. It
 * is NULL only if there was not even memory for that. */
int ssd_sim_open(const ssd_sim_options* options, ssd_sim** drive);

/* Adds `count` requests, which wait until they are run. Either all of them are taken or, with SSD_SIM_ERROR, none. */
int ssd_sim_submit(ssd_sim* drive, const ssd_sim_request* requests, size_t count);

/* Takes the submitted requests that arrive until `time_ns`, and simulates up to the arrival of the last of them. What
 * is not complete by then, such as that last request itself, continues with the next call. In a closed loop all
 * submitted requests are taken.
 * Before the first call, all requests that were submitted are examined: pages that they read before anything writes
 * them are written before time 0, unless the design sets `read_unwritten: none`. If you know all requests, submit them
 * before the first call; the results are then those of `ssdc run`. */
int ssd_sim_run_until(ssd_sim* drive, uint64_t time_ns);

/* Runs all submitted requests to their end. No request can be submitted afterwards. */
int ssd_sim_finish(ssd_sim* drive);

/* Fills `counters`. `size`: sizeof(ssd_sim_counters). */
int ssd_sim_read_counters(ssd_sim* drive, ssd_sim_counters* counters, size_t size);

/* The results so far as JSON, as `ssdc run --format json` prints them (docs/results.md). "partial" is true before
 * ssd_sim_finish(). The text is valid until the next call for this drive. NULL after an error; ssd_sim_error() then
 * returns the reason. */
const char* ssd_sim_results_json(ssd_sim* drive);

/* Writes the drive's state to a file, for `start { state: snapshot("FILE") }` or ssd_sim_options. Only after
 * ssd_sim_finish(). A drive whose life has ended cannot be saved. */
int ssd_sim_save(ssd_sim* drive, const char* file);

/* The reason for the last failure of a call for this drive; "" if none has failed. Valid until the next call for this
 * drive. */
const char* ssd_sim_error(const ssd_sim* drive);

/* Releases a drive and all of its texts. NULL is allowed. A drive that was closed before is left alone, and other calls
 * for it fail; but its address may become that of a drive that is opened later. */
void ssd_sim_close(ssd_sim* drive);

#ifdef __cplusplus
}
#endif
#endif
