import Foundation
import ProcFS
import Recording
import Synchronization

/// Samples one process from a thread of its own until it is stopped or the process ends.
///
/// The thread wakes by absolute time, so that a late sample does not delay the next; a sample it
/// comes too late for is left out, never made up.
public final class TimelineSampler: Sendable {
  private let stopRequest = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)
  private let collected = Mutex<Result<[Sample], SamplingError>>(.success([]))
  private let interval: Int64

  /// Starts sampling.
  /// - Parameters:
  ///   - interval: distance between samples, ns.
  ///   - epoch: where the run's clock began, by ``MonotonicClock``.
  public init(pid: Int32, interval: Int64, epoch: Int64, root: ProcRoot = ProcRoot()) {
    self.interval = interval
    let thread = Thread { [self] in
      let samples = Result { () throws(SamplingError) in
        try collect(from: SampleReader(pid: pid, root: root, epoch: epoch))
      }
      collected.withLock { $0 = samples }
      finished.signal()
    }
    thread.name = "rehearse-sampler"
    thread.stackSize = 256 * 1024
    thread.start()
  }

  /// Stops sampling and gives what was collected.
  /// - Parameter boundaries: samples taken elsewhere, at step boundaries, to put among them.
  /// - Throws: ``SamplingError`` where the process was not there, or /proc failed on the way.
  public func stop(adding boundaries: [Sample]) throws(SamplingError) -> Timeline {
    stopRequest.signal()
    finished.wait()
    let samples = try collected.withLock { $0 }.get()
    return Timeline(samples: samples + boundaries, interval: interval)
  }

  private func collect(from reader: SampleReader) throws(SamplingError) -> [Sample] {
    var samples: [Sample] = []
    var due = MonotonicClock.now
    while true {
      do {
        guard let sample = try reader.sample() else { return samples }
        samples.append(sample)
      } catch {
        throw .proc(error)
      }
      let now = MonotonicClock.now
      due += interval * max(1, (now - due + interval - 1) / interval)
      let wait = DispatchTime.now() + .nanoseconds(Int(max(0, due - now)))
      if stopRequest.wait(timeout: wait) == .success { return samples }
    }
  }
}
