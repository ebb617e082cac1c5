// What `rehearse-allocations` records for one process if stacks are requested too: a table of all
// call paths that allocated, in the file `PID-N.stacks` beside the process's page, with the size
// given in the environment. Entries are only added; a reader sees those added so far.
//
// The file has a header, an index of the entries' positions, and the entries one after the other.
#pragma once
#include <stdint.h>

#define ALLOCATION_STACKS "REHEARSE_STACKS"

enum {
  // The size of the index, a power of two.
  STACK_INDEX = 1 << 18,
  // Calls per path, the innermost; further outer calls are left out.
  STACK_DEPTH = 128,
  // The bytes kept of a type's name.
  STACK_TYPE = 200,
};

static const uint64_t STACK_MARK = 0x5248535441434b01;

struct stack_header {
  // 0 until it can be read.
  uint64_t mark;
  // How many bytes of the file are used.
  uint64_t used;
  uint64_t entries;
  // Allocations, and their bytes, missing from the table because it is full.
  uint64_t lost;
  uint64_t lost_bytes;
  uint64_t unused[3];
};

// One call path and what it allocated, followed by `depth` return addresses, the innermost first,
// and the name of the object's type, of `type_length` bytes, padded to a multiple of 8.
struct stack_entry {
  uint64_t hash;
  uint64_t count;
  uint64_t bytes;
  // Blocks that have not been freed.
  int64_t live;
  int64_t live_bytes;
  // For a Swift object, the address of its type's description; otherwise 0.
  uint64_t type;
  uint32_t depth;
  uint32_t type_length;
};
