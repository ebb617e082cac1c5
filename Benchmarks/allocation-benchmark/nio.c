// Counts as the allocation tests of SwiftNIO do: a call of malloc, calloc, valloc or posix_memalign is one more,
// realloc of a block is one more and one given back. aligned_alloc, memalign and pvalloc are not looked at,
// but what they gave is counted where it is given back.
//
// At its end the process writes blocks, blocks given back, and bytes into the file that NIO_COUNTS names.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// glibc's own, by their other names.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t each);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static atomic_long blocks, given_back, bytes;

static void count(size_t size) {
  atomic_fetch_add(&blocks, 1);
  atomic_fetch_add(&bytes, (long)size);
}

void *malloc(size_t size) {
  count(size);
  return __libc_malloc(size);
}

void free(void *block) {
  if (block == NULL) return;
  atomic_fetch_add(&given_back, 1);
  __libc_free(block);
}

void *calloc(size_t number, size_t each) {
  size_t size;
  if (__builtin_mul_overflow(number, each, &size)) return NULL;
  count(size);
  return __libc_calloc(number, each);
}

void *realloc(void *block, size_t size) {
  if (block == NULL) return malloc(size);
  if (size == 0) {
    free(block);
    return NULL;
  }
  atomic_fetch_add(&given_back, 1);
  count(size);
  return __libc_realloc(block, size);
}

void *valloc(size_t size) {
  count(size);
  return __libc_memalign((size_t)getpagesize(), size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count(size);
  *block = __libc_memalign(alignment, size);
  return *block == NULL ? ENOMEM : 0;
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("NIO_COUNTS");
  int file = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  char text[80];
  int length = snprintf(text, sizeof text, "%ld %ld %ld\n", blocks, given_back, bytes);
  if (write(file, text, (size_t)length) < 0) _exit(1);
  close(file);
}
