import Recording
import SystemPackage

/// Reads the whole machine's activity, the most expensive part of a sample: the kernel adds up
/// every interrupt for /proc/stat, and every memory zone for /proc/meminfo.
struct MachineReader {
  /// The greatest age of a reading that may be reused, ns: at 100 Hz every fourth sample reads,
  /// slightly early rather than late.
  static let greatestAge: Int64 = 35_000_000

  private let time: ProcFile
  private let memory: ProcFile
  private var latest: MachineCounters?

  init(root: ProcRoot) throws(SamplingError) {
    // Only the first lines of these two are read; those of swap space come after 400 bytes.
    time = try root.file("stat", capacity: 256)
    memory = try root.file("meminfo", capacity: 768)
  }

  /// Returns the machine's activity now, by the run's clock, or a recent reading if that is enough.
  mutating func read(mayBeOld: Bool, at now: Int64) throws(SamplingError) -> MachineCounters {
    if mayBeOld, var latest, now - latest.time < Self.greatestAge {
      latest.isNew = false
      return latest
    }
    let (memory, swap) = try memory.read { text throws(SamplingError) in
      (try SystemMemory(text), try? SwapSpace(text))
    }
    let time = try time.read(SystemTime.init)
    let reading = MachineCounters(
      time: now, busy: time.busyTicks &* KernelUnits.tickNanoseconds,
      available: memory.availableKilobytes &* 1024,
      swapped: (swap?.usedKilobytes ?? 0) &* 1024, isNew: true)
    latest = reading
    return reading
  }
}

struct MachineCounters: Equatable {
  /// When it was read, ns on the run's clock.
  let time: Int64
  /// Busy time of all CPUs since boot, ns.
  let busy: Int64
  /// Memory available to new processes, bytes.
  let available: Int64
  /// Swap space in use, bytes.
  var swapped: Int64 = 0
  /// A Boolean value indicating whether it was read just now.
  var isNew: Bool
}

/// Fills in the machine's busy time in samples that did not read it, by linear interpolation
/// between the readings before and after.
///
/// Interpolation over 40 ms is off by at most 10 ms per CPU, one of the kernel's ticks, and is exact at both
/// ends. Readings for others than the sampler count too, so that busy time ascends over all samples of a run.
struct BusyTime {
  private var earlier: MachineCounters?
  private var waiting: [Sample] = []

  /// Adds the next sample and the machine's last reading at its time. Returns the samples that are now
  /// complete, in order.
  mutating func complete(_ sample: Sample, _ machine: MachineCounters) -> [Sample] {
    var completed = finish(machine)
    if machine.isNew { completed.append(sample) } else { waiting.append(sample) }
    return completed
  }

  /// Adds a reading of the machine alone.
  /// - Returns: the samples that were waiting for it.
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
