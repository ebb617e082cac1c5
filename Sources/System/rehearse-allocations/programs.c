// Programs that a counted one executes or starts. Each counts in its own page if it can. A static
// program, one that runs without the library or as another user, or one that can't make its file
// leaves no trace. So the starter notes it beforehand, with the reason why it will not count if
// known, and the harness looks for its page.
//
// All functions of the exec family are wrapped, because within the C library they call each other
// by names that can't be replaced.
#define _GNU_SOURCE
#include "CAllocationPage.h"
#include "programs.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

extern char **environ;

static bool has_counter(char *const *environment) {
  bool is_loaded = false, has_folder = false;
  for (; environment != NULL && *environment != NULL; environment++) {
    is_loaded |= strncmp(*environment, "LD_PRELOAD=/", 12) == 0;
    has_folder |= strncmp(*environment, ALLOCATION_FOLDER "=", sizeof ALLOCATION_FOLDER) == 0;
  }
  return is_loaded && has_folder;
}

// Whether a program loads no libraries; for a script, its interpreter counts. Unreadable files are
// no programs.
static bool is_static(const char *path, int depth) {
  union {
    char bytes[4096];
    Elf64_Ehdr elf;
  } head;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t length = read(file, head.bytes, sizeof head - 1);
  close(file);
  if (length > 2 && head.bytes[0] == '#' && head.bytes[1] == '!' && depth < 4) {
    head.bytes[length] = 0;
    char *name = head.bytes + 2 + strspn(head.bytes + 2, " \t");
    name[strcspn(name, " \t\n")] = 0;
    return is_static(name, depth + 1);
  }
  if (length < (ssize_t)sizeof head.elf || memcmp(head.bytes, ELFMAG, SELFMAG) != 0) return false;
  size_t size = head.elf.e_phentsize, at = head.elf.e_phoff;
  for (unsigned i = 0; i < head.elf.e_phnum; i++, at += size) {
    Elf64_Word type;
    if (at > (size_t)length || (size_t)length - at < sizeof type) return false;
    memcpy(&type, head.bytes + at, sizeof type);
    if (type == PT_INTERP) return false;
  }
  return true;
}

// A loader ignores preloaded libraries if the program runs as another user.
static bool changes_user(const char *path) {
  struct stat file;
  return stat(path, &file) == 0 && ((file.st_mode & S_ISUID && file.st_uid != getuid()) ||
                                    (file.st_mode & S_ISGID && file.st_gid != getgid()));
}

// Why a program will not count; 0 if no reason is known.
static char objection(const char *path, char *const *environment) {
  if (access(path, X_OK) != 0) return 0;
  if (is_static(path, 0)) return 's';
  if (!has_counter(environment)) return 'e';
  return changes_user(path) ? 'u' : 0;
}

// Notes a program that is about to be executed; preserves errno.
static uint64_t note(pid_t process, const char *path, char *const *environment) {
  int before = errno;
  uint64_t number = note_start(process, path == NULL ? 0 : objection(path, environment),
                               path == NULL ? "?" : path);
  errno = before;
  return number;
}

const char *own_program(void) {
  static char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return "?";
  path[length] = 0;
  return path;
}

// Searches as execvp does.
// - found: a buffer for a path.
// - Returns: the name itself if nothing is found.
static const char *search(const char *name, char *found) {
  if (name == NULL || strchr(name, '/') != NULL) return name;
  int before = errno;
  const char *folders = getenv("PATH"), *path = name;
  if (folders == NULL) folders = "/bin:/usr/bin";
  for (; *folders != 0 && path == name;
       folders += strcspn(folders, ":"), folders += *folders == ':') {
    int length = (int)strcspn(folders, ":");
    if (snprintf(found, PATH_MAX, "%.*s/%s", length, folders, name) >= PATH_MAX) continue;
    struct stat file;
    if (stat(found, &file) == 0 && S_ISREG(file.st_mode) && access(found, X_OK) == 0) path = found;
  }
  errno = before;
  return path;
}

// Looked up before anything is executed: a child made by vfork could wait for the loader for ever.
static struct {
  __typeof__(&execve) execve;
  __typeof__(&execvpe) execvpe;
  __typeof__(&fexecve) fexecve;
  __typeof__(&execveat) execveat;
  __typeof__(&posix_spawn) posix_spawn;
  __typeof__(&posix_spawnp) posix_spawnp;
  __typeof__(&system) system;
  __typeof__(&popen) popen;
} next;

#define FIND(name) (next.name = (__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define NEXT(name) (next.name != NULL ? next.name : FIND(name))

__attribute__((constructor)) static void find_all(void) {
  FIND(execve);
  FIND(execvpe);
  FIND(fexecve);
  FIND(execveat);
  FIND(posix_spawn);
  FIND(posix_spawnp);
  FIND(system);
  FIND(popen);
}

// Continues only if nothing was executed.
#define EXECUTE(path, environment, call)                    \
  uint64_t number = note(getpid(), path, environment);      \
  int result = call;                                        \
  note_started(number, -1);                                 \
  return result;

EXPORTED int execve(const char *path, char *const words[], char *const environment[]) {
  EXECUTE(path, environment, NEXT(execve)(path, words, environment))
}

EXPORTED int execv(const char *path, char *const words[]) { return execve(path, words, environ); }

EXPORTED int execvpe(const char *name, char *const words[], char *const environment[]) {
  char found[PATH_MAX];
  EXECUTE(search(name, found), environment, NEXT(execvpe)(name, words, environment))
}

EXPORTED int execvp(const char *name, char *const words[]) { return execvpe(name, words, environ); }

// The file of a descriptor; `found` is a buffer for a path.
static const char *path_of(int file, char *found) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, found, PATH_MAX - 1);
  if (length <= 0) return NULL;
  found[length] = 0;
  return found;
}

EXPORTED int fexecve(int file, char *const words[], char *const environment[]) {
  char found[PATH_MAX];
  EXECUTE(path_of(file, found), environment, NEXT(fexecve)(file, words, environment))
}

EXPORTED int execveat(int folder, const char *path, char *const words[], char *const environment[],
                      int flags) {
  char found[PATH_MAX];
  EXECUTE(flags & AT_EMPTY_PATH && *path == 0 ? path_of(folder, found) : path, environment,
          NEXT(execveat)(folder, path, words, environment, flags))
}

// The process is known only afterwards.
#define SPAWN(path, call)                               \
  pid_t own;                                            \
  if (process == NULL) process = &own;                  \
  uint64_t number = note(0, path, environment);         \
  int result = call;                                    \
  note_started(number, result == 0 ? *process : -1);    \
  return result;

EXPORTED int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes, char *const words[],
                         char *const environment[]) {
  SPAWN(path, NEXT(posix_spawn)(process, path, actions, attributes, words, environment))
}

EXPORTED int posix_spawnp(pid_t *process, const char *name, const posix_spawn_file_actions_t *actions,
                          const posix_spawnattr_t *attributes, char *const words[],
                          char *const environment[]) {
  char found[PATH_MAX];
  SPAWN(search(name, found),
        NEXT(posix_spawnp)(process, name, actions, attributes, words, environment))
}

// These two start a shell through an internal name of posix_spawn. They don't reveal the process.
EXPORTED int system(const char *command) {
  uint64_t number = note(0, "/bin/sh", environ);
  int result = NEXT(system)(command);
  if (result == -1) note_started(number, -1);
  return result;
}

EXPORTED FILE *popen(const char *command, const char *mode) {
  uint64_t number = note(0, "/bin/sh", environ);
  FILE *stream = NEXT(popen)(command, mode);
  if (stream == NULL) note_started(number, -1);
  return stream;
}

// The words after the first up to a null pointer, as an array on the stack, and what follows it.
#define WORDS(words, list, first)                                                       \
  size_t count = 1;                                                                     \
  va_list list;                                                                         \
  va_start(list, first);                                                                \
  while (va_arg(list, char *) != NULL) count++;                                         \
  va_end(list);                                                                         \
  char *words[count + 1];                                                               \
  words[0] = (char *)first;                                                             \
  va_start(list, first);                                                                \
  for (size_t i = 1; i <= count; i++) words[i] = va_arg(list, char *);

EXPORTED int execl(const char *path, const char *first, ...) {
  WORDS(words, list, first)
  va_end(list);
  return execve(path, words, environ);
}

EXPORTED int execlp(const char *name, const char *first, ...) {
  WORDS(words, list, first)
  va_end(list);
  return execvpe(name, words, environ);
}

EXPORTED int execle(const char *path, const char *first, ...) {
  WORDS(words, list, first)
  char *const *environment = va_arg(list, char *const *);
  va_end(list);
  return execve(path, words, environment);
}
