#ifndef WORK_H
#define WORK_H

#include <stdint.h>

/// How often a function is called by its caller, and its iterations a call.
struct row {
  long calls, near, far;
};

/// What all functions of a step read.
struct work {
  const struct row *rows;
  const uint64_t *memory;
  uint64_t near_mask, far_mask;
};

/// The story's step: all other functions are called by it.
uint64_t step(const struct work *work, uint64_t x);

#endif
