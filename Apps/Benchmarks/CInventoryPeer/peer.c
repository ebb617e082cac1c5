#include "CInventoryPeer.h"

#include <CSQLitePeer.h>

enum { SLOTS = 8 };

struct peer {
  peer_store store;
  sqlite3_stmt *lists[SLOTS];
  sqlite3_stmt *take, *record, *release, *close;
};

peer *peer_open(const char *path, int cache_kibibytes, int synchronous) {
  peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  if (!peer_store_open(&peer->store, path, cache_kibibytes, synchronous)) {
    peer_close(peer);
    return NULL;
  }
  return peer;
}

void peer_close(peer *peer) {
  sqlite3_finalize(peer->take);
  sqlite3_finalize(peer->record);
  sqlite3_finalize(peer->release);
  sqlite3_finalize(peer->close);
  for (int i = 0; i < SLOTS; i++) sqlite3_finalize(peer->lists[i]);
  peer_store_close(&peer->store);
  free(peer);
}

int peer_prepare_lending(
  peer *peer, const char *take, const char *record, const char *release, const char *close) {
  int code = peer_store_prepare(&peer->store, take, &peer->take);
  if (code == SQLITE_OK) code = peer_store_prepare(&peer->store, record, &peer->record);
  if (code == SQLITE_OK) code = peer_store_prepare(&peer->store, release, &peer->release);
  if (code == SQLITE_OK) code = peer_store_prepare(&peer->store, close, &peer->close);
  return code;
}

int peer_devices(
  peer *peer, int slot, const char *sql, int64_t parameter, int64_t viewer, int32_t state,
  peer_list *list) {
  memset(list, 0, sizeof *list);
  if (!peer->lists[slot]) {
    int code = peer_store_prepare(&peer->store, sql, &peer->lists[slot]);
    if (code != SQLITE_OK) return code;
  }
  int code = peer_run(peer->store.begin);
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
    device->name = peer_text(statement, 1);
    device->location = peer_text(statement, 2);
    device->serial_number = peer_text(statement, 3);
    device->unit_id = sqlite3_column_int64(statement, 4);
    device->state = state;
    device->borrower = NULL;
    if (state < 0) {
      int64_t borrower = sqlite3_column_int64(statement, 5);
      device->state = borrower == 0 ? 0 : borrower == viewer ? 1 : 2;
      if (device->state == 2) device->borrower = peer_text(statement, 6);
    }
  }
  sqlite3_reset(statement);
  int committed = peer_run(peer->store.commit);
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

int peer_lend(peer *peer, int64_t device, int64_t user, int64_t now, const char *comment) {
  int code = peer_run(peer->store.begin_immediate);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_int64(peer->take, 1, user);
  sqlite3_bind_int64(peer->take, 2, device);
  code = sqlite3_step(peer->take);
  char *name = code == SQLITE_ROW ? peer_text(peer->take, 0) : NULL;
  if (name) {
    sqlite3_bind_int64(peer->record, 1, device);
    sqlite3_bind_int64(peer->record, 2, user);
    sqlite3_bind_int64(peer->record, 3, now);
    sqlite3_bind_text(peer->record, 4, comment, -1, SQLITE_TRANSIENT);
    code = peer_run(peer->record);
  } else {
    code = -1;
  }
  sqlite3_reset(peer->take);
  free(name);
  return peer_finish(&peer->store, code);
}

int peer_return(peer *peer, int64_t device, int64_t user, int64_t now) {
  int code = peer_run(peer->store.begin_immediate);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_int64(peer->release, 1, user);
  sqlite3_bind_int64(peer->release, 2, device);
  code = sqlite3_step(peer->release);
  char *name = code == SQLITE_ROW ? peer_text(peer->release, 0) : NULL;
  char *comment = NULL;
  if (name) {
    sqlite3_bind_int64(peer->close, 1, now);
    sqlite3_bind_int64(peer->close, 2, device);
    code = sqlite3_step(peer->close);
    if (code == SQLITE_ROW) {
      comment = peer_text(peer->close, 1);
      code = SQLITE_OK;
    }
    sqlite3_reset(peer->close);
  } else {
    code = -1;
  }
  sqlite3_reset(peer->release);
  free(name);
  free(comment);
  return peer_finish(&peer->store, code);
}
