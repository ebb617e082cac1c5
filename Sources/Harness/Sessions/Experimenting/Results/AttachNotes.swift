import Analysis
import DriverProtocol
import Recording
import Sampling
import Statistics

/// The notes for a reader of watched processes' measurements.
struct AttachNotes {
  let sentences: [String]

  private static func seconds(_ nanoseconds: Int64) -> String {
    NumberFormat.plain.string(for: Double(nanoseconds) / 1e9)
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    NumberFormat.plain.string(for: Double(nanoseconds) / 1e6)
  }

  /// The number of samples, and the time between two that were taken.
  static func words(of timeline: Timeline, isThinned: Bool) -> String {
    timeline.samples.count.counted("sample", "samples")
      + (isThinned ? " are kept of those taken" : "")
      + ", one every \(milliseconds(timeline.interval)) ms on average."
  }

  /// How what the named processes started was found, and what was too short for that; nil if nothing was started.
  static func words(of following: TreeFollowing, named: Int) -> String? {
    let found = following.processes - named
    guard found > 0 || following.hasReaped else { return nil }
    let number = found == 0 ? "No process" : found.counted("process", "processes")
    let interval = following.distance.map { distance in
      ", looked for every \(max(1, distance / 1_000_000)) ms on average while any were started"
    }
    return "\(number) that they started \(found > 1 ? "were" : "was") found by "
      + "\(following.source.words)\(interval ?? ""): one that lived in between is in its parent's CPU time, "
      + "to 20 ms, but in no sum of memory."
  }

  init(_ result: AttachSession.Result) {
    let following = result.following
    var sentences: [String] = []
    let (living, all) = (result.living, following.processes)
    let left =
      living == all
      ? "the processes go on" : "\(living) of \(all) processes \(living == 1 ? "goes" : "go") on"
    let ending =
      switch result.ending {
      case .processesEnded: "The processes have ended."
      case .timeUp: "The time is up; \(left)."
      case .stopped: "Stopped; \(left)."
      }
    sentences.append(
      "\(ending) " + Self.words(of: result.timeline, isThinned: result.downsampling != nil))
    sentences += [Self.words(of: following, named: result.named)].compactMap(\.self)
    if following.forgotten > 0 {
      sentences.append(
        "\(following.forgotten) of them that had ended and used least are not listed; they are in all "
          + "sums.")
    }
    if following.unreadable > 0 {
      sentences.append(
        "\(following.unreadable) processes below those watched could not be read and are in no "
          + "measurement.")
    }
    if !following.hasStorage {
      sentences.append(
        "Storage traffic can be read only for your own processes, so it is left out.")
    }
    if following.hidesOthers {
      sentences.append(
        "/proc shows only the processes of your own user (it is mounted with hidepid): what they started as "
          + "another user is left out.")
    }
    if following.hugePages > .zero {
      sentences.append(WatchFinding.hugePages(most: following.hugePages).description)
    }
    if result.stoppedTime > 0 {
      let samples = result.timeline.samples
      let all = (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
      sentences.append(
        "The processes were stopped by a signal for \(Self.seconds(result.stoppedTime)) s of "
          + "\(Self.seconds(all)) s.")
    }
    if let downsampling = result.downsampling {
      sentences.append(
        "There were too many samples to keep all: at worst one in \(downsampling.samplesPerKept) was kept. "
          + "The extremes of memory and CPU are those of all samples.")
    }
    self.sentences = sentences
  }
}
