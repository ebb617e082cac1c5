import Glibc

/// Whether it comes true within a minute; taking longer is a failure, not just slow.
public func comes(_ condition: () throws -> Bool) rethrows -> Bool {
  let start = ContinuousClock.now
  while ContinuousClock.now - start < .seconds(60) {
    if try condition() { return true }
    sched_yield()
  }
  return false
}
