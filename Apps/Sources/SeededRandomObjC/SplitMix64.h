#include <stdint.h>

// SplitMix64, draw by draw that of the module SeededRandom: equal seeds give equal sequences. For fixtures, not
// for secrets. Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
typedef struct {
  uint64_t state;
} SplitMix64;

static inline uint64_t SplitMix64Next(SplitMix64 *random) {
  random->state += 0x9e3779b97f4a7c15;
  uint64_t mixed = random->state;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

// A number from 0 up to, not including, the bound, which must be above 0.
static inline int64_t SplitMix64Below(SplitMix64 *random, int64_t bound) {
  return (int64_t)((unsigned __int128)SplitMix64Next(random) * (uint64_t)bound >> 64);
}
