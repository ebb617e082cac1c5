import ProcFS
import SystemPackage

/// Reads what the whole machine does, which costs more than all else that a sample reads: the
/// kernel adds up every interrupt for /proc/stat, and every zone of memory for /proc/meminfo.
struct MachineReader {
  /// How old a reading may be that does instead of a new one, ns: of four samples at 100 Hz one
  /// reads, a little early rather than late.
  static let greatestAge: Int64 = 35_000_000

  private let time: ProcFile
  private let memory: ProcFile
  private var latest: MachineReading?

  init(root: ProcRoot) throws(ProcFSError) {
    // The first lines are all that is read of these two.
    time = try root.file("stat", capacity: 256)
    memory = try root.file("meminfo", capacity: 256)
  }

  /// What the machine does now, or did a short time ago where that will do.
  /// - Parameter now: the run's clock.
  mutating func read(mayBeOld: Bool, at now: Int64) throws(ProcFSError) -> MachineReading {
    if mayBeOld, var latest, now - latest.time < Self.greatestAge {
      latest.isNew = false
      return latest
    }
    let memory = try memory.read { text throws(ProcFSError) in try SystemMemory(text) }
    let time = try time.read { text throws(ProcFSError) in try SystemTime(text) }
    let reading = MachineReading(
      time: now, busy: time.busyTicks &* KernelUnits.tickNanoseconds,
      available: memory.availableKilobytes &* 1024, isNew: true)
    latest = reading
    return reading
  }
}

/// What the whole machine did at one time.
struct MachineReading: Equatable {
  /// When it was read, ns on the run's clock.
  let time: Int64
  /// Busy time of all CPUs since boot, ns.
  let busy: Int64
  /// Memory that is left for new processes, bytes.
  let available: Int64
  /// Whether it was read just now.
  var isNew: Bool
}
