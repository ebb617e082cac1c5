#ifndef C_NOTES_PEER_H
#define C_NOTES_PEER_H

#include <stddef.h>
#include <stdint.h>

// Lists of the field notes in plain C on SQLite, and requests by libcurl alone, to hold the app against:
// the same statements, prepared once; the same transactions and settings; every text copied into memory
// of the result's own. One connection each, to be used by one thread at a time.

typedef struct notes_peer notes_peer;

typedef struct {
  int64_t high, low, kind, created, is_pending;
  char *name;
} notes_row;

typedef struct {
  notes_row *rows;
  int64_t count;
} notes_list;

// NULL, with a reason on stderr, when the file can not be opened. `synchronous` is SQLite's.
notes_peer *notes_peer_open(const char *path, int cache_kibibytes, int synchronous);
void notes_peer_close(notes_peer *peer);

// Runs a list in a read transaction, its statement prepared when it is another than before. Returns
// SQLite's result code.
int notes_peer_list(
  notes_peer *peer, const char *sql, const char *const *keys, int key_count, notes_list *list);
void notes_list_free(notes_list *list);

typedef struct notes_client notes_client;

// `credentials` are "user:secret". NULL where libcurl can't be initialised.
notes_client *notes_client_open(const char *credentials);
void notes_client_close(notes_client *client);

// Asks, by POST where there is a body, and drops the answer. Returns 0, libcurl's code, or the status
// where that is not 200.
int notes_client_ask(notes_client *client, const char *url, const void *body, size_t size);

#endif
