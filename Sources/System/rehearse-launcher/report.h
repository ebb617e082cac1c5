// The report for the harness. It is collected and then written at once, because waking the harness
// would disturb what runs.
#pragma once
#include <stdbool.h>

// Sets where it is written.
void report_open(int descriptor);

// Adds text.
__attribute__((format(printf, 1, 2))) void report_add(const char *format, ...);

// Whether another run's lines may not fit before the current ones are sent.
bool report_is_full(void);

// Writes the collected lines. Returns whether that succeeded.
bool report_send(void);
