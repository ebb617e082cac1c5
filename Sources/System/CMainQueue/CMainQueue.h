#pragma once

// The main queue of libdispatch, which is the main actor's on Linux, for a thread that waits: by the
// two calls that Core Foundation's run loop has for it. libdispatch exports them, no header of it has
// them, and its own dispatch_main() would never return.

int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

/// A descriptor that can be read when the main queue has something to do.
static inline int main_queue_handle(void) { return _dispatch_get_main_queue_handle_4CF(); }

/// Does what the main queue has to do; to be called by the main thread.
static inline void main_queue_perform(void) { _dispatch_main_queue_callback_4CF(0); }
