// The processes that outlived their parent: they are this process's children then, because it is
// their subreaper.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

// Waits for those that have ended, and adds what they used.
//
// `except` is a child that is to be left alone, or 0. Returns whether there are children still.
bool adopted_reap(pid_t except);

// Kills all and what they started, whatever group or session they moved to, waits for them and
// adds what they used. What may not be killed (it runs as another user) is left.
//
// Returns how many were killed, here or before.
int adopted_end(void);
