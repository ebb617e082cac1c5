// What the harness learns. It is gathered and then written at once: to wake the harness would
// disturb what runs.
#pragma once
#include <stdbool.h>

// Where it is written.
void report_open(int descriptor);

// Adds text.
__attribute__((format(printf, 1, 2))) void report_add(const char *format, ...);

// Whether another run's lines may not find room before what there is has been sent.
bool report_is_full(void);

// Writes what there is. Returns whether that could be done.
bool report_send(void);
