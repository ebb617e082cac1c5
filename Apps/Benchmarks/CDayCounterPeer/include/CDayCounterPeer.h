#ifndef C_DAY_COUNTER_PEER_H
#define C_DAY_COUNTER_PEER_H

#include <stddef.h>
#include <stdint.h>

// The work of the day counter's core in plain C on SQLite, cairo and glibc's time zones, to hold the
// core against: the same statements, prepared once; the same transactions and settings; every text
// copied into memory of the result's own; the same lines and boxes drawn. One connection, to be used
// by one thread at a time.

typedef struct peer peer;

typedef struct {
  int64_t id;
  char *name;
  int64_t start_date;  // milliseconds since 1970
  int32_t is_without;
  int64_t date;        // days since 1970; INT64_MIN for none
  uint32_t colour;
  int64_t days;
  int64_t record;      // -1 for none
} peer_thing;

typedef struct {
  peer_thing *things;
  int64_t count;
} peer_list;

typedef struct {
  unsigned char *bytes;
  size_t count, capacity;
} peer_png;

// NULL, with a reason on stderr, when the file can not be opened. `listing` selects all things, `one`
// the one whose id is bound. Days are counted in the zone of the environment's TZ.
peer *peer_open(const char *path, int cache_kibibytes, const char *listing, const char *one);
void peer_close(peer *peer);

// Both read in a transaction of their own, and return 0, SQLite's code, or -1 for no such thing.
int peer_things(peer *peer, int64_t now, peer_list *list);
void peer_list_free(peer_list *list);
int peer_thing_of(peer *peer, int64_t id, int64_t now, peer_thing *thing);

// The picture of so many days, as a tally or as boxes; 0, or cairo's status.
int peer_draw(int64_t days, int is_tally, uint32_t colour, uint32_t ink, uint32_t way, int width,
  int height, peer_png *png);

#endif
