import Glibc
import ProcFS
import Recording
import SystemPackage

/// Reads a process's exact counters at the ends of steps, while it waits on its input.
public struct ProcessProbe {
  private let status: ProcFile
  private let stat: ProcFile
  private let storage: ProcFile?
  private let peakReset: FileDescriptor?
  private let clock: ProcessClock
  private let samples: SampleReader

  /// Opens the files of a process.
  /// - Parameters:
  ///   - epoch: where the run's clock began, by ``MonotonicClock``.
  ///   - root: the proc file system.
  /// - Throws: ``SamplingError`` where the process is not there. `io` and `clear_refs` may be
  ///   refused; the figures then say so.
  public init(pid: Int32, epoch: Int64, root: ProcRoot = ProcRoot()) throws(SamplingError) {
    samples = try SampleReader(pid: pid, root: root, epoch: epoch)
    clock = try ProcessClock(of: pid)
    do {
      status = try root.file("status", of: pid)
      stat = try root.file("stat", of: pid)
    } catch {
      throw .proc(error)
    }
    storage = try? root.file("io", of: pid)
    peakReset = try? FileDescriptor.open(
      root.folder(of: pid).appending("clear_refs"), .writeOnly, options: .closeOnExec)
  }

  /// Closes what was opened.
  public func close() {
    // Nothing was buffered, so nothing is lost where closing fails.
    try? peakReset?.close()
  }

  /// A sample at this boundary, or nil where the process has ended.
  public func sample() throws(SamplingError) -> Sample? {
    do { return try samples.sample() } catch { throw .proc(error) }
  }

  /// What the counters show now.
  public struct Reading: Sendable {
    fileprivate var cpu: Int64
    fileprivate var minorFaults: Int64
    fileprivate var majorFaults: Int64
    fileprivate var storage: ProcessStorage?
    fileprivate var peakIsReset: Bool
  }

  /// Begins a step: sets the peak back to what is resident now, then reads the counters.
  public func begin() throws(SamplingError) -> Reading {
    let peakIsReset = resetPeak()
    var reading = try counters()
    reading.peakIsReset = peakIsReset
    return reading
  }

  /// The cost since `start`.
  public func cost(since start: Reading) throws(SamplingError) -> ProcessCost {
    let end = try counters()
    let peak: ProcessStatus
    do {
      peak = try status.read { text throws(ProcFSError) in try ProcessStatus(text) }
    } catch {
      throw .proc(error)
    }
    func change(_ part: (ProcessStorage) -> Int64) -> Int64? {
      guard let before = start.storage, let after = end.storage else { return nil }
      return part(after) - part(before)
    }
    return ProcessCost(
      cpu: end.cpu - start.cpu, minorFaults: end.minorFaults - start.minorFaults,
      majorFaults: end.majorFaults - start.majorFaults,
      storageRead: change(\.readBytes), storageWritten: change(\.writtenBytes),
      peakMemory: peak.peakResidentKilobytes * 1024, peakIsOfStep: start.peakIsReset)
  }

  /// Whether the kernel took it: writing 5 sets VmHWM back to the resident set (proc(5)).
  private func resetPeak() -> Bool {
    guard let peakReset else { return false }
    return (try? peakReset.writeAll("5".utf8)) == 1
  }

  private func counters() throws(SamplingError) -> Reading {
    do {
      let stat = try settled()
      let storage = try self.storage?.read { text throws(ProcFSError) in
        try ProcessStorage(text)
      }
      guard let cpu = clock.nanoseconds else {
        throw ProcFSError.unreadable(path: self.stat.path, errno: .noSuchProcess)
      }
      return Reading(
        cpu: cpu, minorFaults: stat.minorFaults, majorFaults: stat.majorFaults,
        storage: storage, peakIsReset: false)
    } catch let error as ProcFSError {
      throw .proc(error)
    } catch {
      preconditionFailure("readings throw nothing else: \(error)")
    }
  }

  /// Waits until the main thread is off its CPU, then reads.
  ///
  /// A reply can be here before its writer sleeps, and the kernel books a running thread's CPU
  /// time for other processes to see only at its tick, 1 to 10 ms apart, or when it leaves the
  /// CPU. A process that goes on working between steps is read as it runs after 2 ms.
  private func settled() throws(ProcFSError) -> ProcessStat {
    let deadline = MonotonicClock.now + 2_000_000
    while true {
      let stat = try self.stat.read { text throws(ProcFSError) in try ProcessStat(text) }
      if !stat.isRunning || MonotonicClock.now > deadline { return stat }
      sched_yield()
    }
  }
}
