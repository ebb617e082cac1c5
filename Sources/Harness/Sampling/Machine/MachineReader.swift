import ProcFS
import Recording
import SystemPackage

/// Reads what the whole machine does, which costs more than all else that a sample reads: the
/// kernel adds up every interrupt for /proc/stat, and every zone of memory for /proc/meminfo.
struct MachineReader {
  /// The greatest age of a reading that does instead of a new one, ns: of four samples at 100 Hz one
  /// reads, a little early rather than late.
  static let greatestAge: Int64 = 35_000_000

  private let time: ProcFile
  private let memory: ProcFile
  private var latest: MachineCounters?

  init(root: ProcRoot) throws(ProcFSError) {
    // The first lines are all that is read of these two.
    time = try root.file("stat", capacity: 256)
    memory = try root.file("meminfo", capacity: 256)
  }

  /// Returns what the machine does now, or did a short time ago where that will do.
  /// - Parameter now: the run's clock.
  mutating func read(mayBeOld: Bool, at now: Int64) throws(ProcFSError) -> MachineCounters {
    if mayBeOld, var latest, now - latest.time < Self.greatestAge {
      latest.isNew = false
      return latest
    }
    let memory = try memory.read { text throws(ProcFSError) in try SystemMemory(text) }
    let time = try time.read { text throws(ProcFSError) in try SystemTime(text) }
    let reading = MachineCounters(
      time: now, busy: time.busyTicks &* KernelUnits.tickNanoseconds,
      available: memory.availableKilobytes &* 1024, isNew: true)
    latest = reading
    return reading
  }
}

/// The counters of the whole machine at one time.
struct MachineCounters: Equatable {
  /// When it was read, ns on the run's clock.
  let time: Int64
  /// Busy time of all CPUs since boot, ns.
  let busy: Int64
  /// Memory that is left for new processes, bytes.
  let available: Int64
  /// A Boolean value indicating whether it was read just now.
  var isNew: Bool
}

/// Fills in the machine's busy time in samples at which it was not read, on a straight line from
/// the reading before to the one after.
///
/// A line over 40 ms is off by 10 ms for each CPU at most, which is one of the ticks that the
/// kernel counts in, and by nothing at either end. Readings for others than the sampler count too,
/// so that busy time ascends over all samples of a run.
struct BusyTime {
  private var earlier: MachineCounters?
  private var waiting: [Sample] = []

  /// Takes the next sample.
  /// - Parameter machine: the last reading of the machine when it was taken.
  /// - Returns: the samples that are complete now, in order.
  mutating func complete(_ sample: Sample, _ machine: MachineCounters) -> [Sample] {
    var completed = finish(machine)
    if machine.isNew { completed.append(sample) } else { waiting.append(sample) }
    return completed
  }

  /// Takes a reading of the machine alone.
  /// - Returns: the samples that have waited for it.
  mutating func finish(_ later: MachineCounters) -> [Sample] {
    guard let earlier, later.time > earlier.time else {
      self.earlier = earlier ?? later
      return []
    }
    defer {
      self.earlier = later
      waiting.removeAll(keepingCapacity: true)
    }
    let slope = Double(later.busy &- earlier.busy) / Double(later.time - earlier.time)
    return waiting.map { sample in
      var sample = sample
      let passed = slope * Double(sample.time - earlier.time)
      sample.machineBusy = earlier.busy &+ (Int64(exactly: passed.rounded(.down)) ?? 0)
      return sample
    }
  }
}
