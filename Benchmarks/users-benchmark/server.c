// server PORT WORK SHARE [LEAK [HELD]]
//
// Answers every request of HTTP/1.1 after WORK steps of computing, one in ten after three times as many, and the
// SHARE of them, at random, after twice as many. One thread, which waits for all connections by epoll. It keeps LEAK
// bytes of each request. Another thread, which only sleeps, has the lock that computing takes for HELD us of each
// millisecond.
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
static volatile uint32_t memory[1 << 16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long held;
// What nobody reads would be left out by the compiler.
static char *volatile last_kept;

static void *hold(void *nothing) {
  struct timespec with = {.tv_nsec = held * 1000}, without = {.tv_nsec = 1000000 - held * 1000};
  for (;;) {
    pthread_mutex_lock(&lock);
    nanosleep(&with, NULL);
    pthread_mutex_unlock(&lock);
    nanosleep(&without, NULL);
  }
  return nothing;
}

static void keep(long bytes) {
  char *kept = malloc((size_t)bytes);
  if (kept) memset(kept, 1, (size_t)bytes);
  last_kept = kept;
}

static void compute(uint32_t number, long work, double share) {
  uint64_t state = 88172645463325252ull + number;
  uint32_t drawn = number * 2654435761u;
  if (number % 10 == 0) work *= 3;
  if ((drawn >> 8) / 16777216.0 < share) work *= 2;
  for (long i = 0; i < work; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    memory[state & 65535] += (uint32_t)state;
  }
}

int main(int argc, char **argv) {
  if (argc < 4 || argc > 6) {
    fprintf(stderr, "usage: server PORT WORK SHARE [LEAK [HELD]]\n");
    return 64;
  }
  long work = atol(argv[2]), leak = argc > 4 ? atol(argv[4]) : 0;
  double share = atof(argv[3]);
  held = argc > 5 ? atol(argv[5]) : 0;
  pthread_t holder;
  if (held > 0 && held < 1000) pthread_create(&holder, NULL, hold, NULL);
  int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in address = {
      .sin_family = AF_INET,
      .sin_port = htons((uint16_t)atoi(argv[1])),
      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 512)) {
    perror("bind");
    return 1;
  }
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  for (uint32_t number = 1;;) {
    struct epoll_event ready[64];
    int count = epoll_wait(poll, ready, 64, -1);
    for (int i = 0; i < count; i++) {
      int connection = ready[i].data.fd;
      if (connection == listener) {
        event.data.fd = accept(listener, NULL, NULL);
        setsockopt(event.data.fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        epoll_ctl(poll, EPOLL_CTL_ADD, event.data.fd, &event);
        continue;
      }
      // A request without content arrives whole on the loopback.
      char request[4096];
      if (read(connection, request, sizeof request) <= 0) {
        close(connection);
        continue;
      }
      pthread_mutex_lock(&lock);
      compute(number++, work, share);
      pthread_mutex_unlock(&lock);
      if (leak > 0) keep(leak);
      if (write(connection, answer, sizeof answer - 1) < 0) close(connection);
    }
  }
}
