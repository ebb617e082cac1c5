#ifndef CINSTRUCTIONCOUNTER_H
#define CINSTRUCTIONCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

// Asks callgrind to count, if this process runs under it. A request is a few instructions that
// Valgrind recognises and that do nothing on a real processor, so without Valgrind they cost a
// nanosecond and change nothing.
//
// This is Valgrind's interface for programs, described in Debian's package valgrind
// (/usr/include/valgrind). It is repeated here, not included, so that drivers build without that
// package. It is only a header, because for a C file the compiler writes debug information in DWARF
// 5, which Valgrind 3.19 can't read.

// A request for Valgrind; it could have up to five arguments, but ours have none.
static inline uintptr_t instruction_counter_ask(uintptr_t request) {
  volatile uintptr_t words[6] = {request, 0, 0, 0, 0, 0};
  uintptr_t answer = 0;
#if defined(__x86_64__)
  // Rotations by 128 bits in total leave the register unchanged.
  __asm__ volatile(
      "rolq $3, %%rdi\n\t"
      "rolq $13, %%rdi\n\t"
      "rolq $61, %%rdi\n\t"
      "rolq $51, %%rdi\n\t"
      "xchgq %%rbx, %%rbx"
      : "+d"(answer)
      : "a"(words)
      : "cc", "memory");
#elif defined(__aarch64__)
  register volatile uintptr_t *arguments __asm__("x4") = words;
  register uintptr_t result __asm__("x3") = 0;
  __asm__ volatile(
      "ror x12, x12, #3\n\t"
      "ror x12, x12, #13\n\t"
      "ror x12, x12, #51\n\t"
      "ror x12, x12, #61\n\t"
      "orr x10, x10, x10"
      : "+r"(result)
      : "r"(arguments)
      : "cc", "memory");
  answer = result;
#else
  (void)words;
#endif
  return answer;
}

/// Returns whether this process runs under Valgrind.
static inline bool instruction_counter_is_there(void) {
  return instruction_counter_ask(0x1001) != 0;
}

// Requests to callgrind: 'C', 'T' and a number.

/// Begins to observe instructions; before that the program runs ten times faster.
static inline void instruction_counter_start(void) { instruction_counter_ask(0x43540004); }

/// Sets the count of all threads to 0.
static inline void instruction_counter_reset(void) { instruction_counter_ask(0x43540001); }

/// Switches counting on or off for the calling thread only; threads begin with it on.
static inline void instruction_counter_toggle(void) { instruction_counter_ask(0x43540002); }

/// Writes the count of all threads to the next file, and sets it to 0.
static inline void instruction_counter_write(void) { instruction_counter_ask(0x43540000); }

#endif
