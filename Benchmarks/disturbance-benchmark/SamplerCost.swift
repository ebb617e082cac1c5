import Glibc
import Recording
import Sampling

/// What sampling takes itself: the CPU time of this process, which does nothing else, while a
/// target works.
struct SamplerCost {
  /// Percent of one CPU.
  let share: Double
  /// µs of CPU time a sample.
  let perSample: Double

  /// Samples for a time.
  /// - Parameter isDetailed: as `attach` does, which follows a tree that may end at any time.
  init(of target: Target, rate: Int64, isDetailed: Bool, nanoseconds: Int64) throws {
    let start = MonotonicClock.now
    let tree = try TreeReader(
      pids: [target.pid], epoch: start, end: isDetailed ? .ofTree : .ofRoots,
      isDetailed: isDetailed)
    let before = Self.used()
    let sampler = TimelineSampler(tree, interval: 1_000_000_000 / rate)
    _ = try target.work(nanoseconds: nanoseconds)
    let timeline = try sampler.stop(adding: [])
    let used = Double(Self.used() - before)
    share = 100 * used / Double(MonotonicClock.now - start)
    perSample = used / 1000 / Double(timeline.samples.count)
  }

  /// ns.
  private static func used() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
