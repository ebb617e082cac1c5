// rehearse-launcher CONTROL STATUS FOLDER [SETTING...] -- COMMAND [ARGUMENT...]
//
// Starts one command for the harness, once or again and again, waits for it, and reports how it
// ended and what it used. It exists because it is small: a process inherits its parent's peak
// memory as the floor of its own ru_maxrss, and starting a process from a large one costs
// milliseconds.
//
// CONTROL is a descriptor to read, with one request per line:
//
//   once      start the command and leave the three streams to it, so that the harness sees their
//             end when it ends; then end
//   again N   start it, and keep the streams for the next request; standard input, if it is a
//             file, is read from its start. Up to N times in a batch: the batch ends early after a
//             run that took 20 ms, wrote on standard error, or did not exit with 0, and after
//             0.1 s. The report of a batch is written at its end
//   whole N   as again, but wait until every process that it started has ended as well
//
// When CONTROL closes (the harness closes it, or has died), everything that runs is killed.
//
// A SETTING holds for the command and all that it starts:
//
//   group=FILE        join the control group whose members are in FILE. A single thread joins at
//                     once through version 1's `tasks`; through any cgroup.procs it takes 14 ms
//   own-group=FILE    the same, but the launcher joins before it starts anything: its children
//                     are born there
//   cpu=N             run on this CPU alone
//   slice=NS          get time slices of this length (refused before Linux 6.12)
//   real-time=N       run in the real-time class, at this priority
//   fixed-addresses   don't randomise the address space
//   cgroup-memory=FOLDER
//                      report the memory charged to the control group of this folder
//   count=TYPE:N      count this event of perf_event_open(2) in user mode
//
// STATUS is a descriptor to write, with these lines:
//
//   refused ERRNO NAME       (a setting; the command runs without it. Before `spawned` or `failed`)
//   spawned PID STARTED      (for again and whole 20 ms after the start, or with the end: waking
//                            the harness would disturb a shorter command. STARTED is in ns of
//                            CLOCK_MONOTONIC)
//   failed ERRNO             (the command could not be executed in FOLDER)
//   cgroup-memory BEFORE PEAK USAGE PAGES
//                            (with `cgroup-memory`, if the kernel keeps a peak that can be reset.
//                            In bytes: memory before the run without page cache; the peak during
//                            it and the usage after it, with page cache; page cache after it)
//   exited STATUS USAGE | killed SIGNAL USAGE
//   done                     (for again and whole: the batch has ended)
//
// USAGE is wall time in ns, user and system time in us, peak memory in kB, minor and major
// faults, blocks of 512 bytes read and written, voluntary and involuntary switches, how many
// processes outlived the command and were killed, and with `count` the event's count from the
// command's execution on, or a negative errno. It covers the whole tree: this process adopts
// orphans and adds their usage. Children that their parent does not wait for (because it ignores
// SIGCHLD) are not measured; peak memory is that of the largest process.
//
// The child leads its own process group, so a terminal's Ctrl-C only reaches the harness.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cgroup-memory.h"
#include "counter.h"
#include "report.h"
#include "run.h"
#include "settings.h"

// The time after which a batch ends, ns, so that the harness can show progress.
enum { BATCH_TIME = 100000000 };

// Whether standard error has been read to its end.
static bool errors_are_read(void) {
  int waiting;
  return ioctl(2, FIONREAD, &waiting) == 0 && waiting == 0;
}

// Whether the harness was informed.
static bool make_batch(char **command, const char *request) {
  struct run_request run = {
      .once = request[0] == 'o', .whole = request[0] == 'w', .first = true};
  const char *blank = strchr(request, ' ');
  long left = blank == NULL ? 1 : strtol(blank, NULL, 10);
  long long end = run_clock() + BATCH_TIME;
  while (run_make(command, run) && --left > 0 && run_clock() < end && errors_are_read() &&
         !report_is_full())
    run.first = false;
  if (!run.once) report_add("done\n");
  return report_send();
}

static int usage(void) {
  fprintf(stderr,
          "usage: rehearse-launcher CONTROL STATUS FOLDER [SETTING...] -- COMMAND [ARGUMENT...]\n");
  return 64;
}

int main(int argc, char **argv) {
  if (argc < 6) return usage();
  int control = atoi(argv[1]), status = atoi(argv[2]);
  report_open(status);
  fcntl(control, F_SETFD, FD_CLOEXEC);
  fcntl(status, F_SETFD, FD_CLOEXEC);
  // Closes what the harness left open or inherited itself. Linux before 5.9 can't.
  syscall(SYS_close_range, (control > status ? control : status) + 1, ~0U, 0);
  int command = 4;
  while (command < argc && strcmp(argv[command], "--") != 0 &&
         (settings_add(argv[command]) || cgroup_memory_add(argv[command]) || counter_add(argv[command])))
    command++;
  if (command + 1 >= argc || strcmp(argv[command], "--") != 0) return usage();
  signal(SIGPIPE, SIG_IGN);  // a harness that is gone is seen on CONTROL
  run_prepare(control);
  if (chdir(argv[3]) != 0) {
    report_add("failed %d\n", errno);
    report_send();
    return 0;
  }

  char request[32];
  ssize_t length;
  while ((length = read(control, request, sizeof request - 1)) > 0) {
    request[length] = 0;
    // A harness that is not informed would wait; but it sees that this process has ended.
    if (!make_batch(argv + command + 1, request) || request[0] == 'o') break;
  }
  return 0;
}
