import SystemPackage
import TestSupport

/// A driver in C that allocates nothing but what its verbs say, so that of each step it is known to the
/// byte what it allocates.
struct AllocatingDriver {
  private let program: CompiledProgram

  /// Compiles it with options of the compiler.
  init(_ options: [String] = []) throws {
    program = try CompiledProgram(
      Self.source, options: ["-w", "-fno-builtin", "-lpthread"] + options)
  }

  /// Its executable.
  var path: String { program.path.string }

  private static let source = #"""
    #define _GNU_SOURCE
    #include <malloc.h>
    #include <pthread.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/wait.h>
    #include <unistd.h>

    static void *volatile kept[64];

    // By every function there is: 12 blocks of 2,316 + 4,096 bytes, of which one of 48 bytes is kept.
    static void every(void) {
      void *volatile a = malloc(100), *volatile b = calloc(5, 20);
      a = realloc(a, 300);
      b = reallocarray(b, 10, 10);
      void *volatile c = aligned_alloc(64, 128), *volatile d = memalign(256, 10);
      void *volatile e = valloc(40), *volatile f = NULL, *volatile g = strdup("fifteen letters");
      void *volatile p = pvalloc(1);
      if (posix_memalign((void **)&f, 64, 1000) != 0) abort();
      void *volatile h = realloc(NULL, 474);
      h = realloc(h, 0);
      kept[0] = malloc(48);
      free(a), free(b), free(c), free(d), free(e), free(f), free(g), free(p), free(NULL);
    }

    // Nothing of this is an allocation.
    static void refused(void) {
      if (malloc((size_t)-1) || calloc((size_t)-1, 16) || reallocarray(NULL, (size_t)-1, 2)) abort();
      void *volatile block = NULL;
      if (posix_memalign((void **)&block, 3, 8) == 0 || memalign(16, (size_t)-64)) abort();
    }

    static void *churn(void *unused) {
      for (int i = 0; i < 10000; i++) {
        void *volatile block = malloc(32);
        free(block);
      }
      return unused;
    }

    static void threads(int count) {
      pthread_t threads[100];
      for (int i = 0; i < count; i++) pthread_create(threads + i, NULL, churn, NULL);
      for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    }

    static void child(void) {
      pid_t child = fork();
      if (child == 0) {
        kept[2] = malloc(70), kept[3] = malloc(30);
        _exit(0);
      }
      waitpid(child, NULL, 0);
    }

    static void execute(char **words) {
      pid_t child = vfork();
      if (child == 0) {
        execv(words[0], words);
        _exit(127);
      }
      waitpid(child, NULL, 0);
    }

    static void *deep(void *ready) {
      volatile char room[1 << 20];
      for (size_t i = 0; i < sizeof room; i++) room[i] = 1;
      pthread_mutex_unlock(ready);
      pause();
      return NULL;
    }

    // Keeps 20 MB of a kind, all of it touched: blocks, pages of its own, those of a file, the stack of a thread.
    static void hold(const char *kind) {
      size_t size = 20 << 20;
      if (strcmp(kind, "blocks") == 0) kept[10] = memset(malloc(size), 1, size);
      int flags = MAP_PRIVATE | MAP_ANONYMOUS, file = -1;
      if (strcmp(kind, "file") == 0) {
        file = memfd_create("held", 0);
        if (ftruncate(file, size) != 0) abort();
        flags = MAP_SHARED;
      }
      if (strcmp(kind, "stack") == 0) {
        static pthread_mutex_t ready = PTHREAD_MUTEX_INITIALIZER;
        pthread_t thread;
        pthread_mutex_lock(&ready);
        pthread_create(&thread, NULL, deep, &ready);
        pthread_mutex_lock(&ready);
      }
      if (strcmp(kind, "file") == 0 || strcmp(kind, "pages") == 0)
        memset(mmap(NULL, size, PROT_READ | PROT_WRITE, flags, file, 0), 1, size);
    }

    static void answer(const char *line) {
      if (write(1, line, strlen(line)) < 0) exit(1);
    }

    int main(int count, char **words) {
      static char line[65536];
      if (count > 1 && strcmp(words[1], "allocate") == 0) {
        kept[4] = malloc(5000);
        return 0;
      }
      for (size_t length = 0;;) {
        ssize_t more = read(0, line + length, sizeof line - 1 - length);
        if (more <= 0) return 0;
        length += (size_t)more;
        line[length] = 0;
        if (line[length - 1] != '\n') continue;
        length = 0;
        if (strstr(line, "\"hello\"")) {
          answer("{\"ok\":true,\"protocol\":1}\n");
          continue;
        }
        if (!strstr(line, "\"step\"")) {
          answer("{\"ok\":true}\n");
          if (strstr(line, "\"bye\"")) return 0;
          continue;
        }
        if (strstr(line, "\"every\"")) every();
        if (strstr(line, "\"refused\"")) refused();
        if (strstr(line, "\"peak\"")) {
          void *volatile large = malloc(1000000);
          free(large);
        }
        if (strstr(line, "\"threads\"")) threads(4);
        if (strstr(line, "\"many\"")) threads(100);
        if (strstr(line, "\"fork\"")) child();
        if (strstr(line, "\"execute\"")) execute((char *[]){words[0], "allocate", NULL});
        if (strstr(line, "\"other\"")) execute((char *[]){words[1], "allocate", NULL});
        for (const char **kind = (const char *[]){"blocks", "pages", "file", "stack", NULL}; *kind; kind++)
          if (strstr(line, *kind)) hold(*kind);
        if (strstr(line, "\"map\""))
          munmap(mmap(NULL, 12345, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 12345);
        answer("{\"ok\":true,\"cost\":{\"wall_ns\":1,\"cpu_ns\":1},\"outcome\":{}}\n");
      }
    }
    """#
}
