#include "counter.h"

#include <stdlib.h>

#include "../CProcessorCounter/CProcessorCounter.h"
#include "report.h"

static struct processor_event event;
static bool wanted;
static int counter;
static long long result;

bool counter_add(const char *word) {
  static const char name[] = "count=";
  if (strncmp(word, name, sizeof name - 1) != 0) return false;
  char *end;
  event.type = strtoul(word + sizeof name - 1, &end, 10);
  if (*end != ':') return false;
  event.number = strtoull(end + 1, &end, 10);
  wanted = *end == 0;
  return wanted;
}

// The counter is this process's own, which never executes anything, so it stands still here; the
// new process inherits it, and hands it down. Its count comes back as each of them ends.
void counter_open(void) {
  if (wanted) counter = processor_counter_open(event, 0, true);
}

void counter_close(void) {
  if (!wanted) return;
  uint64_t count = 0;
  int error = counter < 0 ? -counter : processor_counter_read(counter, &count);
  result = error == 0 ? (long long)count : -error;
  if (counter >= 0) close(counter);
}

void counter_report(void) {
  if (wanted) report_add(" %lld", result);
}
