import Analysis
import DriverProtocol
import Metrics
import Recording
import Reports
import Statistics
import Tables

/// hyperfine's JSON: elapsed times of every run in seconds, with mean user and system time. The keys are
/// those of hyperfine 1.15, and if known, the peak memory of every run, which newer versions write (1.20),
/// and the values of parameters.
///
/// Runs without elapsed, user or system time are left out, because the format requires all three.
public enum HyperfineJSON {
  private struct File: Encodable { let results: [Result] }

  private struct Result: Encodable {
    let command: String
    let mean: Double
    /// Null for one run, as in hyperfine.
    let stddev: JSONValue
    let median: Double
    let user: Double
    let system: Double
    let min: Double
    let max: Double
    let times: [Double]
    let exit_codes: [Int?]
    let memory_usage_byte: [Int]?
    let parameters: [String: String]?
  }

  /// The file's text; the runs of whole commands need their steps, which hold exit statuses.
  /// - Throws: `OutputError.noMeasurements`.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let experiment = try experiments.only(for: "hyperfine")
    let analysis = experiment.analysis
    let results = analysis.stories.flatMap { story in
      analysis.builds.compactMap { result(of: story, $0, analysis, experiment.parameters[$0]) }
    }
    guard !results.isEmpty else {
      throw .noMeasurements(format: "hyperfine", wanted: "wall, user and system time")
    }
    return try PrintedJSON.file(File(results: results), format: "hyperfine")
  }

  private static func result(
    of story: String, _ build: String, _ analysis: ExperimentAnalysis,
    _ parameters: [String: String]?
  ) -> Result? {
    let kind = analysis.kind(of: story, .wallTime)
    let runs = analysis.runs.filter { run in
      run.passed && run.story == story && run.build == build && run.kind == kind
        && [Metric.wallTime, .userTime, .systemTime].allSatisfy { run.measurements[$0] != nil }
    }
    func summary(_ metric: Metric) -> Summary? {
      try? Summary(of: Distribution(runs.compactMap { $0.measurements[metric] }))
    }
    guard let wall = summary(.wallTime), let user = summary(.userTime),
      let system = summary(.systemTime)
    else { return nil }
    let memory = runs.compactMap { run in
      run.measurements[.peakMemory].flatMap { Int(exactly: $0.rounded()) }
    }
    let isCommand = analysis.experiment.source == .command
    let words = isCommand ? build : analysis.builds.count > 1 ? "\(story) on \(build)" : story
    return Result(
      command: PlainLine(words).description, mean: wall.mean / 1e9,
      stddev: wall.standardDeviation.map { JSONValue.number($0 / 1e9) } ?? .null,
      median: wall.median / 1e9, user: user.mean / 1e9, system: system.mean / 1e9,
      min: wall.minimum / 1e9, max: wall.maximum / 1e9,
      times: runs.compactMap { $0.measurements[.wallTime] }.map { $0 / 1e9 },
      exit_codes: runs.map { isCommand ? exitCode(of: $0) : 0 },
      memory_usage_byte: memory.count == runs.count ? memory : nil, parameters: parameters)
  }

  /// Null if a signal ended the command, as in hyperfine.
  private static func exitCode(of run: Run) -> Int? {
    guard case .integer(let status)? = run.steps.first?.outcome["status"] else { return nil }
    return status
  }
}
