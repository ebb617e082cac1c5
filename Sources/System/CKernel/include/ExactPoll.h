#ifndef EXACT_POLL_H
#define EXACT_POLL_H

#include <stddef.h>
#include <stdint.h>

/// poll(2) with a time in ns; a negative one waits for ever. The C library's ppoll is a GNU extension, which Swift's
/// glibc module omits. `descriptors` are of the type pollfd, which would be this module's if its header were included.
int exact_poll(void *descriptors, size_t count, int64_t nanoseconds);

#endif
