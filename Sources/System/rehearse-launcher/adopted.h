// The processes that outlived their parent. This process adopts them, because it is their
// subreaper.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

// Waits for those that have ended, and adds their usage.
//
// `except` is a child to leave alone, or 0. Returns whether there are still children.
bool adopted_reap(pid_t except);

// Kills all of them and what they started, in whatever group or session, waits for them and adds
// their usage. Processes that may not be killed (another user's) are left.
//
// Returns how many were killed, here or before.
int adopted_end(void);
