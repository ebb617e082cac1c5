#define _GNU_SOURCE
#include "cgroup-memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"

static bool wanted, known;
static int peak_file = -1, usage_file = -1, statistics_file = -1;
// Counting page cache takes the kernel ten times as long as everything else here. So it is only
// done if a run is the first of a batch, or has read or written storage.
static bool counted;
static long long pages, before, peak, usage;

static int file(const char *folder, const char *name, int mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return open(path, mode | O_CLOEXEC);
}

bool cgroup_memory_add(const char *word) {
  static const char name[] = "cgroup-memory=";
  if (strncmp(word, name, sizeof name - 1) != 0) return false;
  const char *folder = word + sizeof name - 1;
  wanted = true;
  // Version 1 of control groups, then version 2.
  peak_file = file(folder, "memory.max_usage_in_bytes", O_RDWR);
  if (peak_file < 0) peak_file = file(folder, "memory.peak", O_RDWR);
  usage_file = file(folder, "memory.usage_in_bytes", O_RDONLY);
  if (usage_file < 0) usage_file = file(folder, "memory.current", O_RDONLY);
  statistics_file = file(folder, "memory.stat", O_RDONLY);
  return true;
}

// Reads the file's text, terminated; false if it can't be read.
static bool content(int file, char *text, size_t size) {
  ssize_t length = pread(file, text, size - 1, 0);
  if (length <= 0) return false;
  text[length] = 0;
  return true;
}

static bool number(int file, long long *value) {
  char text[32];
  if (!content(file, text, sizeof text)) return false;
  *value = strtoll(text, NULL, 10);
  return true;
}

// The number on the line with this name, which ends in a blank.
static bool line(const char *text, const char *name, long long *value) {
  size_t length = strlen(name);
  for (const char *start = text; start != NULL;) {
    if (strncmp(start, name, length) == 0) {
      *value = strtoll(start + length, NULL, 10);
      return true;
    }
    start = strchr(start, '\n');
    if (start != NULL) start++;
  }
  return false;
}

static bool count_pages(void) {
  char text[16384];
  long long active, inactive;
  if (!content(statistics_file, text, sizeof text)) return false;
  if (!line(text, "active_file ", &active) || !line(text, "inactive_file ", &inactive)) return false;
  pages = active + inactive;
  return true;
}

void cgroup_memory_begin(bool first) {
  if (!wanted) return;
  if (first) counted = false;
  // Version 2 supports this from Linux 6.12 on.
  known = pwrite(peak_file, "0", 1, 0) == 1 && number(usage_file, &before) &&
          (counted || count_pages());
  before -= pages;
}

void cgroup_memory_end(bool storage) {
  if (!known) return;
  // In this order, page cache that grows in between makes the result without it too small, not too
  // large.
  known = number(peak_file, &peak) && number(usage_file, &usage) &&
          ((counted && !storage) || count_pages());
  counted = known;
}

void cgroup_memory_report(void) {
  if (known) report_add("cgroup-memory %lld %lld %lld %lld\n", before, peak, usage, pages);
}
