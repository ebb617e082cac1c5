// The memory charged to this process's control group during a run.
#pragma once
#include <stdbool.h>

// Parses the setting `cgroup-memory=FOLDER` with the group's folder; false for another setting.
bool cgroup_memory_add(const char *word);

// Resets the peak. Memory charged so far does not belong to the run.
// `first`: the first of a batch, before which the group may have changed otherwise.
void cgroup_memory_begin(bool first);

// `storage`: whether the run read or wrote storage, so that page cache may have changed.
void cgroup_memory_end(bool storage);

// Adds the line of the last run, if the kernel has the measurements.
void cgroup_memory_report(void);
