// phases THREADS PHASES ROUNDS: threads that compute, each in an array of its own that the second-level cache
// holds, and meet after each phase, as parallel loops do. So its wall time is that of the slowest in each phase.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { most_threads = 64, words = 1 << 17 };
static uint32_t memory[most_threads][words];
static long phases, rounds;
static pthread_barrier_t meeting;

static void *work(void *number) {
  uint32_t *own = memory[(intptr_t)number];
  uint64_t random = 88172645463325252ULL + (intptr_t)number;
  for (long phase = 0; phase < phases; phase++) {
    for (long round = 0; round < rounds; round++) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      own[random % words] += (uint32_t)random;
    }
    pthread_barrier_wait(&meeting);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int threads = argc == 4 ? atoi(argv[1]) : 0;
  if (threads < 1 || threads > most_threads) {
    fprintf(stderr, "usage: phases THREADS (1 to %d) PHASES ROUNDS\n", most_threads);
    return 64;
  }
  phases = atol(argv[2]);
  rounds = atol(argv[3]);
  pthread_t started[most_threads];
  if (pthread_barrier_init(&meeting, NULL, threads) != 0) return 1;
  for (intptr_t number = 0; number < threads; number++)
    if (pthread_create(&started[number], NULL, work, (void *)number) != 0) return 1;
  for (int number = 0; number < threads; number++) pthread_join(started[number], NULL);
  return 0;
}
