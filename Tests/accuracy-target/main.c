// accuracy-target TRUTH WORK...
//
// Does work whose cost is known and appends to the file TRUTH, in JSON, what it was. It is small,
// static and alone, so that nothing else is in its measurements.
//
//   spike MEGABYTES MILLISECONDS            hold memory for a time
//   burn MILLISECONDS THREADS               compute
//   write FILE BYTES                        write and fsync
//   together COUNT MEGABYTES MILLISECONDS   children that hold memory all at once
//   chain COUNT MEGABYTES MILLISECONDS      the same one after the other
#include <stdlib.h>
#include <string.h>

#include "work.h"

static int is(const char *word, const char *work, int words, int expected) {
  return strcmp(word, work) == 0 && words == expected;
}

int main(int argc, char **argv) {
  struct truth truth;
  const char *work = argc > 2 ? argv[2] : "";
  char **words = argv + 3;
  int count = argc - 3;
  if (is("spike", work, count, 2)) {
    truth = work_spike(atoll(words[0]), atoll(words[1]));
  } else if (is("burn", work, count, 2)) {
    truth = work_burn(atoll(words[0]), atoll(words[1]));
  } else if (is("write", work, count, 2)) {
    truth = work_write(words[0], atoll(words[1]));
  } else if (is("together", work, count, 3) || is("chain", work, count, 3)) {
    truth = work_tree(work[0] == 't', atoi(words[0]), atoll(words[1]), atoll(words[2]));
  } else {
    fprintf(stderr, "usage: accuracy-target TRUTH WORK...; see its source\n");
    return 64;
  }
  truth_append(&truth, argv[1]);
  return 0;
}
