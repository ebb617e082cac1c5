import DriverProtocol
import Recording
import Sampling
import SystemPackage

/// Measures step by step what a driver or service, and all that it started, cost.
final class StepMeter {
  /// The process and all that it started.
  var tree: TreeReader { probe.tree }
  /// Samples at both ends of each step.
  private(set) var boundaries: [Sample] = []
  private let probe: TreeProbe
  /// Maps the process's files before each step; nil if they are loaded as they are used.
  private let files: FilePages?
  private var areFilesMapped = true
  /// The pages in which the processes count their allocations; nil if they don't.
  private let allocations: AllocationPages?
  /// Watches what its memory consists of; nil if not asked for.
  private let peaks: PeakWatch?
  private var start: TreeProbe.Reading?
  /// The process's peak resident set outside steps so far; nil if unknown.
  private(set) var outsidePeak: Bytes?

  /// Opens the files of a process; other parameters as in ``StoryWalk``. `allocations` is where it counts its
  /// allocations, nil if it does not; `watchesPeak` says whether to read what its memory consists of at its peak.
  init(
    of process: Int32, epoch: Int64, group: ControlGroup?, adopter: Int32, mapsFiles: Bool,
    readsProportional: Bool = false, allocations: AllocationPages? = nil, watchesPeak: Bool = false
  ) throws(RunFailure) {
    self.allocations = allocations
    peaks = watchesPeak ? allocations?.peakWatch() : nil
    files = mapsFiles ? FilePages(of: process) : nil
    do {
      probe = try TreeProbe(
        pid: process, epoch: epoch, group: group, adopter: adopter,
        readsProportional: readsProportional)
    } catch {
      throw .notMeasured(error)
    }
  }

  deinit {
    peaks?.close()
    probe.close()
  }

  func begin() throws(RunFailure) {
    if let files { areFilesMapped = files.mapAll() }
    do {
      let reading = try probe.begin()
      boundaries.append(reading.sample)
      noteOutside(reading.earlierPeak)
      start = reading
      allocations?.begin()
      peaks?.begin()
    } catch {
      throw .notMeasured(error)
    }
  }

  /// Notes that no further step begins; to be called before the process is asked to end.
  func noteEnd() { noteOutside(probe.peak) }

  private func noteOutside(_ peak: Bytes?) {
    outsidePeak = [outsidePeak, peak].compactMap(\.self).max()
  }

  /// Reads the cost since the step began.
  /// - Returns: when the step began, ns on the run's clock, and what was seen since.
  func end() throws(RunFailure) -> (begin: Int64, seen: TreeProbe.Account) {
    guard let start else { preconditionFailure("the step had not begun") }
    do {
      let seen = try probe.cost(since: start)
      boundaries.append(seen.sample)
      return (start.sample.time, seen)
    } catch {
      throw .notMeasured(error)
    }
  }

  /// Returns what a subject such as `the driver` allocated since the step began; nil if not counted. `commands` is
  /// how many programs a driver that counts nothing itself has started, 0 if the driver itself counts; `program`
  /// finds that program's file.
  /// - Throws: `RunFailure` if it should have been counted, but could not be.
  func allocated(
    by subject: String, commands: Int = 0, of program: () -> FilePath? = { nil }
  ) throws(RunFailure) -> AllocationCost? {
    guard let allocations else { return nil }
    var cost = allocations.end(commands: commands)
    cost?.peakParts = peaks?.end()
    guard let refusal = allocations.refusal else { return cost }
    let isOfProgram = refusal == .notCounting && commands > 0
    throw .allocationsNotCounted(
      of: subject, isOfProgram ? AllocationRefusal(ofEnded: program()) : refusal)
  }

  /// Pages of files loaded after the peak would be missing from it, so no value is better.
  func known(_ peak: AnonymousPeak?) -> AnonymousPeak? {
    !areFilesMapped && peak?.isBatched == true ? nil : peak
  }
}
