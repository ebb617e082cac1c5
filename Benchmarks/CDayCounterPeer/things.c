#include "CDayCounterPeer.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct peer {
  sqlite3 *database;
  sqlite3_stmt *begin, *commit, *listing, *one;
};

static int prepare(peer *peer, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(
    peer->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

peer *peer_open(const char *path, int cache_kibibytes, const char *listing, const char *one) {
  peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  char settings[256];
  snprintf(
    settings, sizeof settings,
    "PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
    "PRAGMA cache_size = -%d",
    cache_kibibytes);
  // GRDB opens its connections without SQLite's own mutex too; one queue uses each.
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (
    sqlite3_open_v2(path, &peer->database, flags, NULL) != SQLITE_OK
    || sqlite3_busy_timeout(peer->database, 5000) != SQLITE_OK
    || sqlite3_exec(peer->database, settings, NULL, NULL, NULL) != SQLITE_OK
    || prepare(peer, "BEGIN DEFERRED TRANSACTION", &peer->begin) != SQLITE_OK
    || prepare(peer, "COMMIT TRANSACTION", &peer->commit) != SQLITE_OK
    || prepare(peer, listing, &peer->listing) != SQLITE_OK
    || prepare(peer, one, &peer->one) != SQLITE_OK
  ) {
    fprintf(stderr, "%s: %s\n", path, sqlite3_errmsg(peer->database));
    peer_close(peer);
    return NULL;
  }
  tzset();
  return peer;
}

void peer_close(peer *peer) {
  sqlite3_finalize(peer->begin);
  sqlite3_finalize(peer->commit);
  sqlite3_finalize(peer->listing);
  sqlite3_finalize(peer->one);
  sqlite3_close(peer->database);
  free(peer);
}

static int64_t quotient(int64_t number, int64_t divisor) {
  return number / divisor - (number % divisor < 0);
}

static int64_t day(int64_t milliseconds) {
  time_t seconds = quotient(milliseconds, 1000);
  struct tm parts;
  if (!localtime_r(&seconds, &parts)) abort();
  return quotient(seconds + parts.tm_gmtoff, 86400);
}

static void read_thing(sqlite3_stmt *statement, int64_t today, peer_thing *thing) {
  thing->id = sqlite3_column_int64(statement, 0);
  const unsigned char *name = sqlite3_column_text(statement, 1);
  size_t count = (size_t)sqlite3_column_bytes(statement, 1);
  thing->name = malloc(count + 1);
  if (!thing->name) abort();
  if (count) memcpy(thing->name, name, count);
  thing->name[count] = 0;
  thing->start_date = sqlite3_column_int64(statement, 2);
  thing->is_without = sqlite3_column_int(statement, 3);
  thing->colour = (uint32_t)sqlite3_column_int64(statement, 5);
  if (sqlite3_column_type(statement, 4) == SQLITE_NULL) {
    int64_t days = today - day(thing->start_date);
    int64_t best = sqlite3_column_int64(statement, 6);
    thing->date = INT64_MIN;
    thing->days = days < 0 ? 0 : days;
    thing->record = best > thing->days ? best : thing->days;
  } else {
    thing->date = sqlite3_column_int64(statement, 4);
    thing->days = llabs(thing->date - today);
    thing->record = -1;
  }
}

int peer_things(peer *peer, int64_t now, peer_list *list) {
  memset(list, 0, sizeof *list);
  int64_t today = day(now), capacity = 0;
  int code = run(peer->begin);
  if (code != SQLITE_OK) return code;
  while ((code = sqlite3_step(peer->listing)) == SQLITE_ROW) {
    if (list->count == capacity) {
      capacity = capacity ? 2 * capacity : 16;
      peer_thing *things = realloc(list->things, (size_t)capacity * sizeof *things);
      if (!things) abort();
      list->things = things;
    }
    read_thing(peer->listing, today, &list->things[list->count++]);
  }
  sqlite3_reset(peer->listing);
  int committed = run(peer->commit);
  return code == SQLITE_DONE ? committed : code;
}

void peer_list_free(peer_list *list) {
  for (int64_t i = 0; i < list->count; i++) free(list->things[i].name);
  free(list->things);
}

int peer_thing_of(peer *peer, int64_t id, int64_t now, peer_thing *thing) {
  int64_t today = day(now);
  int code = run(peer->begin);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_int64(peer->one, 1, id);
  code = sqlite3_step(peer->one);
  if (code == SQLITE_ROW) read_thing(peer->one, today, thing);
  sqlite3_reset(peer->one);
  int committed = run(peer->commit);
  return code == SQLITE_ROW ? committed : code == SQLITE_DONE ? -1 : code;
}
