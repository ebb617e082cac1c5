#ifndef C_CHORD_PEER_H
#define C_CHORD_PEER_H

#include <stdint.h>

// The work of the roofers' accounts in plain C on SQLite, to hold the app against: the same
// statements, prepared once; the same transactions and settings; every text copied into memory of
// the result's own. One connection, to be used by one thread at a time.

typedef struct chord_peer chord_peer;

typedef struct {
  int64_t pos;
  char *type;
  char *unit;
  int64_t price;
} chord_entry;

typedef struct {
  chord_entry *entries;
  int64_t count;
} chord_list;

// NULL, with a reason on stderr, when the file can not be opened or a statement not prepared.
// `synchronous` is SQLite's.
chord_peer *chord_peer_open(
  const char *path, int cache_kibibytes, int synchronous, const char *search, const char *look,
  const char *insert);
void chord_peer_close(chord_peer *peer);

// Searches in a read transaction: what fits `beginnings`, then what fits `anywhere` too, where that
// is not NULL, up to the limit. Returns SQLite's result code.
int chord_peer_search(
  chord_peer *peer, const char *beginnings, const char *anywhere, int64_t limit, chord_list *list);
void chord_list_free(chord_list *list);

// Adds the dictionary's entry to a project in an immediate transaction. Returns 0, SQLite's code, or
// -1 when the dictionary has no such entry.
int chord_peer_add(chord_peer *peer, int64_t project, int64_t pos, int64_t hundredths);

#endif
