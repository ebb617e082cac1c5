#include "report.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

static int status;
static char text[32768];
static size_t length;

// More than the lines of one run: eight refusals, its start, its memory and its end.
enum { run_size = 1024 };

void report_open(int descriptor) { status = descriptor; }

void report_add(const char *format, ...) {
  va_list values;
  va_start(values, format);
  int added = vsnprintf(text + length, sizeof text - length, format, values);
  va_end(values);
  if (added > 0 && (size_t)added < sizeof text - length) length += added;
}

bool report_is_full(void) { return sizeof text - length < run_size; }

bool report_send(void) {
  size_t sent = 0;
  while (sent < length) {
    ssize_t count = write(status, text + sent, length - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += count;
  }
  length = 0;
  return true;
}
