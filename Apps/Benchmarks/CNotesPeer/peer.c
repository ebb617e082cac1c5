#include "CNotesPeer.h"

#include <CSQLitePeer.h>
#include <curl/curl.h>

struct notes_peer {
  peer_store store;
  sqlite3_stmt *list;
};

notes_peer *notes_peer_open(const char *path, int cache_kibibytes, int synchronous) {
  notes_peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  if (!peer_store_open(&peer->store, path, cache_kibibytes, synchronous)) {
    notes_peer_close(peer);
    return NULL;
  }
  return peer;
}

void notes_peer_close(notes_peer *peer) {
  sqlite3_finalize(peer->list);
  peer_store_close(&peer->store);
  free(peer);
}

int notes_peer_list(
  notes_peer *peer, const char *sql, const char *const *keys, int key_count, notes_list *list) {
  *list = (notes_list){0};
  if (!peer->list || strcmp(sqlite3_sql(peer->list), sql) != 0) {
    sqlite3_finalize(peer->list);
    int code = peer_store_prepare(&peer->store, sql, &peer->list);
    if (code != SQLITE_OK) return code;
  }
  int code = peer_run(peer->store.begin);
  if (code != SQLITE_OK) return code;
  for (int i = 0; i < key_count; i++) {
    sqlite3_bind_text(peer->list, i + 1, keys[i], -1, SQLITE_TRANSIENT);
  }
  int64_t capacity = 0;
  while ((code = sqlite3_step(peer->list)) == SQLITE_ROW) {
    if (list->count == capacity) {
      capacity = capacity ? 2 * capacity : 16;
      notes_row *rows = realloc(list->rows, (size_t)capacity * sizeof *rows);
      if (!rows) abort();
      list->rows = rows;
    }
    list->rows[list->count++] = (notes_row){
      .high = sqlite3_column_int64(peer->list, 0),
      .low = sqlite3_column_int64(peer->list, 1),
      .kind = sqlite3_column_int64(peer->list, 2),
      .name = peer_text(peer->list, 3),
      .created = sqlite3_column_int64(peer->list, 4),
      .is_pending = sqlite3_column_int64(peer->list, 5),
    };
  }
  sqlite3_reset(peer->list);
  int end = peer_run(peer->store.commit);
  return code == SQLITE_DONE ? end : code;
}

void notes_list_free(notes_list *list) {
  for (int64_t i = 0; i < list->count; i++) free(list->rows[i].name);
  free(list->rows);
}

struct notes_client {
  CURL *handle;
  struct curl_slist *fields;
};

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

notes_client *notes_client_open(const char *credentials) {
  notes_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->handle = curl_easy_init();
  if (!client->handle) {
    free(client);
    return NULL;
  }
  client->fields = curl_slist_append(NULL, "Content-Type: application/json");
  client->fields = curl_slist_append(client->fields, "Expect:");
  curl_easy_setopt(client->handle, CURLOPT_HTTPHEADER, client->fields);
  curl_easy_setopt(client->handle, CURLOPT_USERPWD, credentials);
  curl_easy_setopt(client->handle, CURLOPT_PROXY, "");
  curl_easy_setopt(client->handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(client->handle, CURLOPT_WRITEFUNCTION, drop);
  return client;
}

void notes_client_close(notes_client *client) {
  curl_easy_cleanup(client->handle);
  curl_slist_free_all(client->fields);
  free(client);
}

int notes_client_ask(notes_client *client, const char *url, const void *body, size_t size) {
  curl_easy_setopt(client->handle, CURLOPT_URL, url);
  if (body) {
    curl_easy_setopt(client->handle, CURLOPT_POST, 1L);
    curl_easy_setopt(client->handle, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(client->handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
  } else {
    curl_easy_setopt(client->handle, CURLOPT_HTTPGET, 1L);
  }
  CURLcode code = curl_easy_perform(client->handle);
  if (code != CURLE_OK) return (int)code;
  long status = 0;
  curl_easy_getinfo(client->handle, CURLINFO_RESPONSE_CODE, &status);
  return status == 200 ? 0 : (int)status;
}
