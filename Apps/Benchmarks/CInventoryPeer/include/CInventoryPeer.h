#ifndef C_INVENTORY_PEER_H
#define C_INVENTORY_PEER_H

#include <stdint.h>

// The work of the inventory's core in plain C on SQLite, to hold the core against: the same
// statements, prepared once; the same transactions and settings; every text copied into memory of
// the result's own. One connection, to be used by one thread at a time.

typedef struct peer peer;

typedef struct {
  int64_t id;
  char *name;
  char *location;
  char *serial_number;
  int64_t unit_id;
  int32_t state;  // 0 available, 1 lent by the viewer, 2 lent by another
  char *borrower; // only of state 2
} peer_device;

typedef struct {
  peer_device *devices;
  int64_t count;
} peer_list;

// NULL, with a reason on stderr, when the file can not be opened. `synchronous` is SQLite's.
peer *peer_open(const char *path, int cache_kibibytes, int synchronous);
void peer_close(peer *peer);

// Prepares the statements to lend and return with. Returns SQLite's result code.
int peer_prepare_lending(
  peer *peer, const char *take, const char *record, const char *release, const char *close);

// Runs a list statement in a read transaction of its own. The statement of a slot, 0 to 7, is
// prepared at its first use. A `parameter` of 0 is none; a `state` of -1 is told by the rows.
int peer_devices(
  peer *peer, int slot, const char *sql, int64_t parameter, int64_t viewer, int32_t state,
  peer_list *list);
void peer_list_free(peer_list *list);

// Lends or returns in an immediate transaction. Returns 0, SQLite's code, or -1 when refused.
int peer_lend(peer *peer, int64_t device, int64_t user, int64_t now, const char *comment);
int peer_return(peer *peer, int64_t device, int64_t user, int64_t now);

#endif
