#include "CChordPeer.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chord_peer {
  sqlite3 *database;
  sqlite3_stmt *begin, *begin_immediate, *commit, *rollback;
  sqlite3_stmt *search, *look, *insert;
};

static int prepare(chord_peer *peer, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(
    peer->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

chord_peer *chord_peer_open(
  const char *path, int cache_kibibytes, int synchronous, const char *search, const char *look,
  const char *insert) {
  chord_peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  char settings[256];
  snprintf(
    settings, sizeof settings,
    "PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = %d;"
    "PRAGMA cache_size = -%d",
    synchronous, cache_kibibytes);
  // GRDB opens its connections without SQLite's own mutex too; one queue uses each.
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (
    sqlite3_open_v2(path, &peer->database, flags, NULL) != SQLITE_OK
    || sqlite3_busy_timeout(peer->database, 5000) != SQLITE_OK
    || sqlite3_exec(peer->database, settings, NULL, NULL, NULL) != SQLITE_OK
    || prepare(peer, "BEGIN DEFERRED TRANSACTION", &peer->begin) != SQLITE_OK
    || prepare(peer, "BEGIN IMMEDIATE TRANSACTION", &peer->begin_immediate) != SQLITE_OK
    || prepare(peer, "COMMIT TRANSACTION", &peer->commit) != SQLITE_OK
    || prepare(peer, "ROLLBACK TRANSACTION", &peer->rollback) != SQLITE_OK
    || prepare(peer, search, &peer->search) != SQLITE_OK
    || prepare(peer, look, &peer->look) != SQLITE_OK
    || prepare(peer, insert, &peer->insert) != SQLITE_OK
  ) {
    fprintf(stderr, "%s: %s\n", path, sqlite3_errmsg(peer->database));
    chord_peer_close(peer);
    return NULL;
  }
  return peer;
}

void chord_peer_close(chord_peer *peer) {
  sqlite3_stmt *statements[] = {
    peer->begin, peer->begin_immediate, peer->commit, peer->rollback,
    peer->search, peer->look, peer->insert,
  };
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
    sqlite3_finalize(statements[i]);
  }
  sqlite3_close(peer->database);
  free(peer);
}

static char *text(sqlite3_stmt *statement, int column) {
  const unsigned char *bytes = sqlite3_column_text(statement, column);
  size_t count = (size_t)sqlite3_column_bytes(statement, column);
  char *copy = malloc(count + 1);
  if (!copy) abort();
  if (count) memcpy(copy, bytes, count);
  copy[count] = 0;
  return copy;
}

static chord_entry entry(sqlite3_stmt *statement) {
  chord_entry entry = {
    sqlite3_column_int64(statement, 0), text(statement, 1), text(statement, 2),
    sqlite3_column_int64(statement, 3),
  };
  return entry;
}

static void append(chord_list *list, int64_t *capacity, chord_entry entry) {
  if (list->count == *capacity) {
    *capacity = *capacity ? 2 * *capacity : 16;
    chord_entry *entries = realloc(list->entries, (size_t)*capacity * sizeof *entries);
    if (!entries) abort();
    list->entries = entries;
  }
  list->entries[list->count++] = entry;
}

// The rows of both expressions come in the order of numbers, and those of the first are all among
// those of the second.
static int find(
  sqlite3_stmt *statement, const char *beginnings, const char *anywhere, int64_t limit,
  chord_list *list) {
  int64_t capacity = 0, known = 0;
  int code = SQLITE_DONE;
  sqlite3_bind_text(statement, 1, beginnings, -1, SQLITE_TRANSIENT);
  while (list->count < limit && (code = sqlite3_step(statement)) == SQLITE_ROW) {
    append(list, &capacity, entry(statement));
  }
  sqlite3_reset(statement);
  if (list->count == limit || code != SQLITE_DONE || !anywhere) return code;
  int64_t first = list->count;
  sqlite3_bind_text(statement, 1, anywhere, -1, SQLITE_TRANSIENT);
  while (list->count < limit && (code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (known < first && sqlite3_column_int64(statement, 0) == list->entries[known].pos) {
      known++;
    } else {
      append(list, &capacity, entry(statement));
    }
  }
  sqlite3_reset(statement);
  return code;
}

int chord_peer_search(
  chord_peer *peer, const char *beginnings, const char *anywhere, int64_t limit, chord_list *list) {
  memset(list, 0, sizeof *list);
  int code = run(peer->begin);
  if (code != SQLITE_OK) return code;
  code = find(peer->search, beginnings, anywhere, limit, list);
  int committed = run(peer->commit);
  return code == SQLITE_DONE || code == SQLITE_ROW ? committed : code;
}

void chord_list_free(chord_list *list) {
  for (int64_t i = 0; i < list->count; i++) {
    free(list->entries[i].type);
    free(list->entries[i].unit);
  }
  free(list->entries);
}

int chord_peer_add(chord_peer *peer, int64_t project, int64_t pos, int64_t hundredths) {
  int code = run(peer->begin_immediate);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_int64(peer->look, 1, pos);
  code = sqlite3_step(peer->look);
  chord_entry found = {0};
  if (code == SQLITE_ROW) {
    found = entry(peer->look);
    sqlite3_bind_int64(peer->insert, 1, found.pos);
    sqlite3_bind_text(peer->insert, 2, found.type, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(peer->insert, 3, found.unit, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(peer->insert, 4, found.price);
    sqlite3_bind_int64(peer->insert, 5, hundredths);
    sqlite3_bind_int64(peer->insert, 6, project);
    code = run(peer->insert);
  } else {
    code = -1;
  }
  sqlite3_reset(peer->look);
  free(found.type);
  free(found.unit);
  if (code == SQLITE_OK) return run(peer->commit);
  run(peer->rollback);
  return code;
}
