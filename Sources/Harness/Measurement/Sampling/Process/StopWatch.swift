import Glibc

/// How long processes were stopped by a signal.
struct StopWatch {
  private(set) var isStopped = false
  /// In ns.
  private(set) var total: Int64 = 0
  private var lastTime: Int64 = 0
  private var lastCPU: Int64 = -1

  /// Notes a reading of the root processes. If their states are not fresh, they are read here, but only if no
  /// CPU time was used, because stopped processes use none.
  mutating func note(_ roots: [TreeMember], at time: Int64, areFresh: Bool) throws(SamplingError) {
    let cpu = roots.reduce(0) { $0 + $1.cpu }
    let mayBeStopped = areFresh || cpu == lastCPU
    if mayBeStopped, !areFresh {
      for root in roots { _ = try root.readStat() }
    }
    let alive = roots.filter { !$0.stat.isZombie }
    let areStopped = mayBeStopped && !alive.isEmpty && alive.allSatisfy(\.stat.isStopped)
    if isStopped, areStopped { total += time - lastTime }
    isStopped = areStopped
    lastTime = time
    lastCPU = cpu
  }
}

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
