import Glibc
import Recording
import SystemPackage

/// Reads counters that show what disturbed a run, on descriptors that stay open.
///
/// Counters that this kernel lacks, or that can't be read, are missing from all readings.
public final class InterferenceProbe {
  private let machineTime: ProcFile?
  private let pressure: [ProcFile?]
  private let swapping: ProcFile?
  /// Without swap space nothing is swapped, and the file, the longest, need not be read.
  private let hasSwap: Bool
  private var latest: Reading?
  private let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Opens the files.
  /// - Parameter root: the proc file system.
  public init(root: ProcRoot = ProcRoot()) {
    machineTime = try? root.file("stat")
    pressure = ["cpu", "memory", "io"].map {
      try? ProcFile(root.path.appending("pressure").appending($0), capacity: 512)
    }
    // Its first page has the swap lines; the rest is not needed.
    swapping = try? root.file("vmstat")
    let space = try? WholeFile.read(root.path.appending("meminfo"), SwapSpace.init)
    hasSwap = space?.totalKilobytes != 0
  }

  /// The counters at one moment.
  public struct Reading: Sendable, Equatable {
    /// When the machine's counters were read, ns.
    var readAt: Int64
    /// When Rehearse's own counters were read, ns.
    var time: Int64
    var harness: Int64
    var reaped: Int64
    var machine: SystemTime?
    var waited: [Int64?]
    var swapped: Int64?
  }

  /// The greatest age of the machine's counters for ``recent()``, ns: half a tick, so that the
  /// uncertainty stays below one tick more.
  private static let greatestAge = KernelUnits.tickNanoseconds / 2

  /// A reading for the start of a run that may follow another at once. The machine's counters are
  /// reused if they were read a moment ago; Rehearse's own usage is read again.
  public func recent(now: Int64 = MonotonicClock.now) -> Reading {
    guard let latest, now - latest.readAt < Self.greatestAge else { return read() }
    return Self.own(at: now, with: latest)
  }

  /// A reading for the end of a run. If the run was shorter than a tick, the machine's counters are
  /// left out: they would show nothing (`InterferenceRule.shortest` is ten times as long), and
  /// reading them would take a good part of the run's time.
  public func end(of start: Reading, now: Int64 = MonotonicClock.now) -> Reading {
    guard now - start.time < KernelUnits.tickNanoseconds else { return read() }
    let nothing = Reading(
      readAt: now, time: now, harness: 0, reaped: 0, machine: nil,
      waited: pressure.map { _ in nil }, swapped: hasSwap ? nil : 0)
    return Self.own(at: now, with: nothing)
  }

  /// Reads all counters.
  public func read() -> Reading {
    let machine = try? machineTime?.read(SystemTime.init)
    let waited = pressure.map { try? $0?.read(ProcText.stallTime) }
    let swapped = hasSwap ? try? swapping?.read(ProcText.swappedPages) : 0
    let now = MonotonicClock.now
    let counted = Reading(
      readAt: now, time: now, harness: 0, reaped: 0, machine: machine,
      waited: waited, swapped: swapped)
    let reading = Self.own(at: now, with: counted)
    latest = reading
    return reading
  }

  /// Returns the machine's counters with the current usage of Rehearse and its children.
  private static func own(at now: Int64, with machine: Reading) -> Reading {
    var reading = machine
    reading.time = now
    reading.harness = used(by: RUSAGE_SELF.rawValue)
    reading.reaped = used(by: RUSAGE_CHILDREN.rawValue)
    return reading
  }

  /// Returns what happened between two readings. `run` is the CPU time of the run's processes in
  /// between, ns; nil if unknown.
  public func interference(from start: Reading, to end: Reading, run: Int64?) -> Interference {
    func change(_ before: Int64?, _ after: Int64?, unit: Int64) -> Int64? {
      guard let before, let after else { return nil }
      // A machine's counters may jump back when it is moved to another host.
      return max(0, after &- before) &* unit
    }
    let tick = KernelUnits.tickNanoseconds
    var interference = Interference(
      observed: end.time - start.time, processors: processors, harness: end.harness - start.harness)
    interference.run = run
    interference.busy = change(start.machine?.busyTicks, end.machine?.busyTicks, unit: tick)
    interference.stolen = change(start.machine?.stolenTicks, end.machine?.stolenTicks, unit: tick)
    interference.processorWaiting = change(start.waited[0], end.waited[0], unit: 1000)
    interference.memoryWaiting = change(start.waited[1], end.waited[1], unit: 1000)
    interference.storageWaiting = change(start.waited[2], end.waited[2], unit: 1000)
    interference.swappedPages = change(start.swapped, end.swapped, unit: 1)
    return interference
  }

  /// CPU time of processes that this one started and waited for between two readings, including
  /// their own such descendants, ns, exact.
  public static func reaped(from start: Reading, to end: Reading) -> Int64 {
    end.reaped - start.reaped
  }

  private static func used(by who: __rusage_who_t) -> Int64 {
    var usage = rusage()
    // It fails only for an unknown constant.
    getrusage(who, &usage)
    let seconds = Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return (seconds * 1_000_000 + Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)) * 1000
  }
}
