// Programs that a counted one has executed, or starts, and that will count nothing: they are linked statically,
// run without the library, or as another user. Who starts one is told of it before, since nothing is seen
// of it afterwards.
//
// Each function of the exec family is wrapped: inside of the C library they call each other by names that
// nobody else can give a meaning.
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

// Whether a program loads no libraries; a script is what interprets it. What can't be read is no program.
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

// A loader leaves libraries out for who runs as another user than they started it.
static bool changes_user(const char *path) {
  struct stat file;
  return stat(path, &file) == 0 && ((file.st_mode & S_ISUID && file.st_uid != getuid()) ||
                                    (file.st_mode & S_ISGID && file.st_gid != getgid()));
}

static void look(const char *path, char *const *environment) {
  int before = errno;
  if (path != NULL && access(path, X_OK) == 0) {
    if (is_static(path, 0))
      note_uncounted('s', path);
    else if (!has_counter(environment))
      note_uncounted('e', path);
    else if (changes_user(path))
      note_uncounted('u', path);
  }
  errno = before;
}

// As execvp searches.
static void search(const char *name, char *const *environment) {
  if (name == NULL || strchr(name, '/') != NULL) return look(name, environment);
  const char *folders = getenv("PATH");
  if (folders == NULL) folders = "/bin:/usr/bin";
  for (; *folders != 0; folders += strcspn(folders, ":"), folders += *folders == ':') {
    char path[PATH_MAX];
    int length = (int)strcspn(folders, ":");
    if (snprintf(path, sizeof path, "%.*s/%s", length, folders, name) >= (int)sizeof path) continue;
    struct stat file;
    if (stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0)
      return look(path, environment);
  }
}

// Looked up before anything is executed: a child made by vfork could wait for ever for the loader.
static struct {
  __typeof__(&execve) execve;
  __typeof__(&execvpe) execvpe;
  __typeof__(&fexecve) fexecve;
  __typeof__(&posix_spawn) posix_spawn;
  __typeof__(&posix_spawnp) posix_spawnp;
} next;

#define FIND(name) (next.name = (__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define NEXT(name) (next.name != NULL ? next.name : FIND(name))

__attribute__((constructor)) static void find_all(void) {
  FIND(execve);
  FIND(execvpe);
  FIND(fexecve);
  FIND(posix_spawn);
  FIND(posix_spawnp);
}

EXPORTED int execve(const char *path, char *const words[], char *const environment[]) {
  look(path, environment);
  return NEXT(execve)(path, words, environment);
}

EXPORTED int execv(const char *path, char *const words[]) { return execve(path, words, environ); }

EXPORTED int execvpe(const char *name, char *const words[], char *const environment[]) {
  search(name, environment);
  return NEXT(execvpe)(name, words, environment);
}

EXPORTED int execvp(const char *name, char *const words[]) { return execvpe(name, words, environ); }

EXPORTED int fexecve(int file, char *const words[], char *const environment[]) {
  char link[32], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length > 0) {
    path[length] = 0;
    look(path, environment);
  }
  return NEXT(fexecve)(file, words, environment);
}

EXPORTED int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes, char *const words[],
                         char *const environment[]) {
  look(path, environment);
  return NEXT(posix_spawn)(process, path, actions, attributes, words, environment);
}

EXPORTED int posix_spawnp(pid_t *process, const char *name, const posix_spawn_file_actions_t *actions,
                          const posix_spawnattr_t *attributes, char *const words[],
                          char *const environment[]) {
  search(name, environment);
  return NEXT(posix_spawnp)(process, name, actions, attributes, words, environment);
}

// The words after the first up to a null pointer, as an array on the stack, and what stands behind it.
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
