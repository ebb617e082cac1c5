#include "CSQLitePeer.h"

#include <stdio.h>

int peer_store_open(peer_store *store, const char *path, int cache_kibibytes, int synchronous) {
  char settings[256];
  snprintf(
    settings, sizeof settings,
    "PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = %d;"
    "PRAGMA cache_size = -%d",
    synchronous, cache_kibibytes);
  // GRDB opens its connections without SQLite's own mutex too; one queue uses each.
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (
    sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK
    || sqlite3_busy_timeout(store->database, 5000) != SQLITE_OK
    || sqlite3_exec(store->database, settings, NULL, NULL, NULL) != SQLITE_OK
  ) {
    fprintf(stderr, "%s: %s\n", path, sqlite3_errmsg(store->database));
    return 0;
  }
  return peer_store_prepare(store, "BEGIN DEFERRED TRANSACTION", &store->begin) == SQLITE_OK
    && peer_store_prepare(store, "BEGIN IMMEDIATE TRANSACTION", &store->begin_immediate) == SQLITE_OK
    && peer_store_prepare(store, "COMMIT TRANSACTION", &store->commit) == SQLITE_OK
    && peer_store_prepare(store, "ROLLBACK TRANSACTION", &store->rollback) == SQLITE_OK;
}

void peer_store_close(peer_store *store) {
  sqlite3_finalize(store->begin);
  sqlite3_finalize(store->begin_immediate);
  sqlite3_finalize(store->commit);
  sqlite3_finalize(store->rollback);
  sqlite3_close(store->database);
}

int peer_store_prepare(peer_store *store, const char *sql, sqlite3_stmt **statement) {
  int code = sqlite3_prepare_v3(
    store->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
  if (code != SQLITE_OK) fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(store->database));
  return code;
}
