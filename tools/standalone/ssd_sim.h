/* The simulator of one solid-state drive as a library (docs/build.md). C11 and C++; no function throws, prints, or
 * keeps anything outside its drive. A drive is used by one thread at a time; any number of drives by as many threads.
 * Two libraries of two designs have the same names: load such by dlopen(). */
#ifndef SSD_SIM_H
#define SSD_SIM_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ssd_sim ssd_sim;

/* What every function returns that can fail. */
enum {
  SSD_SIM_OK = 0,
  SSD_SIM_ERROR = 1, /* ssd_sim_error() says why */
  SSD_SIM_WORN_OUT =
      2 /* worn-out blocks have left a write without a page: the drive's life has ended, its results are whole */
};

typedef struct ssd_sim_options {
  size_t size;           /* sizeof(ssd_sim_options): what a later version adds, an older program leaves out */
  uint64_t seed;         /* of the run, as `--seed`; that of `ssdc run` is 1 */
  uint64_t memory_bytes; /* what the drive may take at most; 0: what the machine has */
  uint32_t closed_depth; /* 0: requests arrive at their times. N: a closed loop of this depth, in which times are think
                            times */
  const char* snapshot;  /* a file of ssd_sim_save() or `--save-snapshot` to begin with; NULL: as the design says */
} ssd_sim_options;

enum { SSD_SIM_WRITE = 0, SSD_SIM_READ = 1, SSD_SIM_TRIM = 2 };

typedef struct ssd_sim_request {
  uint64_t time_ns; /* of arrival, not before that of the request submitted last; in a closed loop the think time behind
                       it */
  uint64_t offset;  /* bytes from the beginning of the drive */
  uint64_t bytes;   /* reads and writes take every sector that they touch, trims every one that they cover */
  uint32_t kind;    /* SSD_SIM_WRITE, SSD_SIM_READ or SSD_SIM_TRIM */
} ssd_sim_request;

/* Of all that was done so far. Times are 0 where no such request was completed. */
typedef struct ssd_sim_counters {
  uint64_t submitted;
  uint64_t completed_writes, completed_reads, completed_trims;
  uint64_t bytes_written, bytes_read, bytes_trimmed; /* of completed requests */
  uint64_t host_page_reads, host_page_programs;      /* by the flash, for the host */
  uint64_t collection_page_reads, collection_page_programs;
  uint64_t erases, collections;
  uint64_t clock_ns; /* the end of the last flash operation */
  double write_amplification;
  double mean_response_ns, mean_read_ns, mean_write_ns;
  double p99_response_ns, p99_read_ns, p99_write_ns;
} ssd_sim_counters;

/* A drive, as the design or the snapshot says it is at time 0. `options`: NULL for all zero but the seed, which is 1.
 * `*drive` is set also where this fails, so that ssd_sim_error() can say why, and is to be closed then, too; it is NULL
 * if there was no memory for even that. */
int ssd_sim_open(const ssd_sim_options* options, ssd_sim** drive);

/* Hands requests over, which wait until they are run. All of them, or with SSD_SIM_ERROR none. */
int ssd_sim_submit(ssd_sim* drive, const ssd_sim_request* requests, size_t count);

/* Takes in what was submitted and arrives until then, and carries out what is to be done before the last of these
 * arrives; what still runs then (like the last request itself) goes on with the next call. In a closed loop all that
 * was submitted is taken in. What requests submitted before the first call read without anybody having written it is
 * written before time 0 (unless the design says `read_unwritten: none`); so who knows all requests submits them first,
 * and gets what `ssdc run` prints. */
int ssd_sim_run_until(ssd_sim* drive, uint64_t time_ns);

/* Runs all that was submitted to its end. Nothing can be submitted afterwards. */
int ssd_sim_finish(ssd_sim* drive);

/* `size`: sizeof(ssd_sim_counters). */
int ssd_sim_read_counters(ssd_sim* drive, ssd_sim_counters* counters, size_t size);

/* The results so far as `ssdc run --format json` prints them (docs/results.md); "partial" is true before
 * ssd_sim_finish(). Good until the next call for this drive; NULL if there are none, and ssd_sim_error() says why. */
const char* ssd_sim_results_json(ssd_sim* drive);

/* After ssd_sim_finish(): the drive's state, for `start { state: snapshot("FILE") }` or ssd_sim_options. A drive whose
 * life has ended is not saved. */
int ssd_sim_save(ssd_sim* drive, const char* file);

/* What the last call that failed says of it; "" if none has. Good until the next call for this drive. */
const char* ssd_sim_error(const ssd_sim* drive);

/* NULL is allowed. */
void ssd_sim_close(ssd_sim* drive);

#ifdef __cplusplus
}
#endif
#endif
