#define _GNU_SOURCE
#include "adopted.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "usage.h"

bool adopted_reap(pid_t except) {
  while (true) {
    siginfo_t info = {0};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | WNOHANG) != 0) return false;
    if (info.si_pid == 0 || info.si_pid == except) return true;
    struct rusage used;
    if (wait4(info.si_pid, NULL, 0, &used) > 0) usage_add(&used);
  }
}

static pid_t parent(pid_t pid) {
  char text[512];
  snprintf(text, sizeof text, "/proc/%d/stat", (int)pid);
  int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = 0;
  // The name before the last parenthesis may contain anything.
  char *name_end = strrchr(text, ')');
  int parent = 0;
  if (name_end == NULL || sscanf(name_end, ") %*c %d", &parent) != 1) return 0;
  return parent;
}

// The number of children that may be killed.
static int kill_children(void) {
  int killed = 0;
  DIR *folder = opendir("/proc");
  if (folder == NULL) return 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    pid_t pid = atoi(entry->d_name);
    if (pid > 0 && parent(pid) == getpid() && kill(pid, SIGKILL) == 0) killed++;
  }
  closedir(folder);
  return killed;
}

int adopted_end(void) {
  int killed = 0;
  while (true) {
    int ending = 0;
    struct rusage used;
    pid_t pid = wait4(-1, &ending, WNOHANG, &used);
    // A killed process hands its own children over to this one, so there may be more each time.
    if (pid == 0 && kill_children() > 0) pid = wait4(-1, &ending, 0, &used);
    if (pid <= 0) return killed;
    usage_add(&used);
    if (WIFSIGNALED(ending) && WTERMSIG(ending) == SIGKILL) killed++;
  }
}
