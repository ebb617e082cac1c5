// The table of call paths that allocate. `counter.c` calls it only while recording.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether call paths are recorded.
extern bool stacks_record __attribute__((visibility("hidden")));

// Begins a new file if the environment asks for it.
void stacks_begin(const char *page) __attribute__((visibility("hidden")));

// Continues in a child, with the child's own file; nil: without one.
void stacks_in_child(const char *page) __attribute__((visibility("hidden")));

// Counts a block of this size for the current call path.
// - Returns: the number of the path, for freeing; 0 if it is not in the table.
uint64_t stacks_count(size_t size) __attribute__((visibility("hidden")));

// Counts a block as freed.
void stacks_free(uint64_t number, size_t size) __attribute__((visibility("hidden")));
