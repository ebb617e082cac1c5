#import "KMURepeatableRandomness.h"

#import "KMURandom.h"

#include <sodium.h>

static KMURandom generator;

static const char *name(void) { return "repeatable"; }

static uint32_t number(void) { return (uint32_t)KMUNext(&generator); }

static void fill(void *buffer, const size_t size) {
  unsigned char *bytes = buffer;
  for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(KMUNext(&generator) >> 56);
}

bool KMUBeginRepeatableRandomness(uint64_t seed) {
  // Kept by libsodium until the process ends.
  static randombytes_implementation source = {
    .implementation_name = name, .random = number, .buf = fill,
  };
  generator = (KMURandom){seed};
  randombytes_set_implementation(&source);
  return sodium_init() >= 0;
}
