// A driver whose only verb waits in five ways, one after the other. What it is given for each: microseconds, or for
// `fsync` a number of calls. Who makes it wait computes meanwhile, in threads that otherwise wait for work.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define OWN __attribute__((noinline))

enum { lock, pool, fsyncs, peer, pause_, count_of_waits };
static long amounts[count_of_waits];

static long now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void compute(long microseconds) {
  for (long end = now(CLOCK_MONOTONIC) + microseconds * 1000; now(CLOCK_MONOTONIC) < end;) {}
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t holder_is_wanted, user_is_wanted, permits;
static atomic_int is_held;
static int sockets[2], file;

static void *hold_lock(void *nothing) {
  for (;;) {
    sem_wait(&holder_is_wanted);
    pthread_mutex_lock(&mutex);
    is_held = 1;
    compute(amounts[lock]);
    pthread_mutex_unlock(&mutex);
  }
  return nothing;
}

static void *use_permit(void *nothing) {
  for (;;) {
    sem_wait(&user_is_wanted);
    compute(amounts[pool]);
    sem_post(&permits);
  }
  return nothing;
}

static void *answer(void *nothing) {
  char byte;
  while (read(sockets[1], &byte, 1) == 1) {
    compute(amounts[peer]);
    if (write(sockets[1], &byte, 1) != 1) break;
  }
  return nothing;
}

OWN static void take_lock(void) {
  is_held = 0;
  sem_post(&holder_is_wanted);
  while (!is_held) {}
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

OWN static void get_permit(void) {
  sem_post(&user_is_wanted);
  sem_wait(&permits);
}

OWN static int save_file(void) {
  char text[512] = "text";
  for (long n = 0; n < amounts[fsyncs]; n++) {
    if (pwrite(file, text, sizeof text, 0) != sizeof text || fsync(file) != 0) return 0;
  }
  return 1;
}

OWN static int ask_peer(void) {
  char byte = 1;
  return write(sockets[0], &byte, 1) == 1 && read(sockets[0], &byte, 1) == 1;
}

OWN static void back_off(void) { usleep((useconds_t)amounts[pause_]); }

OWN static int step(void) {
  take_lock();
  get_permit();
  int is_right = save_file() && ask_peer();
  back_off();
  return is_right;
}

int main(int count, char **words) {
  const char *folder = getenv("TMPDIR");
  char path[4096];
  if (count != 1 + count_of_waits || !folder || snprintf(path, sizeof path, "%s/file", folder) >= (int)sizeof path) {
    fprintf(stderr, "TMPDIR and %d amounts are needed.\n", count_of_waits);
    return 64;
  }
  for (int n = 0; n < count_of_waits; n++) amounts[n] = atol(words[1 + n]);
  file = open(path, O_RDWR | O_CREAT, 0600);
  sem_init(&holder_is_wanted, 0, 0);
  sem_init(&user_is_wanted, 0, 0);
  sem_init(&permits, 0, 0);
  pthread_t threads[3];
  if (file < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) ||
      pthread_create(&threads[0], NULL, hold_lock, NULL) || pthread_create(&threads[1], NULL, use_permit, NULL) ||
      pthread_create(&threads[2], NULL, answer, NULL)) {
    perror("The threads were not started");
    return 1;
  }
  char line[1 << 16];
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "\"hello\"")) {
      printf("{\"ok\":true,\"protocol\":1,\"driver\":\"waiting\",\"verbs\":[\"work\"]}\n");
    } else if (strstr(line, "\"step\"")) {
      long wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
      int is_right = step();
      printf("{\"ok\":true,\"cost\":{\"wall_ns\":%ld,\"cpu_ns\":%ld},\"outcome\":{\"done\":%s}}\n",
             now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - cpu, is_right ? "true" : "false");
    } else {
      printf("{\"ok\":true}\n");
      if (strstr(line, "\"bye\"")) break;
    }
    fflush(stdout);
  }
  return 0;
}
