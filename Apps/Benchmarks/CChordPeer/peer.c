#include "CChordPeer.h"

#include <CSQLitePeer.h>

struct chord_peer {
  peer_store store;
  sqlite3_stmt *search, *look, *insert;
};

chord_peer *chord_peer_open(
  const char *path, int cache_kibibytes, int synchronous, const char *search, const char *look,
  const char *insert) {
  chord_peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  if (
    !peer_store_open(&peer->store, path, cache_kibibytes, synchronous)
    || peer_store_prepare(&peer->store, search, &peer->search) != SQLITE_OK
    || peer_store_prepare(&peer->store, look, &peer->look) != SQLITE_OK
    || peer_store_prepare(&peer->store, insert, &peer->insert) != SQLITE_OK
  ) {
    chord_peer_close(peer);
    return NULL;
  }
  return peer;
}

void chord_peer_close(chord_peer *peer) {
  sqlite3_finalize(peer->search);
  sqlite3_finalize(peer->look);
  sqlite3_finalize(peer->insert);
  peer_store_close(&peer->store);
  free(peer);
}

static chord_entry entry(sqlite3_stmt *statement) {
  chord_entry entry = {
    sqlite3_column_int64(statement, 0), peer_text(statement, 1), peer_text(statement, 2),
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
  int code = peer_run(peer->store.begin);
  if (code != SQLITE_OK) return code;
  code = find(peer->search, beginnings, anywhere, limit, list);
  int committed = peer_run(peer->store.commit);
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
  int code = peer_run(peer->store.begin_immediate);
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
    code = peer_run(peer->insert);
  } else {
    code = -1;
  }
  sqlite3_reset(peer->look);
  free(found.type);
  free(found.unit);
  return peer_finish(&peer->store, code);
}
