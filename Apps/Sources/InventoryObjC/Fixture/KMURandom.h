#include <stdint.h>

// SplitMix64, draw by draw that of the app in Swift: equal seeds give equal sequences. For fixtures, not
// for secrets. Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
typedef struct {
  uint64_t state;
} KMURandom;

static inline uint64_t KMUNext(KMURandom *random) {
  random->state += 0x9e3779b97f4a7c15;
  uint64_t mixed = random->state;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

// A number from 0 up to, not including, the bound, which must be above 0.
static inline int64_t KMUBelow(KMURandom *random, int64_t bound) {
  return (int64_t)((unsigned __int128)KMUNext(random) * (uint64_t)bound >> 64);
}
