// rehearse-launcher CONTROL STATUS FOLDER COMMAND [ARGUMENT...]
//
// Starts one process for the harness, waits for it and reports how it ended. It exists because
// it is small: a process inherits its parent's peak memory as the floor of its own ru_maxrss,
// and starting a process from a large one costs milliseconds.
//
// CONTROL is a descriptor to read: when it closes (the harness closes it, or has died), the
// child's whole process group is killed. STATUS is a descriptor to write, one line each:
//
//   spawned PID
//   failed ERRNO                 (the command could not be executed in FOLDER)
//   exited STATUS | killed SIGNAL
//
// The child leads a process group of its own, so a terminal's Ctrl-C reaches the harness alone,
// and what the child started and left in that group ends with it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: rehearse-launcher CONTROL STATUS FOLDER COMMAND [ARGUMENT...]\n");
    return 64;
  }
  int control = atoi(argv[1]), status = atoi(argv[2]);
  fcntl(control, F_SETFD, FD_CLOEXEC);
  fcntl(status, F_SETFD, FD_CLOEXEC);
  // What the harness left open or inherited itself is not the child's. Linux before 5.9 can't.
  syscall(SYS_close_range, (control > status ? control : status) + 1, ~0U, 0);
  signal(SIGPIPE, SIG_IGN);  // a harness that is gone is seen on CONTROL

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
    if (chdir(argv[3]) == 0) execvp(argv[4], argv + 4);
    child_errno = errno;
    _exit(127);
  }
  if (pid < 0) child_errno = errno;
  if (child_errno != 0) {
    if (pid > 0) waitpid(pid, NULL, 0);
    dprintf(status, "failed %d\n", child_errno);
    return 0;
  }
  dprintf(status, "spawned %d\n", (int)pid);
  // The pipes are the child's alone now: the harness sees their end when the child ends.
  for (int fd = 0; fd <= 2; fd++) close(fd);

  int child = (int)syscall(SYS_pidfd_open, pid, 0);
  struct pollfd watched[2] = {{.fd = child, .events = POLLIN}, {.fd = control, .events = POLLIN}};
  // Without a pidfd (before Linux 5.3) look at the child every 10 ms instead.
  int timeout = child < 0 ? 10 : -1;
  siginfo_t info = {0};
  while (info.si_pid == 0) {
    poll(watched, 2, timeout);
    if (watched[1].revents != 0) {
      kill(-pid, SIGKILL);
      kill(pid, SIGKILL);  // it may have moved to another group
    }
    int options = WEXITED | WNOWAIT | (watched[1].revents != 0 ? 0 : WNOHANG);
    waitid(P_PID, pid, &info, options);
  }
  // What the child left behind in its group goes before its pid is given back: until then the
  // group's number can't be another's.
  kill(-pid, SIGKILL);
  dprintf(status, "%s %d\n", info.si_code == CLD_EXITED ? "exited" : "killed", info.si_status);
  waitpid(pid, NULL, 0);
  return 0;
}
