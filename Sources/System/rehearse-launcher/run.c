#define _GNU_SOURCE
#include "run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "adopted.h"
#include "cgroup-memory.h"
#include "counter.h"
#include "report.h"
#include "settings.h"
#include "usage.h"

static int control;
// Used while this process waits; otherwise SIGCHLD is blocked, so that none is lost.
static sigset_t waiting;

static void wake(int signal) { (void)signal; }

void run_prepare(int control_descriptor) {
  control = control_descriptor;
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &waiting);
  // Not when a child stops: a side of a gang does so at each turn.
  struct sigaction action = {.sa_handler = wake, .sa_flags = SA_RESTART | SA_NOCLDSTOP};
  sigaction(SIGCHLD, &action, NULL);
  prctl(PR_SET_CHILD_SUBREAPER, 1UL);
}

long long run_clock(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Waits until a child has ended or the time is up; true if CONTROL has closed.
static bool control_closed(const struct timespec *limit) {
  struct pollfd watched = {.fd = control};
  int ready = ppoll(&watched, 1, limit, &waiting);
  // If a sandbox forbids waiting, nothing else would show that the harness has gone.
  return ready > 0 || (ready < 0 && errno != EINTR);
}

// The pid of the new process. With errno set, -1 if the command could not be executed, or -2 if no
// process could be made.
static pid_t start(char **command) {
  // vfork: the child borrows this process until it executes, so `child_errno` is shared, and
  // no page tables are copied.
  volatile int child_errno = 0;
  pid_t launcher = getpid();
  pid_t pid = vfork();
  if (pid == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL);
    if (getppid() != launcher) _exit(127);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &waiting, NULL);
    settings_apply();
    execvp(command[0], command);
    child_errno = errno;
    _exit(127);
  }
  if (pid < 0) return -2;
  if (child_errno == 0) return pid;
  waitpid(pid, NULL, 0);
  errno = child_errno;
  return -1;
}

// Reports the new process, and what was refused before.
static void report_start(pid_t pid, long long started) {
  settings_report();
  report_add("spawned %d %lld\n", (int)pid, started);
}

static void kill_all(pid_t pid) {
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);  // it may have moved to another group
}

// Ends the command, and this process without a report, which the harness then reports. If a sandbox
// forbids waiting, nothing is known of the run, and retrying would never end. If the start could
// not be reported, the signal that ends the command here would look like the command's own failure.
static void abandon(pid_t pid) {
  kill_all(pid);
  adopted_end();
  _exit(70);
}

// Waits until the command's own process has ended, without releasing its pid. Returns whether its
// start has been reported.
static bool await(pid_t pid, bool reported, long long started) {
  static const struct timespec patience = {.tv_nsec = RUN_PATIENCE};
  for (bool closed = false;;) {
    siginfo_t info = {0};
    if (waitid(P_PID, pid, &info, WEXITED | WNOWAIT | (closed ? 0 : WNOHANG)) != 0 &&
        errno != EINTR)
      abandon(pid);
    if (info.si_pid != 0) return reported;
    adopted_reap(pid);
    closed = control_closed(reported ? NULL : &patience);
    if (closed) {
      kill_all(pid);
    } else if (!reported && run_clock() - started >= RUN_PATIENCE) {
      report_start(pid, started);
      if (!report_send()) abandon(pid);
      reported = true;
    }
  }
}

bool run_make(char **command, struct run_request request) {
  lseek(0, 0, SEEK_SET);
  usage_reset();
  cgroup_memory_begin(request.first);
  counter_open();
  long long started = run_clock();
  pid_t pid = start(command);
  if (pid < 0) {
    int error = errno;
    settings_report();
    report_add("%s %d\n", pid == -2 ? "unforked" : "failed", error);
    counter_close();
    return false;
  }
  if (request.once) {
    report_start(pid, started);
    if (!report_send()) abandon(pid);
    for (int fd = 0; fd <= 2; fd++) close(fd);
  }
  bool reported = await(pid, request.once, started);
  long long wall = run_clock() - started;
  // Kills what the child left in its group before releasing its pid: until then the group's number
  // can't be reused.
  bool whole = request.whole;
  if (!whole) kill(-pid, SIGKILL);
  int ending = 0;
  struct rusage used = {0};
  if (wait4(pid, &ending, 0, &used) < 0) abandon(pid);
  usage_add(&used);
  while (whole && adopted_reap(0)) whole = !control_closed(NULL);
  if (whole) wall = run_clock() - started;
  int outlived = adopted_end();
  cgroup_memory_end(usage_of_storage());
  counter_close();

  if (!reported) report_start(pid, started);
  cgroup_memory_report();
  report_add("%s %d %lld ", WIFEXITED(ending) ? "exited" : "killed",
             WIFEXITED(ending) ? WEXITSTATUS(ending) : WTERMSIG(ending), wall);
  usage_report();
  report_add(" %d", outlived);
  counter_report();
  report_add("\n");
  return !reported && ending == 0;
}
