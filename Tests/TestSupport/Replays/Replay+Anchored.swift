import Foundation
import Metrics
public import Recording

extension Replay {
  /// Noise of about 0.3 % with mean 0.
  private static let wobble = [0.3, -0.2, 0.1, -0.4, 0.2, -0.1, 0.4, -0.3, 0.05, -0.05]

  /// A check of ten pairs, with its runs: `commit` is this many percent slower than `baseline`, on
  /// a machine whose speed differs each time.
  public static func check(
    _ number: Int, _ commit: String, against baseline: String, _ percent: Double,
    machine: Environment = machine(), recipe: String = "swift build", dirty: Bool = false
  ) -> (experiment: Experiment, runs: [Run]) {
    var experiment = experiment(
      number: Int64(number), builds: [baseline, "work tree"], rounds: 10, commit: commit,
      isDirty: dirty, environment: machine)
    experiment.builds = [(baseline, baseline, false), ("work tree", commit, dirty)].map {
      BuildRecord(
        name: $0.0, recipe: recipe,
        revision: Revision(commit: $0.1, branch: nil, committedAt: .distantPast, isDirty: $0.2))
    }
    experiment.decision = Decision(
      purpose: .check, baseline: baseline, candidate: "work tree", rule: .standard)
    let speed = 1e8 * (1 + 0.37 * Double(number % 5))
    let runs = wobble.enumerated().flatMap { round, wobble in
      let factor = (1 + percent / 100) * (1 + wobble / 100)
      return [(baseline, speed), ("work tree", speed * factor)].map { build, cost in
        run("list", on: build, kind: .duet, round: round + 1, [.cpuTime: cost])
      }
    }
    return (experiment, runs)
  }
}
