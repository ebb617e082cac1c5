import Metrics
import Statistics

/// The results of hyperfine, `--export-json`: each run of a command is a process, and so a run.
struct HyperfineResults: BenchmarkResults {
  static let tool = "hyperfine"
  let runs: [BenchmarkRun]
  let losses: [String]

  private enum CodingKeys: String, CodingKey { case results }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let commands = try container.decode([Command].self, forKey: .results)
    let names = Dictionary(grouping: commands, by: \.name).mapValues(\.count)
    var runs = BenchmarkRuns()
    for (index, command) in commands.enumerated() {
      // Commands with one name (`-n`) differ by their parameters.
      let story = names[command.name] == 1 ? command.name : command.nameWithParameters
      try runs.add(command.runs, of: story, at: [CodingKeys.results, IndexKey(index)])
    }
    self.runs = runs.all
    let failed = commands.reduce(0) { $0 + $1.failed }
    losses = [
      commands.contains { $0.hasTimes && $0.hasCPUTime }
        ? "user and system time are means over all runs of a command, and count for its first run alone"
        : nil,
      ImportLoss.meanAlone(if: !commands.allSatisfy(\.hasTimes)),
      failed > 0
        ? "\(failed.counted("run", "runs")) ended with another status than 0; the times count"
        : nil,
    ].compactMap(\.self)
  }

  /// One benchmarked command; times in seconds.
  private struct Command: Decodable {
    let name: String
    private let parameters: [String: String]
    private(set) var runs: [[Metric: Double]]
    let hasTimes: Bool
    let hasCPUTime: Bool
    let failed: Int

    private enum CodingKeys: String, CodingKey {
      case command, mean, user, system, times, parameters
      case memory = "memory_usage_byte"
      case statuses = "exit_codes"
    }

    var nameWithParameters: String {
      ([name] + parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        .joined(separator: " ")
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .command)
      parameters = try container.decodeIfPresent([String: String].self, forKey: .parameters) ?? [:]
      let times = try container.amountsIfPresent(.times, scale: 1e9)
      hasTimes = times != nil
      runs = try (times ?? [container.amount(.mean, scale: 1e9)]).map { [.wallTime: $0] }
      if let peaks = try container.amountsIfPresent(.memory) {
        guard peaks.count == runs.count else {
          throw DecodingError.refused(
            "it has \(peaks.count.counted("value", "values")); allowed: as many as there are times, \(runs.count)",
            at: container.codingPath + [CodingKeys.memory])
        }
        for (index, peak) in peaks.enumerated() { runs[index][.peakMemory] = peak }
      }
      let user = try container.amountIfPresent(.user, scale: 1e9)
      let system = try container.amountIfPresent(.system, scale: 1e9)
      hasCPUTime = user != nil && system != nil
      if let user, let system {
        guard (user + system).isFinite else {
          throw DecodingError.refused(
            "its value is out of range", at: container.codingPath + [CodingKeys.user])
        }
        runs[0].merge([.userTime: user, .systemTime: system, .cpuTime: user + system]) { $1 }
      }
      failed = try container.decodeIfPresent([Int?].self, forKey: .statuses)?.count { $0 != 0 } ?? 0
    }
  }
}
