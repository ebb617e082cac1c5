// A driver whose only verb calls the step: rows of numbers come from the file that it is given. It allocates
// as much whatever the rows are.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "work.h"

enum { rows_limit = 1000 };

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
  for (int n = 0; n < rows_limit; n++) {
    struct row *row = &rows[n];
    if (fscanf(file, "%ld %ld %ld %ld", &row->calls, &row->blocks, &row->size, &row->kept) != 4) break;
  }
  fclose(file);
  char line[1 << 16];
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "\"hello\"")) {
      printf("{\"ok\":true,\"protocol\":1,\"driver\":\"allocating\",\"verbs\":[\"work\"]}\n");
    } else if (strstr(line, "\"step\"")) {
      const char *found = strstr(line, "\"repeat\":");
      long repeat = found ? atol(found + 9) : 1;
      long wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
      volatile uint64_t result = 1;
      for (long n = 0; n < repeat; n++) result = step(rows, result);
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
