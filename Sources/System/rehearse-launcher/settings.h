// Settings made in the new process before the command starts, so that they hold for the whole
// command and all that it starts.
#pragma once
#include <stdbool.h>

// Parses a setting, such as `cpu=1`; false if its name is unknown, or there are too many. A setting
// for this process itself is made at once.
bool settings_add(const char *word);

// Makes all settings. Called in the new process; refusals are noted, and the command runs without
// those settings.
void settings_apply(void);

// Adds the lines about the last refusals to the report.
void settings_report(void);
