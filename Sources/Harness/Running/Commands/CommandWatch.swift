import Costs
import Recording
import Sampling
import SystemPackage

/// Watches one run of a command and all that it starts, from when it has lasted 20 ms.
final class CommandWatch {
  private let epoch: Int64
  private let end: TreeReader.End
  private var tree: TreeReader?
  private var sampler: TimelineSampler?
  /// Why nothing could be seen of it, in words; nil where it could, or nobody has looked.
  private(set) var refusal: String?

  /// - Parameters:
  ///   - epoch: where the run's clock began.
  ///   - waitsForTree: whether the run lasts until all have ended, rather than the first alone.
  init(epoch: Int64, waitsForTree: Bool) {
    self.epoch = epoch
    end = waitsForTree ? .ofTree : .ofRoots
  }

  /// Begins to sample; when called again, goes on.
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

  /// The observations on a run.
  struct Seen {
    let timeline: Timeline
    let downsampling: Downsampling?
    let peaks: TreePeaks
    let following: TreeFollowing
    let stoppedTime: Int64
  }

  /// Stops sampling.
  /// - Returns: nil where the command ended before anything was seen.
  func stop() -> Seen? {
    guard let tree, let sampler else { return nil }
    do throws(SamplingError) {
      let timeline = try sampler.stop(adding: [])
      guard !timeline.samples.isEmpty else { return nil }
      return Seen(
        timeline: timeline, downsampling: sampler.downsampling, peaks: tree.peaks,
        following: tree.followed, stoppedTime: tree.stoppedTime)
    } catch {
      // What the launcher counts stays right.
      refusal = error.description
      return nil
    }
  }
}

extension RunCircumstances {
  /// Makes the circumstances that stand beside the measurements of a command's run.
  /// - Parameters:
  ///   - seen: nil where nobody looked, or nothing could be seen.
  ///   - samplingRefusal: why nothing could be seen.
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

/// The control group that a launcher joins before it starts anything: what it starts is born there,
/// and no run pays for joining.
struct LauncherGroup {
  private var made: ControlGroup?
  /// Nil where there may be none, or the launcher was not let in.
  private(set) var group: ControlGroup?
  /// Why there is none, or why a part of its measurements is missing; in words.
  private(set) var refusals: [String] = []

  /// Makes it wherever that is allowed.
  mutating func make() {
    let group = ControlGroup()
    made = group
    refusals = group.refusals.map(\.description)
    if group.hasMembers { self.group = group }
  }

  /// The settings for the launcher.
  var settings: [LaunchSetting] {
    guard let group else { return [] }
    return group.joiningFiles.map(LaunchSetting.ownGroup)
      + [group.memoryFolder].compactMap(\.self).map(LaunchSetting.cgroupMemory)
  }

  /// Notes that the launcher was not let in, which it reports with each run.
  mutating func goWithout(_ errno: Errno) {
    guard group != nil else { return }
    refusals.append("the launcher was not let into its control group: \(errno)")
    group = nil
  }

  /// A process that the launcher may not kill, of another user's, stays, and the group with it.
  mutating func remove() {
    made?.endAll()
    made?.remove()
    made = nil
    group = nil
  }
}

/// The cgroup memory of a run.
struct RunCgroupMemory: Equatable {
  /// Charged when the run began, without pages of files: the launcher's, and what earlier runs left.
  let before: Bytes
  /// The cgroup memory of the time of the run.
  let span: CgroupMemorySpan

  /// Takes the numbers in the order of the launcher's report.
  /// - Returns: nil where they are not all there.
  init?(_ words: some Collection<Substring>) {
    let numbers = words.compactMap { Int64($0).map { Bytes($0) } }
    guard numbers.count == 4, words.count == 4 else { return nil }
    before = numbers[0]
    span = CgroupMemorySpan(peak: numbers[1], usage: numbers[2], filePages: numbers[3])
  }

  /// The greatest memory that the run was charged with.
  ///
  /// What was charged before is taken off: the kernel frees what it had for a process some
  /// milliseconds after its end, which were up to 5 MB of 500 short runs a second.
  func greatest(seen: TreePeaks?) -> Bytes { max(.zero, span.greatest(seen: seen) - before) }
}
