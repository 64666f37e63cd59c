/* Two drives of one library in two threads, each given its requests in its own portions: the same requests, so the same results. And what a caller can do wrong.
 * Prints the results and the counters of the first as lines, for tests/build.py to compare with those of ssdc. */
#include <inttypes.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { REQUESTS = 5000 };
static ssd_sim_request requests[REQUESTS];

static void require(int holds, const char *what, const ssd_sim *drive) {
  if (holds) return;
  fprintf(stderr, "%s: %s\n", what, ssd_sim_error(drive));
  exit(1);
}

/* The trace that tests/build.py writes, too. */
static void make_requests(void) {
  uint64_t state = 1;
  for (int i = 0; i < REQUESTS; ++i) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    requests[i].time_ns = (uint64_t)i * 400000;
    requests[i].offset = (state >> 33) % (SSD_SIM_LOGICAL_BYTES / SSD_SIM_PAGE_BYTES) * SSD_SIM_PAGE_BYTES;
    requests[i].bytes = SSD_SIM_PAGE_BYTES;
    requests[i].kind = (state >> 20) % 4 == 0 ? SSD_SIM_READ : SSD_SIM_WRITE;
  }
}

typedef struct run {
  size_t portion;
  char *results;
  ssd_sim_counters counters;
} run;

static void *simulate(void *given) {
  run *mine = given;
  ssd_sim *drive = NULL;
  require(ssd_sim_open(NULL, &drive) == SSD_SIM_OK, "open", drive);
  for (size_t i = 0; i < REQUESTS; i += mine->portion) {
    const size_t count = i + mine->portion < REQUESTS ? mine->portion : REQUESTS - i;
    require(ssd_sim_submit(drive, requests + i, count) == SSD_SIM_OK, "submit", drive);
    require(ssd_sim_run_until(drive, requests[i].time_ns) == SSD_SIM_OK, "run", drive);
  }
  require(strstr(ssd_sim_results_json(drive), "\"partial\": true") != NULL, "partial", drive);
  require(ssd_sim_finish(drive) == SSD_SIM_OK, "finish", drive);
  require(ssd_sim_read_counters(drive, &mine->counters, sizeof mine->counters) == SSD_SIM_OK, "counters", drive);
  const char *results = ssd_sim_results_json(drive);
  require(results != NULL, "results", drive);
  mine->results = malloc(strlen(results) + 1);
  if (mine->results != NULL) strcpy(mine->results, results);
  require(ssd_sim_save(drive, mine->portion == 7 ? "a.snap" : "b.snap") == SSD_SIM_OK, "save", drive);
  ssd_sim_close(drive);
  return NULL;
}

static void expect_error(int code, const ssd_sim *drive, const char *text) {
  if (code == SSD_SIM_ERROR && strstr(ssd_sim_error(drive), text) != NULL) return;
  fprintf(stderr, "expected \"%s\", found %d \"%s\"\n", text, code, ssd_sim_error(drive));
  exit(1);
}

static void expect_open_error(const ssd_sim_options *options, ssd_sim **drive, const char *text) {
  const int code = ssd_sim_open(options, drive);
  expect_error(code, *drive, text);
}

static void do_wrong(void) {
  ssd_sim *drive = NULL;
  ssd_sim_options options = {.size = sizeof options, .seed = 1, .snapshot = "nowhere.snap"};
  expect_open_error(&options, &drive, "E0540");
  expect_error(ssd_sim_run_until(drive, 0), drive, "could not be opened");
  require(ssd_sim_results_json(drive) == NULL, "results of nothing", drive);
  ssd_sim_close(drive);
  options.snapshot = NULL;
  options.memory_bytes = 1;
  expect_open_error(&options, &drive, "E0501");
  require(strstr(ssd_sim_error(drive), "`memory_bytes`") != NULL && strstr(ssd_sim_error(drive), "`--") == NULL, "an option of the command line", drive);
  ssd_sim_close(drive);
  options.memory_bytes = 0;
  options.closed_depth = 70000;
  expect_open_error(&options, &drive, "closed_depth");
  ssd_sim_close(drive);
  options.closed_depth = 0;
  options.size = 0;
  expect_open_error(&options, &drive, "sizeof(ssd_sim_options)");
  ssd_sim_close(drive);
  options.size = offsetof(ssd_sim_options, flushes); /* of a caller that was compiled before there were flushes */
  require(ssd_sim_open(&options, &drive) == SSD_SIM_OK, "the options of the first version", drive);
  ssd_sim_close(drive);
  options.size = sizeof options;
  require(ssd_sim_open(&options, NULL) == SSD_SIM_ERROR, "no place for a drive", NULL);
  options.snapshot = "a.snap";
  require(ssd_sim_open(&options, &drive) == SSD_SIM_OK, "snapshot", drive);
  const ssd_sim_request late = {1000, 0, 512, SSD_SIM_WRITE}, early = {999, 0, 512, SSD_SIM_READ}, beyond = {1000, SSD_SIM_LOGICAL_BYTES, 512, SSD_SIM_READ};
  const ssd_sim_request empty = {1000, 0, 0, SSD_SIM_READ}, strange = {1000, 0, 512, 5}, flush = {1000, 0, 0, SSD_SIM_FLUSH}, foreign = {1000, 0, 512, SSD_SIM_WRITE | SSD_SIM_HANDLE(2)}, crumb = {1000, 1, 100, SSD_SIM_TRIM};
  require(ssd_sim_submit(drive, &late, 1) == SSD_SIM_OK, "submit", drive);
  expect_error(ssd_sim_submit(drive, &early, 1), drive, "its time is 999 ns");
  expect_error(ssd_sim_submit(drive, &beyond, 1), drive, "ends beyond the drive");
  expect_error(ssd_sim_submit(drive, &empty, 1), drive, "no bytes");
  expect_error(ssd_sim_submit(drive, &strange, 1), drive, "kind is 5");
  expect_error(ssd_sim_submit(drive, &flush, 1), drive, "set `flushes` of ssd_sim_options");
  expect_error(ssd_sim_submit(drive, &foreign, 1), drive, "no placement handles");
  expect_error(ssd_sim_submit(drive, &crumb, 1), drive, "less than a sector");
  expect_error(ssd_sim_submit(drive, NULL, 1), drive, "`requests` is NULL");
  expect_error(ssd_sim_read_counters(drive, NULL, 8), drive, "`counters` is NULL");
  expect_error(ssd_sim_save(drive, NULL), drive, "`file` is NULL");
  expect_error(ssd_sim_save(drive, "c.snap"), drive, "not finished");
  require(ssd_sim_finish(drive) == SSD_SIM_OK, "finish", drive);
  expect_error(ssd_sim_submit(drive, &late, 1), drive, "finished");
  expect_error(ssd_sim_save(drive, "no/folder/c.snap"), drive, "E0508");
  require(strstr(ssd_sim_error(drive), "`ssd_sim_save FILE`") != NULL, "how to name another file", drive);
  expect_error(ssd_sim_save(drive, "-"), drive, "E0437");
  ssd_sim_close(drive);
  ssd_sim_close(NULL);
  expect_error(ssd_sim_finish(NULL), NULL, "no drive");
}

int main(void) {
  make_requests();
  run runs[2] = {{.portion = 7}, {.portion = 611}};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    if (pthread_create(&threads[i], NULL, simulate, &runs[i]) != 0) return 1;
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  do_wrong();
  puts(runs[0].results);
  puts("---");
  puts(runs[1].results);
  puts("---");
  const ssd_sim_counters *c = &runs[0].counters;
  printf("%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %.17g %.17g %.17g\n", SSD_SIM_DESIGN, c->submitted, c->completed_reads, c->erases, c->clock_ns, c->write_amplification,
         c->write_amplification_by_bytes, c->mean_response_ns);
  for (int i = 0; i < 2; ++i) free(runs[i].results);
  return 0;
}
