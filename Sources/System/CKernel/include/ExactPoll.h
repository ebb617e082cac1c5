#ifndef EXACT_POLL_H
#define EXACT_POLL_H

#include <poll.h>
#include <stdint.h>

/// poll(2) with a time in ns; a negative one waits for ever. Of the C library's own, ppoll, Swift's glibc module has
/// nothing.
int exact_poll(struct pollfd *descriptors, nfds_t count, int64_t nanoseconds);

#endif
