// gang PHASES ALL ONE SERIAL HELD TAKEN: two threads that go through phases, and meet after each.
//
// In a phase both compute ALL rounds, the first of them ONE more; then the first computes SERIAL rounds while the other
// waits; then both take a lock TAKEN times, and compute HELD rounds with it.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { threads = 2, words = 1 << 15 };
static uint32_t memory[threads + 1][words];
static long phases, all, one, serial, held, taken;
static pthread_barrier_t meeting;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t compute(uint32_t *own, uint64_t random, long rounds) {
  for (long round = 0; round < rounds; round++) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    own[random % words] += (uint32_t)random;
  }
  return random;
}

static void *work(void *argument) {
  intptr_t number = (intptr_t)argument;
  uint64_t random = 88172645463325252ULL + number;
  for (long phase = 0; phase < phases; phase++) {
    random = compute(memory[number], random, all + (number == 0 ? one : 0));
    pthread_barrier_wait(&meeting);
    if (number == 0) random = compute(memory[number], random, serial);
    pthread_barrier_wait(&meeting);
    for (long time = 0; time < taken; time++) {
      pthread_mutex_lock(&lock);
      random = compute(memory[threads], random, held);
      pthread_mutex_unlock(&lock);
      random = compute(memory[number], random, held);
    }
    pthread_barrier_wait(&meeting);
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 7) {
    fprintf(stderr, "usage: gang PHASES ALL ONE SERIAL HELD TAKEN\n");
    return 64;
  }
  phases = atol(argv[1]);
  all = atol(argv[2]);
  one = atol(argv[3]);
  serial = atol(argv[4]);
  held = atol(argv[5]);
  taken = atol(argv[6]);
  pthread_t started[threads];
  if (pthread_barrier_init(&meeting, NULL, threads) != 0) return 1;
  for (intptr_t number = 0; number < threads; number++)
    if (pthread_create(&started[number], NULL, work, (void *)number) != 0) return 1;
  for (int number = 0; number < threads; number++) pthread_join(started[number], NULL);
  return 0;
}
