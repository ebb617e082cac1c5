// What the control group that this process is in is charged with during a run.
#pragma once
#include <stdbool.h>

// Takes the setting `cgroup-memory=FOLDER`, FOLDER being the group's; false where it is another.
bool cgroup_memory_add(const char *word);

// Sets the peak back. What is charged now was not the run's.
// `first`: of a batch, before which other things may have happened in the group.
void cgroup_memory_begin(bool first);

// `storage`: whether the run read or wrote storage, so that pages of files may have come or gone.
void cgroup_memory_end(bool storage);

// Adds the line of the last run, where the kernel keeps the measurements.
void cgroup_memory_report(void);
