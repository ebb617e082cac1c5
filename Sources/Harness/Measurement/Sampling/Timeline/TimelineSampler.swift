import Foundation
import Recording
import Synchronization

/// Samples processes on its own thread until it is stopped or they end.
///
/// The thread wakes at absolute times, so that a late sample does not delay the next. If it is too
/// late for a sample, that is skipped, not made up.
public final class TimelineSampler: Sendable {
  private let stopRequest = StopSignal()
  private let finished = DispatchSemaphore(value: 0)
  private let collected: Mutex<Result<SampleHistory, SamplingError>>
  private let latestReading = Mutex<TreeReading?>(nil)
  private let isOver = Atomic(false)
  private let rate: SamplingRate

  /// Starts sampling. If more samples are taken than `limit`, they are downsampled.
  public init(_ tree: TreeReader, at rate: SamplingRate, limit: Int = TimelineSampler.usualLimit) {
    self.rate = rate
    collected = Mutex(.success(SampleHistory(limit: limit)))
    do {
      try SystemThread.start("rehearse-sampler") { [self] in
        finish(
          with: Result { () throws(SamplingError) in
            try collect(from: tree, SampleHistory(limit: limit))
          })
      }
    } catch {
      finish(with: .failure(.noThread(error)))
    }
  }

  private func finish(with history: Result<SampleHistory, SamplingError>) {
    collected.withLock { $0 = history }
    isOver.store(true, ordering: .releasing)
    finished.signal()
  }

  /// The default number of samples to keep: 22 minutes at 100 per second, in 6 MB.
  public static let usualLimit = 131_072

  /// The latest reading, or nil before the first.
  public var latest: TreeReading? { latestReading.withLock { $0 } }

  /// A Boolean value indicating whether the processes have ended, or /proc failed: no further sample will come.
  public var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  /// Stops sampling and returns what was collected, with samples taken elsewhere, at step boundaries.
  /// - Throws: ``SamplingError`` if /proc failed on the way, or no thread could be started.
  public func stop(adding boundaries: [Sample]) throws(SamplingError) -> Timeline {
    stopRequest.give()
    finished.wait()
    let history = try collected.withLock { $0 }.get()
    // The extremes include all samples, so downsampling does not reduce their exactness.
    return Timeline(
      samples: history.samples + boundaries,
      interval: max(rate.interval, history.meanDistance ?? 0))
  }

  /// The loss by downsampling, once the sampler has been stopped; nil if all samples are kept.
  public var downsampling: Downsampling? { collected.withLock { try? $0.get().downsampling } }

  private func collect(
    from tree: TreeReader, _ empty: SampleHistory
  ) throws(SamplingError) -> SampleHistory {
    var history = empty
    var busy = BusyTime()
    try follow(tree) { reading in
      busy.complete(reading.sample, reading.machine).forEach { history.append($0) }
    }
    busy.finish(try tree.readMachine()).forEach { history.append($0) }
    return history
  }

  /// Samples repeatedly until it is stopped or the processes end.
  private func follow(_ tree: TreeReader, _ take: (TreeReading) -> Void) throws(SamplingError) {
    var due = MonotonicClock.now
    let budget = rate.isWithinBudget ? SamplerBudget(start: due) : nil
    let interval = rate.interval
    // Proportional memory has its own budget.
    var before = OwnClock.now
    while let reading = try tree.sampled() {
      take(reading)
      before += reading.aside
      latestReading.withLock { $0 = reading }
      let now = MonotonicClock.now
      let passed = due + interval * max(0, (now - due) / interval)
      due =
        budget?.due(after: passed, every: interval, spent: OwnClock.now - before)
        ?? passed + interval
      if stopRequest.wait(until: due) { return }
    }
  }
}

/// The rate of a sampler.
public struct SamplingRate: Sendable, Equatable {
  /// The shortest interval between samples, ns.
  let interval: Int64
  /// A Boolean value indicating whether to skip samples if the sampler exceeds its ``SamplerBudget``.
  let isWithinBudget: Bool

  /// 100 times a second, or as often as half a percent of one CPU allows, but at least 10 times.
  /// The first second or so is always sampled in full.
  public static let affordable = SamplingRate(interval: 10_000_000, isWithinBudget: true)

  /// At this interval, ns, at any cost.
  public static func every(_ interval: Int64) -> SamplingRate {
    SamplingRate(interval: interval, isWithinBudget: false)
  }
}

/// Keeps the sampler below half a percent of one CPU, whatever a sample costs: for one process 30 to
/// 150 µs, depending on how cold the caches are when it wakes; for a tree of a thousand, milliseconds.
struct SamplerBudget {
  /// The long-term share of one CPU. The rest of half a percent is for costs not seen here, such as
  /// the interrupts of its wake-ups.
  static let share = 0.0035
  /// Additional time, ns, so that runs of a second or so are sampled at the full rate.
  static let free: Int64 = 10_000_000
  /// The greatest interval between samples, ns, kept even beyond the budget, because
  /// `Timeline.usageWindow` needs one.
  static let greatestDistance: Int64 = 100_000_000

  /// When it began, by the clock passed to ``due(after:every:spent:)``.
  let start: Int64

  /// When the next sample may be taken, ns: a multiple of `interval` after `last`, when the last one was due.
  /// `spent` is the CPU time taken since the start, ns.
  func due(after last: Int64, every interval: Int64, spent: Int64) -> Int64 {
    let affordable = start + Int64(Double(max(0, spent - Self.free)) / Self.share)
    let wait = min(affordable - last, Self.greatestDistance)
    return last + interval * max(1, (wait + interval - 1) / interval)
  }
}
