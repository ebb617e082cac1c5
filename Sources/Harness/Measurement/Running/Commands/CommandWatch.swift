import DriverProtocol
import Recording
import Sampling

/// Samples one run of a command and all that it starts, once it has lasted 20 ms.
final class CommandWatch {
  private let epoch: Int64
  private let end: TreeReader.End
  private var tree: TreeReader?
  private var sampler: TimelineSampler?
  /// The reason why sampling failed, in words; nil if it did not, or was not tried.
  private(set) var refusal: String?

  /// Prepares for a run whose clock began at the epoch. If `waitsForTree`, it lasts until all its processes have
  /// ended, not only the first.
  init(epoch: Int64, waitsForTree: Bool) {
    self.epoch = epoch
    end = waitsForTree ? .ofTree : .ofRoots
  }

  func begin(_ pid: Int32, in group: ControlGroup?, adopter: Int32?) {
    guard tree == nil, refusal == nil else { return }
    do throws(SamplingError) {
      let tree = try TreeReader(
        pids: [pid], epoch: epoch, group: group, adopter: adopter, end: end,
        readsProportional: true)
      self.tree = tree
      sampler = TimelineSampler(tree, at: .affordable)
    } catch {
      if !error.hasEnded(pid) { refusal = error.description }
    }
  }

  struct Seen {
    let timeline: Timeline
    let downsampling: Downsampling?
    let peaks: TreePeaks
    let following: TreeFollowing
    let stoppedTime: Int64
  }

  /// Stops sampling.
  /// - Returns: nil if the command ended before the first sample.
  func stop() -> Seen? {
    guard let tree, let sampler else { return nil }
    do throws(SamplingError) {
      let timeline = try sampler.stop(adding: [])
      guard !timeline.samples.isEmpty else { return nil }
      return Seen(
        timeline: timeline, downsampling: sampler.downsampling, peaks: tree.peaks,
        following: tree.followed, stoppedTime: tree.stoppedTime)
    } catch {
      // The launcher's measurements remain valid.
      refusal = error.description
      return nil
    }
  }
}

extension RunCircumstances {
  /// Makes the circumstances recorded with the measurements of a command's run. `seen` is nil if not sampled, or if
  /// sampling failed; then `samplingRefusal` says why.
  init(seen: CommandWatch.Seen?, groupRefusals: [String], samplingRefusal: String?) {
    guard let seen else {
      self.init(
        groupRefusals: groupRefusals, samplingRefusal: samplingRefusal,
        hidesOthers: samplingRefusal != nil && TreeReader.isBlindToOthers)
      return
    }
    self.init(
      treeSource: seen.following.source, groupRefusals: groupRefusals,
      countsCPUByGroup: seen.following.countsCPUByGroup,
      unreadableProcesses: seen.following.unreadable, hidesOthers: seen.following.hidesOthers,
      stoppedTime: seen.stoppedTime, samplesPerKept: seen.downsampling?.samplesPerKept ?? 1,
      hugePages: seen.following.hugePages.count)
  }
}

struct RunCgroupMemory: Equatable {
  /// The group's memory when the run began, without page cache: the launcher's, and what earlier runs left.
  let before: Bytes
  /// The group's memory during the run.
  let span: CgroupMemorySpan

  /// Parses the numbers in the order of the launcher's report.
  /// - Returns: nil if some are missing.
  init?(_ words: some Collection<Substring>) {
    let numbers = words.compactMap { Int64($0).map { Bytes($0) } }
    guard numbers.count == 4, words.count == 4 else { return nil }
    before = numbers[0]
    span = CgroupMemorySpan(peak: numbers[1], usage: numbers[2], filePages: numbers[3])
  }

  /// The run's peak of control group memory.
  ///
  /// Memory from before the run is subtracted: the kernel frees a process's memory some
  /// milliseconds after its end. That was up to 5 MB with 500 short runs a second.
  func greatest(seen: TreePeaks?) -> Bytes { max(.zero, span.greatest(seen: seen) - before) }
}
