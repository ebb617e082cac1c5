#include <curl/curl.h>

// Swift imports no function of variable arguments: one for each type that is given.

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*ccurl_taker)(char *bytes, size_t size, size_t count, void *taker);

static inline CURLcode ccurl_set_taker(CURL *handle, CURLoption option, ccurl_taker value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_get_number(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
