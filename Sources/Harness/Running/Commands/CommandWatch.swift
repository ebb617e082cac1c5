import Recording
import Sampling

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
        pids: [pid], epoch: epoch, group: group, adopter: adopter, end: end)
      self.tree = tree
      sampler = TimelineSampler(tree, at: .affordable)
    } catch {
      if !error.hasEnded(pid) { refusal = error.description }
    }
  }

  /// What was seen.
  struct Seen {
    let timeline: Timeline
    let thinning: Thinning?
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
        timeline: timeline, thinning: sampler.thinning, peaks: tree.peaks,
        following: tree.followed, stoppedTime: tree.stoppedTime)
    } catch {
      // What the launcher counts stays right.
      refusal = error.description
      return nil
    }
  }
}

extension RunCircumstances {
  /// What stands beside the figures of a command's run.
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
      stoppedTime: seen.stoppedTime, samplesPerKept: seen.thinning?.samplesPerKept ?? 1)
  }
}
