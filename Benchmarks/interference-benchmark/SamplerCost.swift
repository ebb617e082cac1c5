import Glibc
import Recording
import Sampling

/// What sampling takes itself: the CPU time of this process, which does nothing else, while a
/// target works.
struct SamplerCost {
  /// Percent of one CPU.
  let share: Double
  /// How many samples were taken a second; a sampler that gets no CPU leaves some out.
  let reached: Double
  /// µs of CPU time a sample.
  let perSample: Double

  /// Samples for a time. `group` is the control group that the target is in, as `run` and `measure`
  /// have one; nil for the ways of `attach`, which has none and may see the target end at any time.
  init(of target: Target, rate: SamplingRate, group: ControlGroup?, nanoseconds: Int64) throws {
    let start = MonotonicClock.now
    let tree = try TreeReader(
      pids: [target.pid], epoch: start, group: group, end: group == nil ? .ofTree : .ofRoots,
      isDetailed: group == nil)
    let before = Self.used()
    let sampler = TimelineSampler(tree, at: rate)
    _ = try target.work(nanoseconds: nanoseconds)
    let timeline = try sampler.stop(adding: [])
    let used = Double(Self.used() - before)
    let elapsed = Double(MonotonicClock.now - start)
    let count = Double(timeline.samples.count)
    share = 100 * used / elapsed
    reached = count * 1e9 / elapsed
    perSample = used / 1000 / count
  }

  /// ns.
  private static func used() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
