// What the processes of one run used, added up.
#pragma once
#include <stddef.h>
#include <sys/resource.h>

void usage_reset(void);

// Adds what a process used that has been waited for, with what its own children used for which
// it had waited. Everything is summed but peak memory, of which the greatest counts.
void usage_add(const struct rusage *used);

// Writes the figures in the order that main.c gives.
void usage_describe(char *text, size_t size);
