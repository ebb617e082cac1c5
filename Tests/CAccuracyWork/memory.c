#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "work.h"

static long long after(const char *key, const char *text) {
  const char *line = strstr(text, key);
  require(line != NULL, key);
  return atoll(line + strlen(key)) * 1024;
}

struct memory memory_now(void) {
  char text[4096];
  int file = open("/proc/self/smaps_rollup", O_RDONLY);
  require(file >= 0, "/proc/self/smaps_rollup");
  ssize_t count = read(file, text, sizeof text - 1);
  require(count > 0, "/proc/self/smaps_rollup");
  close(file);
  text[count] = 0;
  return (struct memory){.resident = after("\nRss:", text), .proportional = after("\nPss:", text)};
}

struct memory memory_plus(struct memory a, struct memory b) {
  return (struct memory){a.resident + b.resident, a.proportional + b.proportional};
}
