// Counts an event, such as instructions, in the command and all that it starts.
#pragma once
#include <stdbool.h>

// Parses `count=TYPE:NUMBER`, an event of perf_event_open(2); false for another word.
bool counter_add(const char *word);

// To be called before the process is made: counting begins as it executes the command.
void counter_open(void);

// To be called when all have ended: until then the value is incomplete.
void counter_close(void);

// Adds a blank and the count, or a negative errno, to the report; nothing if not counting.
void counter_report(void);
