import Glibc

/// Makes one thread wait for a time, or until another thread stops it.
///
/// Dispatch's semaphore uses the wall clock, so a sampler would stand still if that is set back;
/// this one uses ``MonotonicClock``.
final class StopSignal: @unchecked Sendable {
  // Guarded by the mutex; allocated because the C library keeps their addresses.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var isGiven = false

  init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Tells the waiting thread to stop, now or when it next waits.
  func give() {
    pthread_mutex_lock(mutex)
    isGiven = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until a time by ``MonotonicClock``, ns.
  /// - Returns: whether it is to stop.
  func wait(until time: Int64) -> Bool {
    var deadline = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isGiven {
      // After a spurious wake-up it returns 0, and waits again.
      if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { break }
    }
    return isGiven
  }
}
