import Analysis
import Exporting
import Foundation
import Metrics
import Recording
import Reports
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// A program that shares no line with this one, in Python and scipy, computes the verdicts of reports
/// again from the files that every reader has (Tests/Verdicts/recompute.py).
struct RecomputedVerdictTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(
    _ drawn: DrawnComparison, by rule: DecisionRule, of partition: Partition? = nil,
    proving story: String? = nil, as kind: Decision.Proof.SharedKind = .inputs, _ name: String
  ) async throws {
    var analysis = drawn.analysis(by: rule)
    if partition != nil || story != nil {
      var experiment = analysis.experiment
      experiment.partition = partition
      let proof = Decision.Proof(kind: kind, hash: "1f", differing: [])
      experiment.decision?.storyProofs = story.map { [$0: proof] }
      analysis = ExperimentAnalysis(experiment, runs: analysis.runs)
    }
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b", gates: DrawnComparison.gates, rule: rule)
    let declaration = try DecisionJSON.text(judgement, of: analysis)
    _ = try await ReportFolder(folder[name], formats: [.csv]).write(
      Report(analysis, judgement: judgement, declaration: declaration, details: { $0 }))
  }

  /// All of a test at once: to start Python with scipy takes longer than to compute.
  private func recompute(_ names: [String], by script: String = "recompute") throws -> Completion {
    let script = PeerReaders.package.appending("Tests/Verdicts/\(script).py").string
    // Nothing is left beside the scripts.
    return try Completion.of(
      [try PeerReaders.program("python3"), "-B", script] + names.map { folder[$0].string })
  }

  /// Six parts of five rounds each, on machines of their own.
  private static func partition(unlike: Bool) throws -> Partition {
    var other = Replay.machine
    other.architecture = "aarch64"
    return Partition(
      count: 6,
      parts: try (1...6).map { number in
        Partition.MachinePart(
          try #require(PlanShare(number, of: 6)), rounds: 30, stories: [], on: "m\(number)",
          unlike && number == 6 ? other : Replay.machine, builds: [],
          at: Date(timeIntervalSince1970: 0))
      })
  }

  @Test func `every verdict can be recomputed from a report's measurements and rule`() async throws
  {
    try await write(DrawnComparison(seed: 1, rounds: 30), by: .adaptive, "adaptive")
    try await write(DrawnComparison(seed: 2, rounds: 20), by: .standard, "fixed")
    try await write(DrawnComparison(seed: 3, rounds: 64, layouts: 8), by: .standard, "layouts")
    try await write(DrawnComparison(seed: 4, rounds: 12), by: .adaptive, "short")
    try await write(DrawnComparison(seed: 5, rounds: 7), by: .adaptive, "looked")
    try await write(DrawnComparison(seed: 5, rounds: 4), by: .adaptive, "scarce")
    try await write(DrawnComparison(seed: 11, rounds: 30), by: .adaptive, proving: "same", "proven")
    try await write(
      DrawnComparison(seed: 11, rounds: 30), by: .adaptive, proving: "same", as: .work, "worked")
    try await write(
      DrawnComparison(seed: 6, rounds: 30), by: .standard, of: Self.partition(unlike: true),
      "unlike")
    try await write(
      DrawnComparison(seed: 7, rounds: 30), by: .standard, of: Self.partition(unlike: false),
      "alike")
    // A control that moves, one that does not, and one that does by chance alone.
    for (name, change, noise) in [
      ("moved", 0.02, 0.004), ("still", 0, 0.004), ("drawn", 0.005, 0.004), ("wild", 0.01, 0.05),
    ] {
      var drawn = DrawnComparison(seed: 8, rounds: 30)
      drawn.addControl(13, change: change, noise: noise)
      try await write(drawn, by: .adaptive, name)
    }
    let names = [
      "adaptive", "fixed", "layouts", "short", "looked", "scarce", "proven", "worked", "unlike",
      "alike", "moved", "still", "drawn", "wild",
    ]
    try expectDeclarations(names)
    let recomputed = try recompute(names)
    #expect(recomputed.status == 0, "\(recomputed.errors)")
    // What was met is reported, so that the test is not about nothing.
    for name in names { #expect(recomputed.output.contains("/\(name) ")) }
    for word in [
      "regressed", "improved", "unchanged", "inconclusive", "within the gate", "layout suspect",
      "above budget", "within budget", "failed", "missing", "unproven", "unchanged, proven",
      "same work, proven",
    ] { #expect(recomputed.output.contains("'\(word)'"), "\(word): \(recomputed.output)") }
  }

  /// The declarations of reports match their schema.
  private func expectDeclarations(_ names: [String]) throws {
    let schema = PeerReaders.package.appending("Docs/schemas/decision.schema.json")
    let objections = try PeerReaders.read(
      names.map { .document(folder["\($0)/decision.json"], schema: schema) })
    #expect(objections.count == names.count)
    for (name, objection) in zip(names, objections) {
      #expect(objection as? [String] == [], "\(name): \(objection)")
    }
  }

  @Test func `verdicts on errors can be recomputed by scipy's test of coins`() async throws {
    let rules = [("adaptive", DecisionRule.adaptive), ("fixed", .standard)]
    for (name, rule) in rules { try await writeErrors(by: rule, name) }
    let recomputed = try recompute(rules.map(\.0))
    #expect(recomputed.status == 0, "\(recomputed.errors)")
    let lines = recomputed.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("'regressed': 1") }, "\(lines)")
  }

  private func writeErrors(by rule: DecisionRule, _ name: String) async throws {
    let stories = ["more", "open", "burst", "same", "fewer"]
    let runs: [Run] = (1...20).flatMap { round in
      ["a", "b"].flatMap { build -> [Run] in
        let isLater = build == "b"
        let errors: [Double] = [
          isLater && round > 4 ? 7 : 0, isLater && round < 7 ? 1 : 0,
          isLater && round == 9 ? 37 : 0, 1, isLater ? 0 : 3,
        ]
        return zip(stories, errors).map { story, count in
          Replay.run(
            story, on: build, kind: .duet, round: round,
            [.errors: count, .cpuTime: 1e8 + 1e5 * Double(round % (isLater ? 3 : 4))])
        }
      }
    }
    var experiment = Replay.experiment(
      stories: stories, builds: Replay.builds("a", "b"), rounds: 20)
    experiment.number = 3
    experiment.decision = Decision(purpose: .check, baseline: "a", candidate: "b", rule: rule)
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b",
      gates: [Gate(metric: .errors), Gate(metric: .cpuTime)], rule: rule)
    #expect(
      judgement.gated.prefix(5).map { $0.outcome.verdict } == [
        .regressed, .inconclusive, .withinGate, .unchanged, .improved,
      ])
    _ = try await ReportFolder(folder[name], formats: [.csv]).write(
      Report(
        analysis, judgement: judgement,
        declaration: try DecisionJSON.text(judgement, of: analysis), details: { $0 }))
  }

  @Test func `verdicts on whole runs and on moved work can be recomputed too`() async throws {
    try await write(DrawnComparison(seed: 8, rounds: 30, wholes: true), by: .adaptive, "wholes")
    try await write(
      DrawnComparison(seed: 9, rounds: 64, layouts: 8, wholes: true), by: .standard, "layouts")
    try await write(
      DrawnComparison(seed: 10, rounds: 30, wholes: true), by: .standard,
      of: Self.partition(unlike: true), "unlike")
    let names = ["wholes", "layouts", "unlike"]
    try expectDeclarations(names)
    for name in names {
      let table = try folder.text(of: "\(name)/tables/verdicts.csv")
      let rows = table.split(whereSeparator: \.isNewline)
      let moved = rows.filter { $0.contains("inconclusive, work moved") }
      #expect(moved.count { $0.hasPrefix("fast,CPU time,") } == 1, "\(table)")
      let wholes = rows.filter { $0.contains("CPU time, whole run") }
      #expect(wholes.count == 1 && wholes[0].hasPrefix("same,"), "\(table)")
    }
    let recomputed = try recompute(names)
    #expect(recomputed.status == 0, "\(recomputed.errors)")
  }

  /// The files of reports that are changed, from what to what, and the faults that are found then.
  private static let changes = [
    ("tables/verdicts.csv", ",regressed", ",unchanged", "Verdict regressed, printed unchanged"),
    ("tables/verdicts.csv", ",30,regressed", ",31,regressed", "n 30, printed 31"),
    ("measurements.csv", ",list,", ",list,", ""),
    ("decision.json", "\"level\" : 0.01", "\"level\" : 0.0000000001", "printed unproven"),
    ("decision.json", "\"alpha\" : 0.01", "\"alpha\" : 0.0000000001", "printed regressed"),
  ]

  @Test func `recomputing reports a verdict, value or rule that does not fit`() async throws {
    let names = Self.changes.indices.map { "r\($0)" }
    for (name, change) in zip(names, Self.changes) {
      try await writeChanged(name, change.0, change.1, change.2)
    }
    let recomputed = try recompute(names)
    #expect(recomputed.status == 1)
    let lines = recomputed.errors.split(separator: "\n")
    for (name, change) in zip(names, Self.changes) {
      let fault = change.3.isEmpty ? "slow, cpu-time: Change (%)" : change.3
      let own = lines.filter { $0.hasPrefix("\(folder[name]): ") }
      #expect(own.contains { $0.contains(fault) }, "\(change): \(own)")
    }
  }

  /// Writes a report, and puts one text in the place of another in a file of it.
  private func writeChanged(
    _ name: String, _ file: String, _ old: String, _ new: String
  ) async throws {
    var drawn = DrawnComparison(seed: 1, rounds: 30)
    if old.contains("level") { drawn.addControl(10, change: 0.02, noise: 0.002) }
    try await write(drawn, by: .adaptive, name)
    let text = try folder.text(of: "\(name)/\(file)")
    if file == "measurements.csv" {
      // One run's CPU time, by a tenth.
      let lines = text.split(separator: "\n")
      let place = try #require(
        lines.firstIndex { $0.contains(",a,slow,,duet,4,") && $0.contains("cpu-time") })
      var fields = lines[place].split(separator: ",", omittingEmptySubsequences: false)
      let value = try #require(fields.last.flatMap { Double($0) })
      fields[fields.count - 1] = "\(value * 1.1)"
      var changed = lines
      changed[place] = Substring(fields.joined(separator: ","))
      try folder.add("\(name)/\(file)", changed.joined(separator: "\n") + "\n")
    } else {
      let changed = text.replacing(old, with: new, maxReplacements: 1)
      try #require(changed != text)
      try folder.add("\(name)/\(file)", changed)
    }
  }

  @Test func `means and the costs of checks can be recomputed from the measurements`() async throws
  {
    try await write(DrawnComparison(seed: 1, rounds: 30), by: .adaptive, "pairs")
    for (name, layouts) in [("runs", 1), ("layouts", 4)] {
      let analysis = DrawnComparison.ofChecks(seed: 6, rounds: 24, layouts: layouts)
      _ = try await ReportFolder(folder[name], formats: [.csv])
        .write(Report(analysis, details: { $0 }))
    }
    // A run's CPU time, by a fiftieth.
    let text = try folder.text(of: "runs/measurements.csv")
    let line = try #require(text.split(separator: "\n").first { $0.contains(",cpu-time,ns,") })
    let value = try #require(line.split(separator: ",").last.flatMap { Double($0) })
    let changed = line.replacing("ns,\(Int(value))", with: "ns,\(Int(value * 1.02))")
    try FileManager.default.copyItem(
      atPath: folder.file("runs"), toPath: folder.file("faulty"))
    try folder.add(
      "faulty/measurements.csv", text.replacing(line, with: changed, maxReplacements: 1))
    let computed = try recompute(["pairs", "runs", "layouts", "faulty"], by: "measurements")
    #expect(computed.status == 1)
    for name in ["runs", "layouts"] { #expect(computed.output.contains("/\(name) 12 shares, ")) }
    let faults = computed.errors.split(separator: "\n")
    #expect(faults.allSatisfy { $0.hasPrefix("\(folder["faulty"]): ") }, "\(faults)")
    for fault in [": mean ", "attribution: "] { #expect(faults.contains { $0.contains(fault) }) }
  }
}
