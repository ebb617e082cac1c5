// What the two files of the library know of each other.
#pragma once
#include <stdint.h>
#include <sys/types.h>

// Notes in the page that a program is about to be executed, or that a child is not counted.
// - process: 0 where it is not known yet.
// - reason: why it will not count: `s` it is linked statically, `e` its environment has no counter, `u` it
//   runs as another user, `f` it can't make its file. 0 where nothing is known that speaks against it.
// - Returns: its number.
uint64_t note_start(pid_t process, char reason, const char *path);

// The path of the program that this process runs.
const char *own_program(void);

// Notes as which process a program runs, or by -1 that it did not start.
void note_started(uint64_t number, pid_t process);
