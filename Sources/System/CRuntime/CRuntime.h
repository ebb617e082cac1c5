#pragma once

#include <malloc.h>

// libdispatch's main queue, which is the main actor's on Linux, for a thread that waits. These are
// the two calls that Core Foundation's run loop uses. libdispatch exports them without declaring
// them in a header; its own dispatch_main() would never return.

int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

/// A descriptor that becomes readable when the main queue has work.
static inline int main_queue_handle(void) { return _dispatch_get_main_queue_handle_4CF(); }

/// Does the main queue's work; to be called by the main thread.
static inline void main_queue_perform(void) { _dispatch_main_queue_callback_4CF(0); }
