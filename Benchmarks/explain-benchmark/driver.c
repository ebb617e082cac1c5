// A driver whose only verb calls the step: rows of numbers come from the file that it is given.
#include <CInstructionCounter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "work.h"

// Near words lie in a core's first cache, far ones in its second. Neither is shared with other cores, whose
// work would make far words cost three times as much at one time as at another.
enum { rows_limit = 1000, near_words = 1 << 10, far_words = 1 << 16 };

static long now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static struct row rows[rows_limit];

int main(int count, char **words) {
  FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
  if (!file) {
    fprintf(stderr, "One table is needed.\n");
    return 64;
  }
  for (int n = 0; n < rows_limit; n++)
    if (fscanf(file, "%ld %ld %ld", &rows[n].calls, &rows[n].near, &rows[n].far) != 3) break;
  fclose(file);
  uint64_t *memory = malloc(far_words * sizeof *memory);
  for (long n = 0; n < far_words; n++) memory[n] = n * 0x9e3779b97f4a7c15u;
  struct work work = {rows, memory, near_words - 1, far_words - 1};
  char line[1 << 16];
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "\"hello\"")) {
      printf("{\"ok\":true,\"protocol\":1,\"driver\":\"explained\",\"verbs\":[\"work\"]}\n");
    } else if (strstr(line, "\"step\"")) {
      const char *found = strstr(line, "\"repeat\":");
      long repeat = found ? atol(found + 9) : 1;
      int counted = strstr(line, "\"count\":true") != NULL;
      static int started;
      if (counted && !started) {
        instruction_counter_start();
        instruction_counter_toggle();
        started = 1;
      }
      if (counted) instruction_counter_reset();
      long wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
      volatile uint64_t result = 1;
      for (long n = 0; n < repeat; n++) {
        if (counted) instruction_counter_toggle();
        result = step(&work, result);
        if (counted) instruction_counter_toggle();
      }
      if (counted) instruction_counter_write();
      printf("{\"ok\":true,\"cost\":{\"wall_ns\":%ld,\"cpu_ns\":%ld},\"outcome\":{\"done\":true}}\n",
             now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    } else {
      printf("{\"ok\":true}\n");
      if (strstr(line, "\"bye\"")) break;
    }
    fflush(stdout);
  }
  return 0;
}
