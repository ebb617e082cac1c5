import CLibcurl
import Glibc

/// Requests and answers on their way, by libcurl's multi interface and epoll.
///
/// An answer has its time from the kernel, which notes when data arrives at a socket. The time at which this process
/// has woken and read it is later, on an idle virtual CPU by as much as a fast service takes.
final class Transfers {
  struct Ended {
    let handle: UnsafeMutableRawPointer
    let code: CURLcode
    /// When the last of the answer arrived, on the monotonic clock.
    let moment: Duration
  }

  private let multi: UnsafeMutableRawPointer
  private let waiting: Int32
  private let timer: Int32
  private var ready = [ready_descriptor](repeating: ready_descriptor(), count: 64)
  /// When libcurl wants to go on, also without any socket.
  private var limit: Duration?

  /// Begins without any transfer.
  /// - Throws: ``UserError/requestFailed(_:)``.
  init() throws(UserError) {
    guard let multi = curl_multi_init() else { throw .requestFailed("libcurl can't start") }
    self.multi = multi
    (waiting, timer) = (waiting_make(), timer_make())
    // As many as there may be users at once, or some would be closed and opened again.
    libcurl_keep_connections(multi, 10_000)
    guard waiting >= 0, timer >= 0, waiting_watch(waiting, timer, CURL_POLL_IN) == 0 else {
      throw .requestFailed("the kernel gives no timer or nothing to wait with")
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    libcurl_set_watcher(multi, context) { _, socket, what, context, _ in
      Transfers.of(context)?.watch(socket, what) ?? -1
    }
    libcurl_set_waker(multi, context) { _, milliseconds, context in
      Transfers.of(context)?.wake(after: milliseconds)
      return 0
    }
  }

  deinit {
    libcurl_set_watcher(multi, nil, nil)
    libcurl_set_waker(multi, nil, nil)
    curl_multi_cleanup(multi)
    close(timer)
    close(waiting)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfers? {
    context.map { Unmanaged<Transfers>.fromOpaque($0).takeUnretainedValue() }
  }

  private func watch(_ socket: Int32, _ what: Int32) -> Int32 {
    if what != CURL_POLL_REMOVE { socket_note_arrivals(socket) }
    return waiting_watch(waiting, socket, what)
  }

  private func wake(after milliseconds: Int) {
    limit = milliseconds < 0 ? nil : KernelClock.now + .milliseconds(milliseconds)
  }

  /// Begins to send the request of a handle.
  /// - Throws: ``UserError/requestFailed(_:)``.
  func add(_ handle: UnsafeMutableRawPointer) throws(UserError) {
    guard curl_multi_add_handle(multi, handle) == CURLM_OK else {
      throw .requestFailed("libcurl does not take the request")
    }
  }

  /// Gives up a transfer that has not ended.
  func remove(_ handle: UnsafeMutableRawPointer) { curl_multi_remove_handle(multi, handle) }

  /// Sends and receives what can be. If nothing ends by that, waits until something can be sent or received, or a
  /// moment has come.
  /// - Returns: the transfers that ended.
  /// - Throws: ``UserError/requestFailed(_:)`` if libcurl can't go on.
  func proceed(until moment: Duration?) throws(UserError) -> [Ended] {
    var ended: [Ended] = []
    if let limit, limit <= KernelClock.now {
      self.limit = nil
      try goOn(-1, 0, &ended)
    }
    let time = (moment ?? .zero).components
    timer_set(
      timer,
      timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.attoseconds / 1_000_000_000)))
    let count = waiting_wait(
      waiting, &ready, Int32(ready.count), ended.isEmpty ? timeout : 0)
    guard count >= 0 || errno == EINTR else {
      throw .requestFailed("waiting for answers fails: \(String(cString: strerror(errno)))")
    }
    for place in 0..<max(Int(count), 0) {
      let (descriptor, events) = (ready[place].descriptor, ready[place].events)
      if descriptor == timer { continue }
      try goOn(descriptor, events, &ended)
    }
    var expirations: UInt64 = 0
    _ = read(timer, &expirations, 8)
    return ended
  }

  /// The time after which libcurl wants to go on, in whole milliseconds; -1 if there is none.
  private var timeout: Int32 {
    guard let limit else { return -1 }
    let left = limit - KernelClock.now
    return left <= .zero ? 0 : Int32(clamping: Int((left / .milliseconds(1)).rounded(.up)))
  }

  private func goOn(_ socket: Int32, _ events: Int32, _ ended: inout [Ended]) throws(UserError) {
    let age = socket < 0 ? -1 : socket_age(socket)
    let arrived = age < 0 ? nil : KernelClock.now - .nanoseconds(age)
    guard libcurl_go_on(multi, socket, events) == CURLM_OK else {
      throw .requestFailed("libcurl can't go on")
    }
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else {
        continue
      }
      let code = message.pointee.data.result
      curl_multi_remove_handle(multi, handle)
      ended.append(Ended(handle: handle, code: code, moment: arrived ?? KernelClock.now))
    }
  }
}
