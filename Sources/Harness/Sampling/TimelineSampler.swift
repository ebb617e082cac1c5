import Foundation
import ProcFS
import Recording
import Synchronization

/// Samples processes from a thread of its own until it is stopped or they end.
///
/// The thread wakes by absolute time, so that a late sample does not delay the next; a sample it
/// comes too late for is left out, never made up.
public final class TimelineSampler: Sendable {
  private let stopRequest = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)
  private let collected = Mutex<Result<[Sample], SamplingError>>(.success([]))
  private let latestReading = Mutex<TreeReading?>(nil)
  private let isOver = Atomic(false)
  private let interval: Int64

  /// Starts sampling.
  /// - Parameter interval: distance between samples, ns.
  public init(_ tree: TreeReader, interval: Int64) {
    self.interval = interval
    let thread = Thread { [self] in
      let samples = Result { () throws(SamplingError) in try collect(from: tree) }
      collected.withLock { $0 = samples }
      isOver.store(true, ordering: .releasing)
      finished.signal()
    }
    thread.name = "rehearse-sampler"
    thread.stackSize = 256 * 1024
    thread.start()
  }

  /// The latest reading, or nil before the first.
  public var latest: TreeReading? { latestReading.withLock { $0 } }

  /// Whether the processes have ended, or /proc failed: no further sample will come.
  public var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  /// Stops sampling and gives what was collected.
  /// - Parameter boundaries: samples taken elsewhere, at step boundaries, to put among them.
  /// - Throws: ``SamplingError/proc(_:)`` where /proc failed on the way.
  public func stop(adding boundaries: [Sample]) throws(SamplingError) -> Timeline {
    stopRequest.signal()
    finished.wait()
    let samples = try collected.withLock { $0 }.get()
    return Timeline(samples: samples + boundaries, interval: interval)
  }

  private func collect(from tree: TreeReader) throws(SamplingError) -> [Sample] {
    var samples: [Sample] = []
    var busy = BusyTime()
    try follow(tree) { reading in
      samples += busy.complete(reading.sample, reading.machine)
    }
    return samples + busy.finish(try tree.readMachine())
  }

  /// Reads again and again, until it is stopped or the processes end.
  private func follow(
    _ tree: TreeReader, _ take: (TreeReading) -> Void
  ) throws(SamplingError) {
    var due = MonotonicClock.now
    while let reading = try tree.sampled() {
      take(reading)
      latestReading.withLock { $0 = reading }
      let now = MonotonicClock.now
      due += interval * max(1, (now - due + interval - 1) / interval)
      let wait = DispatchTime.now() + .nanoseconds(Int(max(0, due - now)))
      if stopRequest.wait(timeout: wait) == .success { return }
    }
  }
}
