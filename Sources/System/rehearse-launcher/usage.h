// What the processes of one run used, added up.
#pragma once
#include <stdbool.h>
#include <sys/resource.h>

void usage_reset(void);

// Adds what a process used that has been waited for, with what its own children used for which
// it had waited. Everything is summed but peak memory, of which the greatest counts.
void usage_add(const struct rusage *used);

// Whether storage was read or written.
bool usage_of_storage(void);

// Adds the measurements to the report in the order that main.c gives.
void usage_report(void);
