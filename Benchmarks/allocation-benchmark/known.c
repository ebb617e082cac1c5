// Calls one function of allocation ten times: known NUMBER.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
  int number = count > 1 ? atoi(words[1]) : -1;
  for (int i = 0; i < 10; i++) {
    void *volatile block = NULL;
    switch (number) {
      case 0: block = malloc(1000); break;
      case 1: block = calloc(10, 100); break;
      case 2: block = realloc(malloc(1000), 3000); break;
      case 3: block = realloc(NULL, 1000); break;
      case 4: block = realloc(malloc(1000), 0); break;
      case 5: block = reallocarray(NULL, 10, 100); break;
      case 6: block = aligned_alloc(64, 1024); break;
      case 7: if (posix_memalign((void **)&block, 64, 1000) != 0) return 1; break;
      case 8: block = memalign(64, 1000); break;
      case 9: block = valloc(1000); break;
      case 10: block = pvalloc(1000); break;
      case 11: block = strdup("seven77"); break;
      case 12: block = malloc(0); break;
      default: return 2;
    }
    free(block);
  }
  return 0;
}
