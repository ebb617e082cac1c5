import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Exporting

struct JudgementDocumentTests {
  private struct Document: Decodable {
    let outcome: String
    let rule: DecisionRule
    let gated: [Cell]

    struct Cell: Decodable {
      let story: String
      let metric: String
      let verdict: String
      let reason: String?
      let atMost: [String: Double]?
      let ratio: [String: Double]?
      let mean: [String: Double]?
      let counts: [String: Double]?
      let evidence: String?
      let runs: String?
      let n: Int?
      let pValue: Double?
      let minimumDetectableChange: Double?
      let floor: Double?
    }
  }

  private func document(_ judgement: Judgement) throws -> Document {
    try JSONDecoder().decode(
      Document.self, from: JSONEncoder().encode(JudgementDocument(judgement)))
  }

  @Test func `a control is reported with its result, and cells that it leaves unproven say why`()
    throws
  {
    func object(_ control: [Double]) throws -> [String: Any] {
      let judgement = try #require(
        try Exported.comparison(["s": Exported.ratios(around: 1.5)], control: control).judgement)
      let data = try JSONEncoder().encode(JudgementDocument(judgement))
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    let moved = try object(Exported.ratios(around: 1.02))
    let cell = try #require((moved["gated"] as? [[String: Any]])?.first)
    #expect(cell["verdict"] as? String == "unproven")
    #expect((cell["reason"] as? String)?.hasPrefix("the control moved by +2.0") == true)
    #expect(moved["outcome"] as? String == "inconclusive")
    let control = try #require(moved["control"] as? [String: Any])
    #expect(control["story"] as? String == "s" && control["metric"] as? String == "cpu-time")
    #expect(control["moved"] as? Bool == true && control["copy"] as? Bool == true)
    #expect(control["n"] as? Int == 10 && control["level"] as? Double == 0.01)
    let still = try object(Exported.ratios(around: 1))
    #expect((still["control"] as? [String: Any])?["moved"] as? Bool == false)
    #expect((still["gated"] as? [[String: Any]])?.first?["verdict"] as? String == "regressed")
    // Where none was declared it is left out.
    #expect(try object([])["control"] == nil)
  }

  @Test func `a judgement is written with its rule, and each cell with its interval and n`() throws
  {
    // Noise of about 0.3 % whose mean is 0 over ten rounds.
    let wobble = [0.3, -0.2, 0.1, -0.4, 0.2, -0.1, 0.4, -0.3, 0.05, -0.05].map { 1 + $0 / 100 }
    let runs = (0..<30).flatMap { round in
      let base = 1 + 0.05 * Double(round % 3)
      return [("a", 1.0), ("b", wobble[round % 10])].map { build, factor in
        Replay.run(
          "s", on: build, kind: .duet, round: round + 1,
          [
            .cpuTime: base * 1e8 * factor * (build == "b" ? 1.05 : 1),
            .peakMemory: base * 64e6 * factor,
          ])
      }
    }
    let experiment = Replay.experiment(
      stories: ["s"], builds: Replay.builds("a", "b"), rounds: 30)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b",
      gates: [
        Gate(metric: .cpuTime, limit: .change(0.02)),
        Gate(metric: .peakMemory, limit: .budget(80e6)), Gate(metric: .treeCPUTime),
      ])
    let document = try document(judgement)
    #expect(document.outcome == "regression" && document.rule == .standard)
    #expect(document.gated.map(\.verdict) == ["regressed", "within-gate", "missing"])
    let cpu = document.gated[0]
    #expect(cpu.story == "s" && cpu.metric == "cpu-time" && cpu.atMost == ["change": 0.02])
    #expect(cpu.evidence == "pairs" && cpu.runs == "duet" && cpu.n == 30)
    #expect(Set(try #require(cpu.ratio).keys) == ["point", "lower", "upper"])
    #expect(cpu.pValue != nil && cpu.mean == nil && cpu.floor == 0)
    // Of an allowance of 2 %.
    #expect(try #require(cpu.minimumDetectableChange) > 0.02)
    #expect(document.gated[1].mean != nil && document.gated[1].atMost == ["budget": 80e6])
    #expect(document.gated[2].reason == "no measurements on 'b'")
  }

  @Test func `errors are written as counts of both builds`() throws {
    let runs = (1...10).flatMap { round in
      [("a", 0.0), ("b", 4.0)].map { build, errors in
        Replay.run("many", on: build, kind: .duet, round: round, [.errors: errors])
      }
    }
    let experiment = Replay.experiment(
      stories: ["many"], builds: Replay.builds("a", "b"), rounds: 10)
    let cell = try #require(
      try document(
        Judgement(
          ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b",
          gates: [Gate(metric: .errors)])
      ).gated.first)
    #expect(cell.verdict == "regressed" && cell.evidence == "pairs" && cell.n == 10)
    #expect(abs(try #require(cell.pValue) - 0x1p-10) < 1e-12)
    #expect(cell.minimumDetectableChange == nil && cell.ratio == nil && cell.mean == nil)
    #expect(
      cell.counts == [
        "baseline": 0, "candidate": 40, "baselineRuns": 10, "candidateRuns": 10, "more": 10,
        "fewer": 0,
      ])
  }

  @Test func `an open cell says how many pairs would decide it, and how long these take`() throws {
    // A look tests nothing; the first analysis, at ten pairs, would show this growth.
    let runs = (1...9).flatMap { round in
      [("a", 1e8), ("b", 1.2e8 * (round.isMultiple(of: 2) ? 0.9995 : 1.0005))].map {
        build, time in
        var run = Replay.run("s", on: build, kind: .duet, round: round, [.cpuTime: time])
        run.startedAt = Date(timeIntervalSince1970: 2 * Double(round))
        return run
      }
    }
    let experiment = Replay.experiment(
      stories: ["s"], builds: Replay.builds("a", "b"), rounds: 9)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime)], rule: .adaptive)
    let data = try JSONEncoder().encode(JudgementDocument(judgement))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let cell = try #require((object["gated"] as? [[String: Any]])?.first)
    let deciding = try #require(cell["deciding"] as? [String: Any])
    #expect(cell["verdict"] as? String == "inconclusive")
    #expect(deciding["pairs"] as? Int == 10 && deciding["planned"] as? Bool == true)
    #expect(deciding["seconds"] as? Double == 20)
  }

  @Test func `reservations are written as the sentences that the summary ends with`() throws {
    func written(_ inputs: InputFinding) throws -> [String]? {
      let judgement = try #require(
        try Exported.comparison(["s": Exported.ratios(around: 1)], inputs: inputs).judgement)
      let data = try JSONEncoder().encode(JudgementDocument(judgement))
      let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      return object["reservations"] as? [String]
    }
    #expect(
      try written(InputFinding(sockets: ["/tmp/s"], gap: "strace is missing")) == [
        "What both sides read is not known in full, so nothing is proven, and files that they "
          + "share may go unnoticed: strace is missing.",
        "Both sides share what answers at /tmp/s, which is not a service of the scenario.",
      ])
    #expect(try written(InputFinding()) == nil)
  }

  @Test func `reservations are written by kinds, with the names that they are about`() throws {
    func written(_ scenario: String, _ inputs: InputFinding) throws -> [String]? {
      let exported = try Exported.comparison(
        ["s": Exported.ratios(around: 1)], scenario: scenario, inputs: inputs)
      let judgement = try #require(exported.judgement)
      let data = try JSONEncoder().encode(JudgementDocument(judgement))
      let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      return (object["reservedBy"] as? [[String: Any]])?.map { one in
        let names = one["names"] as? [String] ?? ["none"]
        return "\(one["kind"] as? String ?? "none"): \(names.joined(separator: " "))"
      }
    }
    let unchecked = "scenario: w\nbuilds: { b: {} }\nstories: { s: { steps: [{ run: [x] }] } }\n"
    #expect(
      try written(unchecked, InputFinding(sockets: ["/tmp/s"], gap: "strace is missing"))
        == ["inputs-unknown: ", "shared-sockets: /tmp/s", "status-alone: s"])
    var unrun = InputFinding(differing: ["export.c", "README.md"], exercised: ["export.c"])
    unrun.unrun = ["export_rows"]
    #expect(try written("", unrun) == ["unexercised: export_rows"])
    #expect(try written("", InputFinding(differing: ["export.c"])) == ["unexercised: export.c"])
    #expect(try written("", InputFinding()) == nil)
  }

  @Test func `a story whose latencies grew without a gate is named once by that kind`() throws {
    let runs = (1...10).flatMap { round in
      [("a", 5e6, 1e7), ("b", 7e6, 1.8e7)].map { build, half, most in
        Replay.run(
          "s", on: build, kind: .duet, round: round,
          [.cpuTime: 1e8, .latencyP50: half, .latencyP99: most])
      }
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(stories: ["s"], builds: Replay.builds("a", "b"), rounds: 10), runs: runs)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)])
    let written = ReservationDocument.all(of: judgement)
    #expect(written.map(\.kind) == [.ungatedLatency] && written[0].names == ["s"])
  }

  @Test func `what a strict check fails by is among the reservations`() throws {
    let strict = try Exported.comparison(
      ["s": Exported.ratios(around: 1)], inputs: InputFinding(differing: ["export.py"]),
      isStrict: true)
    let judgement = try #require(strict.judgement)
    #expect(judgement.failsByReservations)
    let data = try JSONEncoder().encode(JudgementDocument(judgement))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(
      object["reservations"] as? [String] == ["No story runs what changed in export.py."])
  }

  @Test func `a rule is the same after it was stored`() throws {
    for rule in [DecisionRule.standard, .adaptive] {
      let data = try JSONEncoder().encode(rule)
      #expect(try JSONDecoder().decode(DecisionRule.self, from: data) == rule)
    }
  }
}
