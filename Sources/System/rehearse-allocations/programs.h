// The interface between the library's two files.
#pragma once
#include <stdint.h>
#include <sys/types.h>

// Notes in the page that a program is about to be executed, or that a child is not counted.
// - process: 0 if not known yet.
// - reason: why it will not count: `s` it is static, `e` its environment lacks the counter, `u` it
//   runs as another user, `f` it can't make its file. 0 if no reason is known.
// - Returns: its number.
uint64_t note_start(pid_t process, char reason, const char *path);

// The path of the program that this process runs.
const char *own_program(void);

// Notes which process runs a program, or with -1 that it did not start.
void note_started(uint64_t number, pid_t process);
