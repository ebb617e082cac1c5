#pragma once

#include <curl/curl.h>
#include <limits.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>

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

/// Sets what is called for each socket that a multi handle waits for, and why.
static inline void libcurl_set_watcher(CURLM *multi, void *context, curl_socket_callback watcher) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watcher);
}

/// Sets what is called with the time after which a multi handle wants to go on, also without any socket.
static inline void libcurl_set_waker(CURLM *multi, void *context, curl_multi_timer_callback waker) {
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, waker);
}

/// Lets transfers go on: those of a socket that has events; those whose time has come if the socket is -1.
static inline CURLMcode libcurl_go_on(CURLM *multi, int socket, int events) {
  int running;
  return curl_multi_socket_action(multi, socket, events, &running);
}

// epoll, in libcurl's words.

/// A descriptor that has something, and what: CURL_CSELECT_IN, _OUT and _ERR.
struct ready_descriptor {
  int descriptor, events;
};

/// A set of descriptors to wait for; -1 if there is none.
static inline int waiting_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Waits for a descriptor from now on, as one of CURL_POLL_IN, _OUT, _INOUT and _REMOVE says.
/// Returns -1 if the kernel refuses.
static inline int waiting_watch(int waiting, int descriptor, int what) {
  struct epoll_event event = {
      .events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0),
      .data.fd = descriptor};
  if (what == CURL_POLL_REMOVE) {
    // One that is closed is no longer there.
    epoll_ctl(waiting, EPOLL_CTL_DEL, descriptor, 0);
    return 0;
  }
  if (epoll_ctl(waiting, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
  return epoll_ctl(waiting, EPOLL_CTL_ADD, descriptor, &event);
}

/// Waits until descriptors have something, for some milliseconds or, if they are negative, for ever.
/// Returns how many have.
static inline int waiting_wait(
    int waiting, struct ready_descriptor *ready, int most, int milliseconds) {
  struct epoll_event events[most];
  int count = epoll_wait(waiting, events, most, milliseconds);
  for (int place = 0; place < count; ++place) {
    unsigned int had = events[place].events;
    ready[place] = (struct ready_descriptor){
        .descriptor = events[place].data.fd,
        .events = (had & EPOLLIN ? CURL_CSELECT_IN : 0) | (had & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                  (had & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0)};
  }
  return count;
}

/// Has the kernel tell when data arrived at a socket.
static inline void socket_note_arrivals(int socket) {
  int on = 1;
  setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

/// How long ago the last of the data arrived that a socket holds, ns; negative if it holds none, or if the kernel does
/// not tell.
static inline long long socket_age(int socket) {
  union {
    char bytes[CMSG_SPACE(sizeof(struct timespec))];
    struct cmsghdr head;
  } control;
  struct iovec all = {.iov_len = INT_MAX};
  struct msghdr message = {
      .msg_iov = &all,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes};
  // Of a socket without data it would take the error away, for example of a reset, which libcurl has to see.
  int held = 0;
  if (ioctl(socket, FIONREAD, &held) != 0 || held <= 0) return -1;
  // With both flags TCP keeps all, and copies nothing (tcp(7), MSG_TRUNC).
  if (recvmsg(socket, &message, MSG_PEEK | MSG_TRUNC | MSG_DONTWAIT) <= 0) return -1;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (!head || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_TIMESTAMPNS) return -1;
  struct timespec arrived, now;
  memcpy(&arrived, CMSG_DATA(head), sizeof arrived);
  // The clock of the kernel's time of packets.
  clock_gettime(CLOCK_REALTIME, &now);
  return (now.tv_sec - arrived.tv_sec) * 1000000000LL + (now.tv_nsec - arrived.tv_nsec);
}

// epoll waits for whole milliseconds. A timer ends its wait in time.

/// A descriptor that becomes readable at a set time; -1 if there is none.
static inline int timer_make(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

/// Sets when a timer becomes readable, on the monotonic clock; never if the time is 0.
static inline void timer_set(int timer, struct timespec time) {
  struct itimerspec setting = {.it_value = time};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, 0);
}
