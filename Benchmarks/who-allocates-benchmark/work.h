#ifndef WORK_H
#define WORK_H

#include <stdint.h>

/// How often a function is called by its caller; what it allocates a call: blocks that it gives back, of so
/// many bytes each, and blocks that it keeps.
struct row {
  long calls, blocks, size, kept;
};

/// The story's step: all other functions are called by it.
uint64_t step(const struct row *rows, uint64_t x);

#endif
