// What the control group that this process is in is charged with during a run.
#pragma once
#include <stdbool.h>

// Takes the setting `charge=FOLDER`, FOLDER being the group's; false where it is another.
bool charge_add(const char *word);

// Sets the peak back. What is charged now was not the run's.
// `first`: of a row, before which other things may have happened in the group.
void charge_begin(bool first);

// `storage`: whether the run read or wrote storage, so that pages of files may have come or gone.
void charge_end(bool storage);

// Adds the line of the last run, where the kernel keeps the figures.
void charge_report(void);
