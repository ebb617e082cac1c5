#include "CInventoryPeer.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 8 };

struct peer {
  sqlite3 *database;
  sqlite3_stmt *begin, *begin_immediate, *commit, *rollback;
  sqlite3_stmt *lists[SLOTS];
  sqlite3_stmt *take, *record, *release, *close;
};

static int prepare(peer *peer, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(
    peer->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

peer *peer_open(const char *path, int cache_kibibytes, int synchronous) {
  peer *peer = calloc(1, sizeof *peer);
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
  ) {
    fprintf(stderr, "%s: %s\n", path, sqlite3_errmsg(peer->database));
    peer_close(peer);
    return NULL;
  }
  return peer;
}

void peer_close(peer *peer) {
  sqlite3_stmt *statements[] = {
    peer->begin, peer->begin_immediate, peer->commit, peer->rollback,
    peer->take, peer->record, peer->release, peer->close,
  };
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
    sqlite3_finalize(statements[i]);
  }
  for (int i = 0; i < SLOTS; i++) sqlite3_finalize(peer->lists[i]);
  sqlite3_close(peer->database);
  free(peer);
}

int peer_prepare_lending(
  peer *peer, const char *take, const char *record, const char *release, const char *close) {
  int code = prepare(peer, take, &peer->take);
  if (code == SQLITE_OK) code = prepare(peer, record, &peer->record);
  if (code == SQLITE_OK) code = prepare(peer, release, &peer->release);
  if (code == SQLITE_OK) code = prepare(peer, close, &peer->close);
  return code;
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

int peer_devices(
  peer *peer, int slot, const char *sql, int64_t parameter, int64_t viewer, int32_t state,
  peer_list *list) {
  memset(list, 0, sizeof *list);
  if (!peer->lists[slot]) {
    int code = prepare(peer, sql, &peer->lists[slot]);
    if (code != SQLITE_OK) return code;
  }
  int code = run(peer->begin);
  if (code != SQLITE_OK) return code;
  sqlite3_stmt *statement = peer->lists[slot];
  if (parameter) sqlite3_bind_int64(statement, 1, parameter);
  int64_t capacity = 0;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (list->count == capacity) {
      capacity = capacity ? 2 * capacity : 16;
      peer_device *devices = realloc(list->devices, (size_t)capacity * sizeof *devices);
      if (!devices) abort();
      list->devices = devices;
    }
    peer_device *device = &list->devices[list->count++];
    device->id = sqlite3_column_int64(statement, 0);
    device->name = text(statement, 1);
    device->location = text(statement, 2);
    device->serial_number = text(statement, 3);
    device->unit_id = sqlite3_column_int64(statement, 4);
    device->state = state;
    device->borrower = NULL;
    if (state < 0) {
      int64_t borrower = sqlite3_column_int64(statement, 5);
      device->state = borrower == 0 ? 0 : borrower == viewer ? 1 : 2;
      if (device->state == 2) device->borrower = text(statement, 6);
    }
  }
  sqlite3_reset(statement);
  int committed = run(peer->commit);
  return code == SQLITE_DONE ? committed : code;
}

void peer_list_free(peer_list *list) {
  for (int64_t i = 0; i < list->count; i++) {
    free(list->devices[i].name);
    free(list->devices[i].location);
    free(list->devices[i].serial_number);
    free(list->devices[i].borrower);
  }
  free(list->devices);
}

static int finish(peer *peer, int code) {
  if (code == SQLITE_OK) return run(peer->commit);
  run(peer->rollback);
  return code;
}

int peer_lend(peer *peer, int64_t device, int64_t user, int64_t now, const char *comment) {
  int code = run(peer->begin_immediate);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_int64(peer->take, 1, user);
  sqlite3_bind_int64(peer->take, 2, device);
  code = sqlite3_step(peer->take);
  char *name = code == SQLITE_ROW ? text(peer->take, 0) : NULL;
  if (name) {
    sqlite3_bind_int64(peer->record, 1, device);
    sqlite3_bind_int64(peer->record, 2, user);
    sqlite3_bind_int64(peer->record, 3, now);
    sqlite3_bind_text(peer->record, 4, comment, -1, SQLITE_TRANSIENT);
    code = run(peer->record);
  } else {
    code = -1;
  }
  sqlite3_reset(peer->take);
  free(name);
  return finish(peer, code);
}

int peer_return(peer *peer, int64_t device, int64_t user, int64_t now) {
  int code = run(peer->begin_immediate);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_int64(peer->release, 1, user);
  sqlite3_bind_int64(peer->release, 2, device);
  code = sqlite3_step(peer->release);
  char *name = code == SQLITE_ROW ? text(peer->release, 0) : NULL;
  char *comment = NULL;
  if (name) {
    sqlite3_bind_int64(peer->close, 1, now);
    sqlite3_bind_int64(peer->close, 2, device);
    code = sqlite3_step(peer->close);
    if (code == SQLITE_ROW) {
      comment = text(peer->close, 1);
      code = SQLITE_OK;
    }
    sqlite3_reset(peer->close);
  } else {
    code = -1;
  }
  sqlite3_reset(peer->release);
  free(name);
  free(comment);
  return finish(peer, code);
}
