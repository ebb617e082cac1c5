#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "work.h"

struct child {
  pid_t pid;
  // Where it tells what it holds, and where it waits to be let go.
  int report, release;
};

static struct child start(long long megabytes) {
  int report[2], release[2];
  require(pipe(report) == 0 && pipe(release) == 0, "pipe");
  pid_t pid = fork();
  require(pid >= 0, "fork");
  if (pid == 0) {
    close(release[1]);
    long long bytes = megabytes << 20;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    require(memory != MAP_FAILED, "mmap");
    memset(memory, 1, bytes);
    char byte;
    // Twice: once all are there, each counts what it holds, else what they share is not known.
    require(write(report[1], "", 1) == 1 && read(release[0], &byte, 1) == 1, "report");
    struct memory held = memory_now();
    require(write(report[1], &held, sizeof held) == sizeof held, "report");
    require(read(release[0], &byte, 1) == 1, "release");
    _exit(0);
  }
  close(report[1]);
  close(release[0]);
  return (struct child){pid, report[0], release[1]};
}

// All children together, with what this process has itself.
static struct truth hold(struct child *children, int count, long long milliseconds) {
  char byte;
  for (int i = 0; i < count; i++) require(read(children[i].report, &byte, 1) == 1, "report");
  struct truth truth = {.peak = memory_now()};
  for (int i = 0; i < count; i++) {
    struct memory held;
    require(write(children[i].release, "", 1) == 1, "release");
    require(read(children[i].report, &held, sizeof held) == sizeof held, "report");
    truth.peak = memory_plus(truth.peak, held);
    if (held.resident > truth.largest) truth.largest = held.resident;
  }
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
  for (int i = 0; i < count; i++) {
    require(write(children[i].release, "", 1) == 1, "release");
    require(waitpid(children[i].pid, NULL, 0) == children[i].pid, "waitpid");
    close(children[i].report);
    close(children[i].release);
  }
  return truth;
}

struct truth work_tree(int at_once, int count, long long megabytes, long long milliseconds) {
  struct child children[64];
  require(count >= 1 && count <= 64, "children");
  if (at_once) {
    for (int i = 0; i < count; i++) children[i] = start(megabytes);
    return hold(children, count, milliseconds);
  }
  struct truth greatest = {.largest = 0};
  for (int i = 0; i < count; i++) {
    children[0] = start(megabytes);
    struct truth truth = hold(children, 1, milliseconds);
    if (truth.peak.resident > greatest.peak.resident) greatest = truth;
  }
  return greatest;
}
