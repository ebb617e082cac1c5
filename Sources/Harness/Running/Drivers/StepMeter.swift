import Costs
import Recording
import Sampling
import SystemPackage

/// Reads what a process and all that it started cost, step by step: a driver, or a service beside it.
final class StepMeter {
  /// The process and all that it started.
  var tree: TreeReader { probe.tree }
  /// Samples at both ends of each step.
  private(set) var boundaries: [Sample] = []
  private let probe: TreeProbe
  /// Maps the process's files before each step; nil where they come as they are used.
  private let files: FilePages?
  private var areFilesMapped = true
  /// Where they count what they allocate; nil where they don't.
  private let allocations: AllocationPages?
  /// Watches what its memory consists of; nil where that is not asked for.
  private let peaks: PeakWatch?
  private var start: TreeProbe.Reading?
  /// The process's greatest resident set outside of steps so far; nil where it is not known.
  private(set) var outsidePeak: Bytes?

  /// Opens the files of a process; other parameters as of ``StoryWalk``.
  /// - Parameters:
  ///   - allocations: where it counts what it allocates; nil where it does not.
  ///   - readsProportional: whether the peak of its tree's proportional memory is looked for.
  ///   - watchesPeak: whether it is then read, too, what its memory consists of at its peak.
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

  /// Notes that a step begins.
  func begin() throws(RunFailure) {
    if let files { areFilesMapped = files.mapAll() }
    do {
      let reading = try probe.begin()
      boundaries.append(reading.sample)
      outsidePeak = [outsidePeak, reading.earlierPeak].compactMap(\.self).max()
      start = reading
      allocations?.begin()
      peaks?.begin()
    } catch {
      throw .notMeasured(error)
    }
  }

  /// Reads what it cost since the step began.
  /// - Returns: when that was, ns on the run's clock, and what was seen since.
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

  /// Returns what was allocated since the step began; nil where that is not counted.
  /// - Parameters:
  ///   - subject: whose process it is, as in `the driver`.
  ///   - commands: how often the driver, which counts nothing itself, has started a program; 0 where it is
  ///     the driver that counts.
  ///   - program: finds that program's file.
  /// - Throws: `RunFailure` where it was to be counted, and could not be.
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

  /// Pages of files that may have come after the peak would be missing in it: better no value.
  func known(_ peak: AnonymousPeak?) -> AnonymousPeak? {
    !areFilesMapped && peak?.isBatched == true ? nil : peak
  }
}
