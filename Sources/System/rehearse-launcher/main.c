// rehearse-launcher CONTROL STATUS FOLDER [SETTING...] -- COMMAND [ARGUMENT...]
//
// Starts one command for the harness, once or again and again, waits for it, and reports how it
// ended and what it used. It exists because it is small: a process inherits its parent's peak
// memory as the floor of its own ru_maxrss, and starting a process from a large one costs
// milliseconds.
//
// CONTROL is a descriptor to read, a request each line:
//
//   once    start the command and leave the three streams to it, so that the harness sees their
//           end when it ends; then end
//   again   start it, and keep the streams for the next request; standard input, where it is a
//           file, is read from its start
//   whole   as again, but wait until every process that it started has ended as well
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
//   awake             look for the next request for 0.2 ms without sleeping, where nothing is
//                     measured meanwhile: to be woken takes as long as all else between short runs
//   count=TYPE:N      count this event of perf_event_open(2) in user mode
//
// STATUS is a descriptor to write, one line each:
//
//   refused ERRNO NAME       (a setting; the command goes without. Before `spawned` or `failed`)
//   spawned PID              (of again and whole 20 ms after the start, or with the end: waking
//                            the harness would disturb a command that is shorter than that)
//   failed ERRNO             (the command could not be executed in FOLDER)
//   exited STATUS USAGE | killed SIGNAL USAGE
//
// USAGE is wall time in ns, user and system time in us, peak memory in kB, minor and major
// faults, blocks of 512 bytes read and written, voluntary and involuntary switches, how many
// processes outlived the command and were killed, and with `count` the event's count from the
// command's execution on, or a negative errno. It covers the whole tree: this process adopts
// what outlives its parent and adds what it used. What a parent refuses to wait for (it ignores
// SIGCHLD) is in nobody's figures; peak memory is that of the largest process.
//
// The child leads a process group of its own, so a terminal's Ctrl-C reaches the harness alone.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "adopted.h"
#include "counter.h"
#include "settings.h"
#include "usage.h"

static int control, status;
static bool awake;
// In force while this process waits; at all other times SIGCHLD is blocked, so that none is lost.
static sigset_t waiting;

static void wake(int signal) { (void)signal; }

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Waits until a child has ended or the time is up; true when CONTROL has closed.
static bool control_closed(const struct timespec *limit) {
  struct pollfd watched = {.fd = control};
  return ppoll(&watched, 1, limit, &waiting) > 0;
}

// The pid of the new process, or -1 with errno set where the command could not be executed.
static pid_t start(char **command) {
  // vfork: the child borrows this process until it executes, so `child_errno` is shared, and
  // no page tables are copied.
  volatile int child_errno = 0;
  pid_t launcher = getpid();
  pid_t pid = vfork();
  if (pid == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != launcher) _exit(127);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &waiting, NULL);
    settings_apply();
    execvp(command[0], command);
    child_errno = errno;
    _exit(127);
  }
  if (pid < 0) return -1;
  if (child_errno == 0) return pid;
  waitpid(pid, NULL, 0);
  errno = child_errno;
  return -1;
}

// Tells of what was refused, then of the new process.
static void report_start(pid_t pid) {
  char refused[160];
  settings_describe(refused, sizeof refused);
  dprintf(status, "%sspawned %d\n", refused, (int)pid);
}

// Waits until the command's own process has ended, but leaves its pid taken.
// Returns whether its start has been reported.
static bool await(pid_t pid, bool reported, long long started) {
  static const struct timespec patience = {.tv_nsec = 20000000};
  for (bool closed = false;;) {
    siginfo_t info = {0};
    waitid(P_PID, pid, &info, WEXITED | WNOWAIT | (closed ? 0 : WNOHANG));
    if (info.si_pid != 0) return reported;
    adopted_reap(pid);
    closed = control_closed(reported ? NULL : &patience);
    if (closed) {
      kill(-pid, SIGKILL);
      kill(pid, SIGKILL);  // it may have moved to another group
    } else if (!reported && now() - started >= patience.tv_nsec) {
      report_start(pid);
      reported = true;
    }
  }
}

static void carry_out(char **command, bool once, bool whole) {
  lseek(0, 0, SEEK_SET);
  usage_reset();
  counter_open();
  long long started = now();
  pid_t pid = start(command);
  if (pid < 0) {
    int error = errno;
    char refused[160];
    settings_describe(refused, sizeof refused);
    dprintf(status, "%sfailed %d\n", refused, error);
    counter_close();
    return;
  }
  if (once) {
    report_start(pid);
    for (int fd = 0; fd <= 2; fd++) close(fd);
  }
  bool reported = await(pid, once, started);
  long long wall = now() - started;
  // What the child left behind in its group goes before its pid is given back: until then the
  // group's number can't be another's.
  if (!whole) kill(-pid, SIGKILL);
  int ending = 0;
  struct rusage used;
  wait4(pid, &ending, 0, &used);
  usage_add(&used);
  while (whole && adopted_reap(0)) whole = !control_closed(NULL);
  if (whole) wall = now() - started;
  int outlived = adopted_end();
  counter_close();

  char refused[160] = "", spawned[32] = "", text[256], counted[32];
  if (!reported) {
    settings_describe(refused, sizeof refused);
    snprintf(spawned, sizeof spawned, "spawned %d\n", (int)pid);
  }
  usage_describe(text, sizeof text);
  counter_describe(counted, sizeof counted);
  dprintf(status, "%s%s%s %d %lld %s %d%s\n", refused, spawned,
          WIFEXITED(ending) ? "exited" : "killed",
          WIFEXITED(ending) ? WEXITSTATUS(ending) : WTERMSIG(ending), wall, text, outlived, counted);
}

static bool awake_add(const char *word) {
  if (strcmp(word, "awake") != 0) return false;
  awake = true;
  return true;
}

// False where CONTROL has closed.
static bool next_request(char *request, size_t size) {
  struct pollfd watched = {.fd = control, .events = POLLIN};
  long long until = awake ? now() + 200000 : 0;
  while (now() < until && poll(&watched, 1, 0) == 0) sched_yield();
  return read(control, request, size) > 0;
}

int main(int argc, char **argv) {
  int command = 4;
  while (command < argc && strcmp(argv[command], "--") != 0 &&
         (settings_add(argv[command]) || counter_add(argv[command]) || awake_add(argv[command])))
    command++;
  if (command + 1 >= argc || strcmp(argv[command], "--") != 0) {
    fprintf(stderr,
            "usage: rehearse-launcher CONTROL STATUS FOLDER [SETTING...] -- COMMAND [ARGUMENT...]\n");
    return 64;
  }
  control = atoi(argv[1]), status = atoi(argv[2]);
  fcntl(control, F_SETFD, FD_CLOEXEC);
  fcntl(status, F_SETFD, FD_CLOEXEC);
  // What the harness left open or inherited itself is not the child's. Linux before 5.9 can't.
  syscall(SYS_close_range, (control > status ? control : status) + 1, ~0U, 0);
  signal(SIGPIPE, SIG_IGN);  // a harness that is gone is seen on CONTROL
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &waiting);
  signal(SIGCHLD, wake);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (chdir(argv[3]) != 0) {
    dprintf(status, "failed %d\n", errno);
    return 0;
  }

  char request[16];
  while (next_request(request, sizeof request)) {
    bool once = request[0] == 'o';
    carry_out(argv + command + 1, once, request[0] == 'w');
    if (once) break;
  }
  return 0;
}
