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

// The counter belongs to this process, which never executes a program, so it never counts here. New
// processes inherit it, and so do their children; each adds its count when it ends.
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
