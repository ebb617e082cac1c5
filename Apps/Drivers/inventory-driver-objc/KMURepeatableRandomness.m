#import "KMURepeatableRandomness.h"

#import "SplitMix64.h"

#include <sodium.h>

static SplitMix64 generator;

static const char *name(void) { return "repeatable"; }

static uint32_t number(void) { return (uint32_t)SplitMix64Next(&generator); }

static void fill(void *buffer, const size_t size) {
  unsigned char *bytes = buffer;
  for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(SplitMix64Next(&generator) >> 56);
}

bool KMUBeginRepeatableRandomness(uint64_t seed) {
  // Kept by libsodium until the process ends.
  static randombytes_implementation source = {
    .implementation_name = name, .random = number, .buf = fill,
  };
  generator = (SplitMix64){seed};
  randombytes_set_implementation(&source);
  return sodium_init() >= 0;
}
