// The total usage of one run's processes.
#pragma once
#include <stdbool.h>
#include <sys/resource.h>

void usage_reset(void);

// Adds the usage of a process that has been waited for, including children that it had waited for.
// Everything is summed except peak memory, where the greatest counts.
void usage_add(const struct rusage *used);

// Whether storage was read or written.
bool usage_of_storage(void);

// Adds the measurements to the report, in the order given in main.c.
void usage_report(void);
