// What `rehearse-allocations` records of one process where it is asked for stacks too: a table of all
// call paths that allocated, in a file beside the process's page, `PID-N.stacks`, of the size that the
// environment names. Entries are only ever added; what is read is what has been added so far.
//
// The file is the header, an index of places of entries, and the entries one after the other.
#pragma once
#include <stdint.h>

#define ALLOCATION_STACKS "REHEARSE_STACKS"

enum {
  // Places in the index, a power of two.
  STACK_INDEX = 1 << 18,
  // Calls of a path, the innermost; of a longer one the outermost are left out.
  STACK_DEPTH = 128,
  // Bytes of a type's name that are kept.
  STACK_TYPE = 200,
};

static const uint64_t STACK_MARK = 0x5248535441434b01;

struct stack_header {
  // 0 until it can be read.
  uint64_t mark;
  // Bytes of the file that hold something.
  uint64_t used;
  uint64_t entries;
  // Allocations, and their bytes, that are not in the table since it is full.
  uint64_t lost;
  uint64_t lost_bytes;
  uint64_t unused[3];
};

// One call path, and what it allocated; `depth` return addresses follow, the innermost first, and the
// name of the type of the object, of `type_length` bytes, filled up to a multiple of 8.
struct stack_entry {
  uint64_t hash;
  uint64_t count;
  uint64_t bytes;
  // Blocks that have not been freed.
  int64_t live;
  int64_t live_bytes;
  // Of a Swift object, where its type is described; 0 of all else.
  uint64_t type;
  uint32_t depth;
  uint32_t type_length;
};
