import Recording
import SystemPackage

/// The reason why runs can't be made, though none has failed: a failed run has a `RunFailure`.
public enum RunningError: Error, Equatable, CustomStringConvertible {
  case noLauncher([FilePath])
  /// Stored runs don't match the plan of their experiment: at this position in the order another run is planned, or
  /// none, than the ones that are stored.
  /// - Parameter attempt: which attempt at the planned run.
  case planDeparture(position: Int, planned: PlannedRun?, attempt: Int, stored: [Run])
  /// The receiver of the runs needs no more of them, and has noted why; it catches this.
  case planEnded
  case inputUnreadable(FilePath, Errno)
  /// The input is a folder, a pipe or a socket, which runs can't each read from its start.
  case inputNotReadAgain(FilePath)
  /// /dev/null, the input if none is named, can't be opened.
  case noNullDevice(Errno)
  case noCallgrind
  case toolNotStarted(FilePath, reason: String)
  /// A helper program failed with this exit status, or was ended by this signal.
  case toolFailed(FilePath, [String], status: Int32)
  case notExecutable(in: FilePath)
  /// No two runs can share a CPU. That ends no experiment: pairs are made one run after the other, and record why.
  case noDuet(Arrangement.Reason)
  case noPerf
  /// perf is installed, but does not work; in its words.
  case perfRefused(String)
  /// perf is Ubuntu's wrapper, which did not find the perf of the running kernel; in its words.
  case perfOfOtherKernel(String)

  /// The reason, and what to do.
  public var description: String {
    switch self {
    case .noLauncher(let places):
      "The program 'rehearse-launcher' is neither at \(places.map(\.string).joined(separator: " nor at ")). "
        + "'make build' builds it, 'make install' puts it in its place."
    case .planDeparture(let position, let planned, let attempt, let stored):
      Self.departure(position, planned, attempt, stored)
    case .planEnded: "The plan was ended."
    case .inputUnreadable(let path, let errno): "The input \(path) can't be read: \(errno)."
    case .inputNotReadAgain(let path):
      "The input \(path) is not a file: every run has to read it from its start."
    case .noNullDevice(let errno): "/dev/null can't be opened: \(errno)."
    case .noCallgrind:
      "Instructions are counted by Valgrind, but 'valgrind' was not found in PATH. "
        + "On Debian and Ubuntu 'sudo apt-get install valgrind' installs it."
    case .toolNotStarted(let program, let reason): "\(program) could not be started: \(reason)"
    case .toolFailed(let program, let arguments, let status):
      "'\(program) \(arguments.joined(separator: " "))' failed with status \(status)"
    case .notExecutable(let folder): "nothing in \(folder) may be executed"
    case .noDuet(let reason): "No two runs can share a CPU: \(reason.words)."
    case .noPerf:
      "Functions are found by perf, but 'perf' was not found in PATH. On Debian 'sudo apt-get install "
        + "linux-perf' installs it, on Ubuntu 'sudo apt-get install linux-tools-generic'."
    case .perfOfOtherKernel(let words):
      "There is no perf for this kernel: \(words.prefix(300)). 'sudo apt-get install "
        + "linux-tools-$(uname -r)' installs it."
    case .perfRefused(let words):
      "perf is not permitted to profile processes here: \(words.prefix(300)). 'sudo sysctl "
        + "kernel.perf_event_paranoid=1' allows it; in a container '--cap-add PERFMON' is needed too."
    }
  }

  private static func departure(
    _ position: Int, _ planned: PlannedRun?, _ attempt: Int, _ stored: [Run]
  ) -> String {
    let planned = planned.map { words($0.kind, $0.story, $0.build, $0.round, attempt) }
    let stored = stored.map { words($0.kind, $0.story, $0.build, $0.round, $0.attempt) }
    return """
      The stored runs are not those of the experiment's plan: at position \(position) the plan has \
      \(planned ?? "no run"), and the store has \
      \(stored.isEmpty ? "none, though it has later ones" : stored.joined(separator: " and ")).
      """
  }

  private static func words(
    _ kind: RunKind, _ story: String, _ build: String, _ round: Int, _ attempt: Int
  ) -> String {
    "'\(story)' on '\(build)' in round \(round) (\(kind.rawValue), try \(attempt))"
  }
}
