// What is set in the new process between its making and the command's start, so that it holds for
// all of the command and for all that it starts.
#pragma once
#include <stdbool.h>

// Takes a setting, as in `cpu=1`; false where there is none of that name, or too many. One of this
// process itself is set at once.
bool settings_add(const char *word);

// Sets everything. Called in the new process; what the system refuses is noted, and goes without.
void settings_apply(void);

// Adds the lines that say what was refused the last time to the report.
void settings_report(void);
