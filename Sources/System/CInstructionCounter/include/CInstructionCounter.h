#ifndef CINSTRUCTIONCOUNTER_H
#define CINSTRUCTIONCOUNTER_H

#include <stdbool.h>

// Asks the callgrind under which this process runs, if it does, to count. A request is a few
// instructions that do nothing on a processor of its own and that Valgrind recognises, so without
// it they cost a nanosecond and change nothing.

/// Whether this process runs under Valgrind.
bool instruction_counter_is_there(void);

/// Begins to look at instructions at all; until then the program runs ten times faster.
void instruction_counter_start(void);

/// Sets the count of all threads to 0.
void instruction_counter_reset(void);

/// Switches counting on or off for the calling thread alone; threads begin with it on.
void instruction_counter_toggle(void);

/// Writes the count of all threads to the next file, and sets it to 0.
void instruction_counter_write(void);

#endif
