// The table of call paths that allocate. `counter.c` calls it only where it records.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether call paths are recorded.
extern bool stacks_record __attribute__((visibility("hidden")));

// Begins, in a new file, where the environment asks for it.
void stacks_begin(const char *page) __attribute__((visibility("hidden")));

// Goes on in a child, in a file of the child's; nil: without one.
void stacks_in_child(const char *page) __attribute__((visibility("hidden")));

// Counts a block of this size for the calls that lead here.
// - Returns: the number of the path, by which it is freed; 0 where it is not in the table.
uint64_t stacks_count(size_t size) __attribute__((visibility("hidden")));

// Counts a block as freed.
void stacks_free(uint64_t number, size_t size) __attribute__((visibility("hidden")));
