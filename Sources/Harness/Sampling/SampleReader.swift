import ProcFS
import Recording
import SystemPackage

/// Takes one sample after the other of one process, on descriptors that stay open.
struct SampleReader {
  private let memory: ProcFile
  private let machineTime: ProcFile
  private let machineMemory: ProcFile
  private let clock: ProcessClock
  private let epoch: Int64

  /// Opens the files.
  /// - Parameter epoch: where the run's clock began, by ``MonotonicClock``.
  init(pid: Int32, root: ProcRoot, epoch: Int64) throws(SamplingError) {
    // First, because it tells a process that is not there from a file that is not.
    clock = try ProcessClock(of: pid)
    do {
      memory = try root.file("statm", of: pid)
      // The first lines are all that is read of these two.
      machineTime = try root.file("stat", capacity: 256)
      machineMemory = try root.file("meminfo", capacity: 256)
    } catch {
      throw .proc(error)
    }
    self.epoch = epoch
  }

  /// A sample now, or nil where the process has ended.
  ///
  /// Time and CPU time are read side by side, because their quotient is what is reported.
  func sample() throws(ProcFSError) -> Sample? {
    let machine = try machineMemory.read { text throws(ProcFSError) in try SystemMemory(text) }
    let busy = try machineTime.read { text throws(ProcFSError) in try SystemTime(text) }
    let memory: ProcessMemory
    do {
      memory = try self.memory.read { text throws(ProcFSError) in try ProcessMemory(text) }
    } catch .unreadable(_, errno: .noSuchProcess) {
      return nil
    }
    // What has ended but is not yet waited for has no memory any more, and reads as zeros.
    guard memory.resident > 0 else { return nil }
    let time = MonotonicClock.now
    guard let cpu = clock.nanoseconds else { return nil }
    return Sample(
      time: time - epoch, resident: memory.resident * KernelUnits.pageSize,
      anonymous: (memory.resident - memory.shared) * KernelUnits.pageSize, cpu: cpu,
      machineBusy: busy.busyTicks * KernelUnits.tickNanoseconds,
      machineAvailable: machine.availableKilobytes * 1024)
  }
}
