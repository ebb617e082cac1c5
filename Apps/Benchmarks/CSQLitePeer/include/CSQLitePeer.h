#ifndef C_SQLITE_PEER_H
#define C_SQLITE_PEER_H

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// What the peers in C do alike: a connection with the settings that the apps' have, transactions whose
// statements are prepared once, and texts copied out of rows. What is called for each row is inline, so
// that no peer is slower than if it stood alone.

typedef struct {
  sqlite3 *database;
  sqlite3_stmt *begin, *begin_immediate, *commit, *rollback;
} peer_store;

// Opens a file that is there; `synchronous` is SQLite's. Returns 1, or 0 with a reason on stderr. Either
// way the store is to be closed.
int peer_store_open(peer_store *store, const char *path, int cache_kibibytes, int synchronous);

// Closes the store. All other statements are finalised before.
void peer_store_close(peer_store *store);

// Prepares a statement that is kept. Returns SQLite's result code, with a reason on stderr.
int peer_store_prepare(peer_store *store, const char *sql, sqlite3_stmt **statement);

// Runs a statement of at most one row.
static inline int peer_run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

// Ends an immediate transaction: commits where the code is 0, else rolls back and returns the code.
static inline int peer_finish(peer_store *store, int code) {
  if (code == SQLITE_OK) return peer_run(store->commit);
  peer_run(store->rollback);
  return code;
}

// A copy of a column's text, to be freed.
static inline char *peer_text(sqlite3_stmt *statement, int column) {
  const unsigned char *bytes = sqlite3_column_text(statement, column);
  size_t count = (size_t)sqlite3_column_bytes(statement, column);
  char *copy = malloc(count + 1);
  if (!copy) abort();
  if (count) memcpy(copy, bytes, count);
  copy[count] = 0;
  return copy;
}

#endif
