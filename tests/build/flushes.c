/* Writes, flushes, forced writes and reads of one drive, some with a placement handle if it has any. Prints the results as JSON, then the flushes that the counters have. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim.h"

enum { REQUESTS = 500 };

static void require(int holds, const char *what, const ssd_sim *drive) {
  if (holds) return;
  fprintf(stderr, "%s: %s\n", what, ssd_sim_error(drive));
  exit(1);
}

int main(int argc, char **argv) {
  const uint32_t handles = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
  const ssd_sim_options options = {.size = sizeof options, .seed = 1, .flushes = 1};
  ssd_sim *drive = NULL;
  require(ssd_sim_open(&options, &drive) == SSD_SIM_OK, "open", drive);
  for (uint64_t i = 0; i < REQUESTS; ++i) {
    ssd_sim_request request = {.time_ns = i * 50000, .offset = i * 7919 % 4000 * 4096, .bytes = 4096, .kind = SSD_SIM_WRITE};
    if (i % 5 == 4) request = (ssd_sim_request){.time_ns = i * 50000, .kind = SSD_SIM_FLUSH};
    if (i % 5 == 2) request.kind = SSD_SIM_FORCED_WRITE;
    if (i % 5 == 3) request.kind = SSD_SIM_READ;
    if (i % 5 < 3) request.kind |= SSD_SIM_HANDLE(i % handles);
    require(ssd_sim_submit(drive, &request, 1) == SSD_SIM_OK, "submit", drive);
    if (i % 7 == 6) require(ssd_sim_run_until(drive, request.time_ns) == SSD_SIM_OK, "run", drive);
  }
  require(ssd_sim_finish(drive) == SSD_SIM_OK, "finish", drive);
  const char *results = ssd_sim_results_json(drive);
  require(results != NULL, "results", drive);
  puts(results);
  ssd_sim_counters counters;
  require(ssd_sim_read_counters(drive, &counters, sizeof counters) == SSD_SIM_OK, "counters", drive);
  printf("---\n%" PRIu64 " %.17g %.17g\n", counters.completed_flushes, counters.mean_flush_ns, counters.p99_flush_ns);
  ssd_sim_close(drive);
  return 0;
}
