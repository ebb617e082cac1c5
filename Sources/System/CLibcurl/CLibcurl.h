#pragma once

#include <curl/curl.h>
#include <sys/timerfd.h>

// Swift can't call functions with variable arguments, so each type of argument has one here.

static inline CURLcode libcurl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode libcurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode libcurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode libcurl_set_receiver(
    CURL *handle, CURLoption option,
    size_t (*receiver)(char *bytes, size_t size, size_t count, void *context)) {
  return curl_easy_setopt(handle, option, receiver);
}

/// Sets what is asked each time before a request is sent.
static inline CURLcode libcurl_set_sender(CURL *handle, curl_prereq_callback sender) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, sender);
}

static inline CURLcode libcurl_get_number(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

/// The version of the installed libcurl: 0x075801 is 7.88.1.
static inline unsigned int libcurl_version(void) {
  return curl_version_info(CURLVERSION_NOW)->version_num;
}

/// Sets how many connections are kept open.
static inline CURLMcode libcurl_keep_connections(CURLM *multi, long count) {
  return curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, count);
}

// libcurl waits for whole milliseconds. A timer ends its wait in time.

/// A descriptor that becomes readable at a set time; -1 if there is none.
static inline int timer_make(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

/// Sets when a timer becomes readable, on the monotonic clock; never if the time is 0.
static inline void timer_set(int timer, struct timespec time) {
  struct itimerspec setting = {.it_value = time};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, 0);
}
