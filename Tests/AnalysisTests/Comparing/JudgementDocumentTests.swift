import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import Testing

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

  @Test func `a judgement is told with its rule, and every cell with interval and n`() throws {
    var judging = Judging()
    judging.add("s", factor: 1.05)
    judging.add("s", .peakMemory, factor: 1, value: 64e6)
    let judgement = try judging.judgement([
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
    #expect(document.gated[2].reason == "no figures on 'b'")
  }

  @Test func `a rule that was stored is the same rule`() throws {
    for rule in [DecisionRule.standard, .adaptive] {
      let data = try JSONEncoder().encode(rule)
      #expect(try JSONDecoder().decode(DecisionRule.self, from: data) == rule)
    }
  }
}
