import Foundation
import Metrics
import Recording

extension Replay {
  /// An experiment of a series: number 3 begins three hours after the start of 1970.
  public static func experiment(
    number: Int64, stories: [String] = ["list"], builds: [String] = ["checked"], rounds: Int = 2,
    commit: String? = nil, isDirty: Bool = false, environment: Environment? = nil
  ) -> Experiment {
    var experiment = experiment(
      stories: stories, builds: builds.map { BuildRecord(name: $0, recipe: "made") },
      rounds: rounds)
    experiment.number = number
    experiment.startedAt = Date(timeIntervalSince1970: Double(number) * 3600)
    experiment.completedAt = experiment.startedAt
    experiment.environment = environment
    experiment.revision = commit.map {
      Revision(
        commit: $0, branch: "main", committedAt: experiment.startedAt, isDirty: isDirty)
    }
    return experiment
  }

  /// 25 cycles of a process that keeps this many more bytes after each, in no more blocks, and no file open.
  public static func cycles(keeping bytes: Int = 0) -> CycleSeries {
    var series = CycleSeries(warmUp: 5)
    series.liveBytes = (0..<25).map { Int64(100_000 + bytes * $0) }
    series.liveBlocks = Array(repeating: 100, count: 25)
    series.resident = Array(repeating: 6_000_000, count: 25)
    series.descriptors = Array(repeating: 10, count: 25)
    return series
  }

  /// A machine.
  public static func machine(
    _ processor: String = "CPU A", processors: Int = 2, kernel: String = "Linux 6.1",
    architecture: String = "x86_64"
  ) -> Environment {
    Environment(
      kernel: kernel, system: "Debian", architecture: architecture, processor: processor,
      processors: processors, memory: 4 << 30, load: 0)
  }

  /// Runs of one story on one build, one per round.
  public static func runs(
    _ values: [Double], of story: String = "list", on build: String = "checked",
    by metric: Metric = .cpuTime
  ) -> [Run] {
    values.enumerated().map { index, value in
      run(story, on: build, round: index + 1, [metric: value])
    }
  }
}
