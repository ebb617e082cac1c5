// rehearse-launcher CONTROL STATUS FOLDER [SETTING...] -- COMMAND [ARGUMENT...]
//
// Starts one command for the harness, once or again and again, waits for it, and reports how it
// ended and what it used. It exists because it is small: a process inherits its parent's peak
// memory as the floor of its own ru_maxrss, and starting a process from a large one costs
// milliseconds.
//
// CONTROL is a descriptor to read, a request each line:
//
//   once      start the command and leave the three streams to it, so that the harness sees their
//             end when it ends; then end
//   again N   start it, and keep the streams for the next request; standard input, where it is a
//             file, is read from its start. Up to N times in a batch: the batch ends early with a run
//             that took 20 ms, that wrote on standard error, or whose command did not exit with 0,
//             and after 0.1 s. What is to be reported of a batch is written at its end
//   whole N   as again, but wait until every process that it started has ended as well
//
// When CONTROL closes (the harness closes it, or has died), all that runs is killed.
//
// SETTING holds for the command and all that it starts:
//
//   group=FILE        join the control group whose members FILE holds; a single thread that joins
//                     by `tasks` of version 1 is not waited for, by any cgroup.procs it is, 14 ms
//   own-group=FILE    likewise, but the launcher joins, before it starts anything: what it starts
//                     is born there
//   cpu=N             run on this CPU alone
//   slice=NS          be given the CPU for so long at a time (Linux 6.12 and newer; else refused)
//   fixed-addresses   no randomisation of the address space
//   cgroup-memory=FOLDER
//                      report what the control group of this folder is charged with
//   count=TYPE:N      count this event of perf_event_open(2) in user mode
//
// STATUS is a descriptor to write, one line each:
//
//   refused ERRNO NAME       (a setting; the command goes without. Before `spawned` or `failed`)
//   spawned PID STARTED      (of again and whole 20 ms after the start, or with the end: waking
//                            the harness would disturb a command that is shorter than that.
//                            STARTED is in ns of CLOCK_MONOTONIC)
//   failed ERRNO             (the command could not be executed in FOLDER)
//   cgroup-memory BEFORE PEAK USAGE PAGES
//                            (with `cgroup-memory`, where the kernel keeps a peak that can be set back.
//                            In bytes: what was charged before the run, without pages of files;
//                            during it at most and after it, with them; pages of files after it)
//   exited STATUS USAGE | killed SIGNAL USAGE
//   done                     (of again and whole: the batch has ended)
//
// USAGE is wall time in ns, user and system time in us, peak memory in kB, minor and major
// faults, blocks of 512 bytes read and written, voluntary and involuntary switches, how many
// processes outlived the command and were killed, and with `count` the event's count from the
// command's execution on, or a negative errno. It covers the whole tree: this process adopts
// what outlives its parent and adds what it used. What a parent refuses to wait for (it ignores
// SIGCHLD) is in nobody's measurements; peak memory is that of the largest process.
//
// The child leads a process group of its own, so a terminal's Ctrl-C reaches the harness alone.
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

// After this time a batch ends, ns, so that the harness can show how far things are.
enum { ROW_TIME = 100000000 };

// Whether nothing waits to be read on standard error.
static bool errors_are_read(void) {
  int waiting;
  return ioctl(2, FIONREAD, &waiting) == 0 && waiting == 0;
}

// Whether the harness knows of it.
static bool make_row(char **command, const char *request) {
  struct run_request run = {
      .once = request[0] == 'o', .whole = request[0] == 'w', .first = true};
  const char *blank = strchr(request, ' ');
  long left = blank == NULL ? 1 : strtol(blank, NULL, 10);
  long long end = run_clock() + ROW_TIME;
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
  // What the harness left open or inherited itself is not the child's. Linux before 5.9 can't.
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
    // A harness that learns nothing waits; that this process has ended it sees.
    if (!make_row(argv + command + 1, request) || request[0] == 'o') break;
  }
  return 0;
}
