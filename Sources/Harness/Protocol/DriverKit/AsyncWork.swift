import CProcessorCounter
import CRuntime
import Glibc

/// Performs asynchronous work while the thread that serves requests waits for it.
///
/// The work runs on the threads of Swift's own pool and the waiting thread sleeps, so only the work
/// itself is measured. Work for the main actor is done by the waiting thread if that is the main
/// thread, as in every driver.
enum AsyncWork {
  /// Performs work, and waits for its end.
  /// - Throws: errors of the work, or ``DriverError/pipeRefused(errno:)``.
  static func result<Value>(of work: @escaping () async throws -> Value) throws -> Value {
    let pending = try PendingWork(work)
    AllocationCounter.leavingOut { _ = Task.detached { await pending.carryOut() } }
    return try pending.wait().get()
  }
}

/// The library that counts allocations, if the harness has loaded it.
private enum AllocationCounter {
  private static let leaveOut: (@convention(c) @Sendable (Bool) -> Void)? = {
    guard let found = dlsym(nil, "rehearse_allocations_leave_out") else { return nil }
    return unsafeBitCast(found, to: (@convention(c) @Sendable (Bool) -> Void).self)
  }()

  /// Runs code whose allocations belong to the kit: libdispatch keeps a block or two for each job that one
  /// thread hands to another, up to 1,024 in each worker thread, so that each call seemed to retain them.
  /// The counter learns from it which these blocks are, and leaves out those of the app's own jobs, too.
  static func leavingOut(_ body: () -> Void) {
    leaveOut?(true)
    body()
    leaveOut?(false)
  }
}

/// Work that one thread hands to another, and its result. One waits while the other works, so they
/// never use it at the same time.
private final class PendingWork<Value>: @unchecked Sendable {
  private let work: () async throws -> Value
  private var result: Result<Value, any Error>?
  /// The write end of a pipe, used once the result is there.
  private let done: Int32
  /// The read end, on which the other thread waits.
  private let waiting: Int32

  init(_ work: @escaping () async throws -> Value) throws(DriverError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .pipeRefused(errno: errno) }
    // The app may start processes, which must not inherit the pipe.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (waiting, done) = (ends[0], ends[1])
    self.work = work
  }

  deinit {
    close(done)
    close(waiting)
  }

  func carryOut() async {
    do {
      result = .success(try await work())
    } catch {
      result = .failure(error)
    }
    var byte: UInt8 = 1
    while write(done, &byte, 1) < 0, errno == EINTR {}
  }

  func wait() -> Result<Value, any Error> {
    var watched = [pollfd(fd: waiting, events: Int16(POLLIN), revents: 0)]
    if processor_counter_own_thread() == getpid() {
      // Work that is already queued does not signal again.
      main_queue_perform()
      watched.append(pollfd(fd: main_queue_handle(), events: Int16(POLLIN), revents: 0))
    }
    while true {
      guard poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
      if watched[0].revents != 0, let result { return result }
      guard watched.count > 1, watched[1].revents != 0 else { continue }
      var count: UInt64 = 0
      read(watched[1].fd, &count, MemoryLayout.size(ofValue: count))
      main_queue_perform()
    }
  }
}
