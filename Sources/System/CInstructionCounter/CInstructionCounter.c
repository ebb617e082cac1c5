#include "CInstructionCounter.h"

#include <stdint.h>

// Valgrind's interface for programs, of which Debian has the description in the package valgrind
// (/usr/include/valgrind): here rather than included, so that a driver builds without it.
enum {
  running_on_valgrind = 0x1001,
  // 'C', 'T' and a number.
  write_counts = 0x43540000,
  reset_counts = 0x43540001,
  toggle_counting = 0x43540002,
  start_looking = 0x43540004,
};

// What Valgrind is to do, and up to five arguments; none of ours has any.
static uintptr_t ask(uintptr_t request) {
  volatile uintptr_t words[6] = {request};
  uintptr_t answer = 0;
#if defined(__x86_64__)
  // Rotations of 128 bits in all leave the register as it was.
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

bool instruction_counter_is_there(void) { return ask(running_on_valgrind) != 0; }

void instruction_counter_start(void) { ask(start_looking); }

void instruction_counter_reset(void) { ask(reset_counts); }

void instruction_counter_toggle(void) { ask(toggle_counting); }

void instruction_counter_write(void) { ask(write_counts); }
