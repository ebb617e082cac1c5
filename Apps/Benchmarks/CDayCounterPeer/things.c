#include "CDayCounterPeer.h"

#include <CSQLitePeer.h>
#include <time.h>

struct peer {
  peer_store store;
  sqlite3_stmt *listing, *one;
};

peer *peer_open(const char *path, int cache_kibibytes, const char *listing, const char *one) {
  peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  // SQLite's 2 is FULL, as the core has it.
  if (
    !peer_store_open(&peer->store, path, cache_kibibytes, 2)
    || peer_store_prepare(&peer->store, listing, &peer->listing) != SQLITE_OK
    || peer_store_prepare(&peer->store, one, &peer->one) != SQLITE_OK
  ) {
    peer_close(peer);
    return NULL;
  }
  tzset();
  return peer;
}

void peer_close(peer *peer) {
  sqlite3_finalize(peer->listing);
  sqlite3_finalize(peer->one);
  peer_store_close(&peer->store);
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
  thing->name = peer_text(statement, 1);
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
  int code = peer_run(peer->store.begin);
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
  int committed = peer_run(peer->store.commit);
  return code == SQLITE_DONE ? committed : code;
}

void peer_list_free(peer_list *list) {
  for (int64_t i = 0; i < list->count; i++) free(list->things[i].name);
  free(list->things);
}

int peer_thing_of(peer *peer, int64_t id, int64_t now, peer_thing *thing) {
  int64_t today = day(now);
  int code = peer_run(peer->store.begin);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_int64(peer->one, 1, id);
  code = sqlite3_step(peer->one);
  if (code == SQLITE_ROW) read_thing(peer->one, today, thing);
  sqlite3_reset(peer->one);
  int committed = peer_run(peer->store.commit);
  return code == SQLITE_ROW ? committed : code == SQLITE_DONE ? -1 : code;
}
