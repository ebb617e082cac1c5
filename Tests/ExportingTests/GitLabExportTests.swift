import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Exporting

/// The reports of GitLab, by its documentation and its own parser.
struct GitLabExportTests {
  private struct Issue: Decodable {
    let description: String
    let check_name: String
    let fingerprint: String
    let severity: String
    let location: Location

    struct Location: Decodable {
      let path: String
      let lines: [String: Int]
    }
  }

  private func issues(_ exported: ExportedExperiment...) throws -> [Issue] {
    try JSONDecoder().decode(
      [Issue].self, from: Data(ExportFormat.gitlabCodeQuality.contents(of: exported)))
  }

  private let scenario = """
    scenario: s
    builds: { a: { command: [x] }, b: { command: [y] } }
    stories:
      worse:
        steps: [{ go: {}, expect: { count: 1 } }]
      unclear:
        steps: [{ go: {}, expect: { count: 1 } }]
    gates:
      - { metric: cpu-time, stories: [worse, unclear], at-most: +2% }
    """

  @Test func `code quality has an issue for each failing or unknown cell, on its gate's line`()
    throws
  {
    var exported = try Exported.comparison(
      ["worse": Exported.ratios(around: 1.5), "unclear": Exported.unclear], scenario: scenario)
    exported.scenarioFile = "./Scenarios/s.yml"
    let found = try issues(exported)
    #expect(found.map(\.severity) == ["major", "minor"])
    #expect(found.allSatisfy { $0.check_name == "rehearse/cpu-time" })
    #expect(found[0].description.hasPrefix("Regressed: worse: CPU time +50.0000 % "))
    #expect(found.map(\.location.path) == ["Scenarios/s.yml", "Scenarios/s.yml"])
    #expect(found.map(\.location.lines) == [["begin": 9], ["begin": 9]])
  }

  @Test func `code that changed and that no story runs is an issue of the whole comparison`() throws
  {
    for isStrict in [false, true] {
      let found = try issues(
        Exported.comparison(
          ["a": Exported.ratios(around: 1)], inputs: InputFinding(differing: ["export.py"]),
          isStrict: isStrict))
      #expect(found.map(\.check_name) == ["rehearse/comparison"])
      #expect(found.map(\.severity) == [isStrict ? "major" : "minor"])
    }
  }

  @Test func `an issue keeps its fingerprint while its numbers change, and has it alone`() throws {
    func fingerprints(_ ratio: Double) throws -> [String] {
      try issues(
        Exported.comparison(["a": Exported.ratios(around: ratio), "b": Exported.ratios(around: 2)])
      ).map(\.fingerprint)
    }
    let found = try fingerprints(1.5)
    #expect(try found == fingerprints(1.6))
    // printf 'e\0cpu-time\0a' | sha256sum
    #expect(found[0] == "4c16f8b5d6e2606c6b2edd6e222c5b0066f7d8ca62a7a77108659fb89c14431d")
    #expect(found.count == 2 && found[0] != found[1])
  }

  @Test func `the same change of two candidates is two issues, which name them`() throws {
    let first = try Exported.comparison(["a": Exported.ratios(around: 1.5)])
    let runs = first.analysis.runs.map { run in
      Replay.run(
        run.story, on: run.build == "b" ? "c" : run.build, kind: run.kind, round: run.round,
        run.measurements)
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(number: 5, stories: ["a"], builds: ["a", "c"], rounds: 10), runs: runs)
    let second = ExportedExperiment(
      analysis,
      judgement: try Judgement(
        analysis, baseline: "a", candidate: "c", gates: [Gate(metric: .cpuTime)]))
    let found = try issues(first, second)
    #expect(found.map { $0.description.prefix(15) } == ["b: Regressed: a", "c: Regressed: a"])
    // printf 'e\0cpu-time\0a\0b' | sha256sum
    #expect(
      found.map(\.fingerprint) == [
        "be2dec96737dd8c4c0a1fdb4250c31e72d9066f6161136d4efa8a2f2870d94ea",
        "1ad13bf46262dff111533c90fdd1ebacc38fbee1052a39538377e55b9de40b13",
      ])
    let annotations = try ExportFormat.githubAnnotations.text(of: [first, second])
    #expect(annotations.contains("::b: Regressed: a") && annotations.contains("::c: Regressed: a"))
  }

  @Test func `code quality of what got no worse is an empty list`() throws {
    #expect(try issues(Exported.comparison(["a": Exported.ratios(around: 1)])).isEmpty)
    let crash = try issues(Exported.comparison(["a": nil]))
    #expect(crash.map(\.severity) == ["major"] && crash[0].description.contains("failed on 'b'"))
  }

  @Test func `metrics are those of the candidate, without its name, as text that stays`() throws {
    var exported = try Exported.comparison(["list #1": Exported.ratios(around: 1.5)])
    exported.analysis = ExperimentAnalysis(decided(exported.analysis), runs: exported.analysis.runs)
    // 1.5 ms, and a standard error of 0.00007 ms.
    #expect(
      try ExportFormat.gitlabMetrics.text(of: [exported]) == """
        # TYPE rehearse_cpu_time_seconds gauge
        # UNIT rehearse_cpu_time_seconds seconds
        # HELP rehearse_cpu_time_seconds CPU time
        rehearse_cpu_time_seconds{experiment="e",story="list ＃1"} 0.001500000
        # EOF

        """)
  }

  @Test func `metrics of builds that are not compared have a label for them`() throws {
    let two = Exported.experiment(["list"], builds: ["a", "b"])
    let text = try ExportFormat.gitlabMetrics.text(of: [two])
    #expect(text.contains(#"rehearse_cpu_time_seconds{experiment="e",story="list",build="b"} "#))
    // Not what no gate is about.
    #expect(!text.contains("rehearse_minor_faults"))
  }

  private func decided(_ analysis: ExperimentAnalysis) -> Experiment {
    var experiment = analysis.experiment
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    return experiment
  }
}
