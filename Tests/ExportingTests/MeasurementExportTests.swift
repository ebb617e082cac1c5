import Analysis
import Experimenting
import Foundation
import Metrics
import Recording
import Reports
import Tables
import TestSupport
import Testing

@testable import Exporting

/// Exact texts of formats of measurements, of two runs whose CPU time is 1 and 3 µs: the mean is 2
/// µs, its 95 % interval t(0.975, 1) · 1 µs = 12.7062 µs to either side.
struct MeasurementExportTests {
  private func object(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  @Test func `github-action-benchmark has one file of means and one of rates`() throws {
    let entries = try #require(
      try object(ExportFormat.githubActionBenchmark.text(of: [Exported.small])) as? [[String: Any]])
    #expect(
      entries.map { $0["name"] as? String } == [
        "list/peak-memory", "list/cpu-time", "list/wall-time",
      ])
    let time = entries[1] as NSDictionary
    #expect(
      time == [
        "name": "list/cpu-time", "unit": "ns", "value": 2000, "range": "± 12706", "extra": "n=2",
      ])
    let rates = try #require(
      try object(ExportFormat.githubActionBenchmarkBigger.text(of: [Exported.small]))
        as? [[String: Any]])
    #expect(
      rates[0] as NSDictionary == [
        "name": "list/cpu-time rate", "unit": "1/s", "value": 500_000, "range": "± 3176551",
        "extra": "n=2",
      ])
  }

  @Test func `github-action-benchmark gets gated or chosen metrics, and no zeros`() throws {
    func names(_ experiment: ExportedExperiment) throws -> [String?] {
      let entries = try #require(
        try object(ExportFormat.githubActionBenchmark.text(of: [experiment])) as? [[String: Any]])
      return entries.map { $0["name"] as? String }
    }
    var gated = Exported.experiment(["list", "lend"], builds: ["checked"])
    var experiment = gated.analysis.experiment
    experiment.scenario = """
      scenario: sample
      builds: { checked: { command: ["./a"] } }
      stories:
        list: { steps: [{ list: {}, expect: { count: 1 } }] }
        lend: { steps: [{ list: {}, expect: { count: 1 } }] }
      gates:
        - { metric: minor-faults, stories: [lend] }
        - { metric: major-faults }
      """
    gated.analysis = ExperimentAnalysis(experiment, runs: gated.analysis.runs)
    #expect(try names(gated) == ["lend/minor-faults"])
    var chosen = Exported.small
    chosen.metrics = [.minorFaults, .majorFaults]
    chosen.analysis = ExperimentAnalysis(
      chosen.analysis.experiment,
      runs: chosen.analysis.runs.map { run in
        var run = run
        run.measurements = run.measurements.filter { chosen.metrics?.contains($0.key) == true }
        return run
      })
    #expect(try names(chosen) == ["list/minor-faults"])
  }

  @Test(arguments: [
    ExportFormat.githubActionBenchmark, .githubActionBenchmarkBigger, .gitlabMetrics,
  ])
  func `no other gates stand in for those of a scenario that can't be read`(
    _ format: ExportFormat
  ) throws {
    var exported = Exported.small
    var experiment = exported.analysis.experiment
    experiment.scenario = "scenario: of another version\n"
    exported.analysis = ExperimentAnalysis(experiment, runs: exported.analysis.runs)
    let error = #expect(throws: OutputError.noGates(format: format.rawValue)) {
      try format.text(of: [exported])
    }
    #expect(error?.description.hasSuffix("Choose metrics with --metric.") == true)
    exported.metrics = [.cpuTime]
    #expect(try format.text(of: [exported]).contains("list"))
  }

  @Test func `Markdown has the tables of the terminal and the result`() throws {
    var commands = Exported.experiment(["command"], builds: ["a | b", "c"])
    var experiment = commands.analysis.experiment
    experiment.source = .command
    commands.analysis = ExperimentAnalysis(experiment, runs: commands.analysis.runs)
    let several = try ExportFormat.markdown.text(of: [commands])
    #expect(
      several.contains("\n| Command | Mean | Deviation | Median | Ratio | 95 % interval |\n"),
      "\(several)")
    #expect(several.contains("| a \\| b | 4.0 | 2.8 | 4.0 | | |"), "\(several)")
    #expect(several.contains("No significant difference in time between 'a "))
    let one = try ExportFormat.markdown.text(of: [Exported.small])
    #expect(one.contains("**") && one.contains("| list |"), "\(one)")
    let judged = try ExportFormat.markdown.text(of: [
      Exported.comparison(["worse": Exported.ratios(around: 1.5)])
    ])
    #expect(judged.contains("regressed") && judged.contains("Regressed: worse: CPU time +50"))
  }

  @Test func `Markdown has what a reader of the verdicts must know`() throws {
    let exported = try Exported.comparison(["a": Exported.ratios(around: 1), "crash": nil])
    let warnings = Headline.warnings(try #require(exported.judgement))
    let text = try ExportFormat.markdown.text(of: [exported])
    #expect(!warnings.isEmpty)
    for warning in warnings { #expect(text.contains("\n\(MarkdownText(warning))\n"), "\(text)") }
  }

  @Test(arguments: [ExportFormat.junit, .markdown, .githubSummary])
  func `what cycles retain is told, also without a verdict`(_ format: ExportFormat) throws {
    var runs = [Replay.run("s", on: "a", [.cpuTime: 1e6]), Replay.run("s", on: "a", kind: .cycles)]
    runs[1].cycles = Replay.cycles(keeping: 48)
    let experiment = Replay.experiment(number: 1, stories: ["s"], builds: ["a"], rounds: 1)
    let text = try format.text(of: [
      ExportedExperiment(ExperimentAnalysis(experiment, runs: runs))
    ])
    #expect(text.contains("holds 48 B more after each cycle (20 cycles)."), "\(text)")
  }

  /// An explanation of one pair without profiles.
  private func explanation(isComplete: Bool, as format: ExportFormat) throws -> String {
    let decision = Decision(
      purpose: .explanation, baseline: "a", candidate: "b", rule: .standard)
    var experiment = Replay.experiment(number: 5, builds: ["a", "b"])
    experiment.decision = decision
    if !isComplete { experiment.completedAt = nil }
    let runs = ["a", "b"].map { Replay.run("list", on: $0, kind: .duet, [.cpuTime: 1e6]) }
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    return try format.text(of: [
      ExportedExperiment(
        analysis, result: .explanation(analysis.explanations, of: analysis, decision))
    ])
  }

  @Test(arguments: [ExportFormat.markdown, .githubSummary])
  func `a story that can't be explained is told with the reason`(_ format: ExportFormat) throws {
    let text = try explanation(isComplete: true, as: format)
    #expect(text.contains("list has 0 profiled pairs; fewer than "), "\(text)")
    #expect(!text.contains("| list |"), "\(text)")
  }

  @Test(arguments: [ExportFormat.markdown, .githubSummary])
  func `an explanation that was stopped is not told as if it were complete`(
    _ format: ExportFormat
  ) throws {
    let text = try explanation(isComplete: false, as: format)
    #expect(text.contains("The experiment was stopped after 2 runs."), "\(text)")
  }

  @Test func `Markdown of several leaves out no comparison whose runs all failed`() throws {
    var crashed = try Exported.comparison(["sync": nil])
    crashed.analysis = ExperimentAnalysis(
      crashed.analysis.experiment, runs: crashed.analysis.runs.filter { !$0.passed })
    let text = try ExportFormat.markdown.text(of: [Exported.small, crashed])
    #expect(text.contains("| list |") && text.contains("The app failed: sync"), "\(text)")
  }

  @Test func `Markdown tells how many runs failed, also of an experiment without any other`()
    throws
  {
    func exported(_ passed: Int) -> ExportedExperiment {
      var made = Exported.small
      let failed = Replay.run("list", on: "checked", round: 3, failed: .crashed)
      made.analysis = ExperimentAnalysis(
        made.analysis.experiment, runs: Array(made.analysis.runs.prefix(passed)) + [failed])
      return made
    }
    let text = try ExportFormat.markdown.text(of: [exported(2), exported(0)])
    let why = "'rehearse show' says why."
    #expect(
      text.hasSuffix(
        """
        \n\n1 of 3 runs of 'list' on 'checked' failed and are left out; \(why)

        The run of 'list' on 'checked' failed and is left out; \(why)

        """), "\(text)")
  }

  @Test func `values of a single run have no interval`() throws {
    var one = Exported.small
    one.analysis = ExperimentAnalysis(
      one.analysis.experiment, runs: Array(one.analysis.runs.prefix(1)))
    for format in [ExportFormat.githubActionBenchmark, .bencher, .openMetrics] {
      let text = try format.text(of: [one])
      for word in ["range", "lower_value", "upper_value", "confidence", "deviation"] {
        #expect(!text.contains(word), "\(format)")
      }
    }
    let results = try #require(
      try object(ExportFormat.hyperfine.text(of: [one])) as? [String: [[String: Any]]])
    #expect(results["results"]?[0]["stddev"] is NSNull)
  }

  @Test func `Bencher gets a mean with both ends of its interval, in base units`() throws {
    let text = try BencherMetricFormat.text([Exported.small])
    let benchmarks = try #require(try object(text) as? [String: [String: [String: Double]]])
    #expect(benchmarks.keys.sorted() == ["list"])
    let time = try #require(benchmarks["list"]?["cpu-time"])
    #expect(time["value"] == 2000)
    #expect(abs((time["lower_value"] ?? 0) + 10_706.2) < 0.1)
    #expect(abs((time["upper_value"] ?? 0) - 14_706.2) < 0.1)
    #expect(benchmarks["list"]?["peak-memory"]?["value"] == 4_000_000)
  }

  @Test func `times in hyperfine's format are seconds, and several builds are named`() throws {
    let file = try #require(
      try object(ExportFormat.hyperfine.text(of: [Exported.small])) as? [String: [[String: Any]]])
    let result = try #require(file["results"]?.first)
    let measurements = result.compactMapValues { $0 as? Double }
    let expected = [
      "mean": 4e-6, "stddev": 8e-12.squareRoot(), "median": 4e-6, "user": 1e-6, "system": 1e-6,
      "min": 2e-6, "max": 6e-6,
    ]
    #expect(measurements.keys.sorted() == expected.keys.sorted())
    for (key, value) in expected {
      #expect(abs((measurements[key] ?? 0) - value) < 1e-15, "\(key)")
    }
    #expect(result["command"] as? String == "list" && result["exit_codes"] as? [Int] == [0, 0])
    #expect(result["times"] as? [Double] == [2e-6, 6e-6])
    #expect(result["memory_usage_byte"] as? [Int] == [4_000_000, 4_000_000])
    #expect(result["parameters"] == nil)
    var made = Exported.small
    made.parameters = ["checked": ["level": "6"]]
    let again = try #require(
      try object(ExportFormat.hyperfine.text(of: [made])) as? [String: [[String: Any]]])
    #expect(again["results"]?.first?["parameters"] as? [String: String] == ["level": "6"])
    let two = Exported.experiment(["list"], builds: ["a", "b"])
    #expect(try ExportFormat.hyperfine.text(of: [two]).contains(#""command" : "list on b""#))
  }

  @Test func `all times in hyperfine's format are of the same runs`() throws {
    var mixed = Exported.small
    let pairs = (1...2).map {
      Replay.run(
        "list", on: "checked", kind: .duet, round: $0, [.userTime: 9000, .systemTime: 9000])
    }
    let unknown = Replay.run("list", on: "checked", round: 3, [.wallTime: 9000])
    mixed.analysis = ExperimentAnalysis(
      mixed.analysis.experiment, runs: mixed.analysis.runs + pairs + [unknown])
    #expect(
      try ExportFormat.hyperfine.text(of: [mixed])
        == ExportFormat.hyperfine.text(of: [Exported.small]))
  }

  @Test func `OpenMetrics uses seconds, bytes and ratios, and has its end mark`() throws {
    let text = try OpenMetricsText.text([Exported.small])
    let labels = #"experiment="e",story="list",build="checked""#
    for line in [
      "# TYPE rehearse_cpu_time_seconds gauge", "# UNIT rehearse_cpu_time_seconds seconds",
      "# HELP rehearse_cpu_time_seconds CPU time",
      "rehearse_cpu_time_seconds{\(labels),statistic=\"mean\"} 2e-06",
      "rehearse_peak_memory_bytes{\(labels),statistic=\"maximum\"} 4000000",
      "rehearse_peak_cpu_ratio{\(labels),statistic=\"median\"} 0.5",
      "rehearse_minor_faults{\(labels),statistic=\"minimum\"} 7",
      "rehearse_runs{\(labels),ending=\"passed\"} 2",
      "rehearse_runs{\(labels),ending=\"failed\"} 0",
      "rehearse_runs{\(labels),ending=\"not-measured\"} 0",
    ] { #expect(text.contains(line + "\n"), "\(line)") }
    #expect(text.hasSuffix("# EOF\n"))
  }

  @Test func `an experiment without measurements exports no made-up values`() throws {
    let empty = ExportedExperiment(
      ExperimentAnalysis(
        Replay.experiment(number: 1), runs: [Replay.run("list", on: "checked", failed: .crashed)]))
    for format in ExportFormat.allCases {
      switch format {
      case .csv:
        #expect(try format.text(of: [empty]) == LongCSV.columns.joined(separator: ",") + "\n")
      case .junit, .githubSummary, .githubAnnotations, .gitlabCodeQuality, .chromeTrace:
        #expect(try format.text(of: [empty]).contains("It failed."), "\(format)")
      case .openMetrics:
        let text = try format.text(of: [empty])
        #expect(!text.contains("statistic") && text.contains(#"ending="failed"} 1"#))
      default:
        let error = #expect(throws: OutputError.self) { try format.text(of: [empty]) }
        #expect(
          error?.description.hasPrefix(
            "There is nothing to write as \(format.rawValue): no run that passed has ") == true)
      }
    }
  }

  @Test func `a format for one experiment refuses two`() throws {
    for format in ExportFormat.allCases where !format.traits.contains(.several) {
      let error = #expect(throws: OutputError.self) {
        try format.text(of: [Exported.small, Exported.small])
      }
      #expect(
        error?.description == "\(format.rawValue) holds one experiment, and there are 2.")
    }
  }

  @Test func `no control character is exported, whatever the names are`() throws {
    for format in ExportFormat.allCases
    where format != .csv && !format.traits.contains(.profiles) {
      let named = Exported.load("line\n::error::break\r\n\u{1B}[31mred\u{7F}")
      let experiment = [.hgrm, .k6].contains(format) ? named : Exported.hostile
      let scalars = try format.text(of: [experiment]).unicodeScalars
      let controls = scalars.filter {
        [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
      }
      #expect(controls.isEmpty, "\(format)")
    }
  }
}
