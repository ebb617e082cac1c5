import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import Testing

@testable import Analysis

/// Whole runs beside their steps, in ms: what only moved is not improved, and what grew outside is worse.
struct OutsideWorkTests {
  /// Ten pairs and more of a story whose steps and rest take so long on both sides, with noise of 0.3 %.
  private func judging(
    steps: (Double, Double), outside: (Double, Double), left: (Int, Int) = (0, 0), rounds: Int = 10
  ) -> Judging {
    var judging = Judging()
    for round in 0..<rounds {
      for (build, own, rest, left) in [
        ("a", steps.0, outside.0, left.0), ("b", steps.1, outside.1, left.1),
      ] {
        let wobble = build == "b" ? 1 + Judging.wobble[round % 10] : 1
        let (own, rest) = (own * wobble * 1e6, rest / wobble * 1e6)
        judging.add("s", build, .cpuTime, own, round, .duet)
        judging.add("s", build, .outsideCPUTime, rest, round, .duet)
        judging.add("s", build, .wholeCPUTime, own + rest, round, .duet)
        if left > 0 { judging.add("s", build, .outlivingProcesses, Double(left), round, .duet) }
      }
    }
    return judging
  }

  private func names(_ judgement: Judgement) -> [String] {
    judgement.gated.map { "\($0.name.metric.id): \($0.outcome.verdict?.rawValue ?? "none")" }
  }

  @Test func `an improvement is inconclusive if its work only moved outside of the steps`() throws {
    let judgement = try judging(steps: (100, 10), outside: (20, 110)).judgement()
    #expect(names(judgement) == ["cpu-time: inconclusive"])
    let moved = try #require(judgement.gated[0].outcome.result?.moved)
    #expect(moved.way == .outside && moved.baseline == "a" && moved.candidate == "b")
    #expect(moved.before == 20e6 && abs(moved.after - 110e6) < 1e6)
    #expect(judgement.reservations == [.moved(moved)])
    #expect(judgement.outcome == .inconclusive)
    #expect(judgement.restricted(to: ["t"]).reservations == [])
  }

  @Test func `an improvement stands if the work outside of the steps stays the same`() throws {
    let judgement = try judging(steps: (100, 10), outside: (20, 20)).judgement()
    #expect(names(judgement) == ["cpu-time: improved"] && judgement.reservations == [])
    #expect(judgement.outcome == .passed)
  }

  @Test
  func `an improvement stands if a tenth of the saving moves outside of the steps, but not half`()
    throws
  {
    func verdict(_ outside: Double) throws -> Verdict? {
      try judging(steps: (100, 20), outside: (20, outside)).judgement().verdicts[0]
    }
    // The saving is 80 ms; the margin is 2 % of 120.
    #expect(try verdict(27) == .improved)
    #expect(try verdict(29) == .inconclusive)
    #expect(try verdict(60) == .inconclusive)
  }

  @Test func `a small improvement stands if up to half of it moves outside, within the margin`()
    throws
  {
    func verdict(_ outside: Double) throws -> Verdict? {
      try judging(steps: (100, 97), outside: (20, outside)).judgement().verdicts[0]
    }
    #expect(try verdict(21.2) == .improved)
    #expect(try verdict(22) == .inconclusive)
  }

  @Test func `a whole run that grows outside of the steps is a regression`() throws {
    let judgement = try judging(steps: (100, 100), outside: (20, 30)).judgement()
    #expect(names(judgement) == ["cpu-time: unchanged", "whole-cpu-time: regressed"])
    #expect(judgement.outcome == .regression)
    #expect(!judgement.others.contains { $0.name.metric == .wholeCPUTime })
    let gate = try #require(judgement.gated[1].gate)
    #expect(gate == Gate(metric: .wholeCPUTime, stories: ["s"], limit: .change(0.02)))
  }

  @Test func `growth within the steps is judged only in the steps`() throws {
    let judgement = try judging(steps: (100, 120), outside: (20, 20)).judgement()
    #expect(names(judgement) == ["cpu-time: regressed"])
    #expect(judgement.guards.map(\.outcome.verdict) == [.regressed])
    #expect(judgement.others.contains { $0.name.metric == .wholeCPUTime })
  }

  @Test func `growth of a whole run within the margin or the gate's limit is no regression`()
    throws
  {
    #expect(
      names(try judging(steps: (100, 100), outside: (20, 22)).judgement()) == [
        "cpu-time: unchanged"
      ])
    let gates = [Gate(metric: .cpuTime, limit: .change(0.1))]
    let judging = judging(steps: (100, 100), outside: (20, 30))
    #expect(names(try judging.judgement(gates)) == ["cpu-time: unchanged"])
  }

  @Test
  func `an improvement whose work moved to another process is inconclusive`()
    throws
  {
    var judging = judging(steps: (100, 10), outside: (20, 110))
    judging.add("s", .treeCPUTime, factor: 1, rounds: 10, value: 1.2e8)
    #expect(try judging.judgement().verdicts == [.inconclusive])
  }

  @Test func `a service's growth within its steps is no growth outside of the driver's steps`()
    throws
  {
    var judging = judging(steps: (100, 100), outside: (120, 140))
    let server = try #require(Metric.cpuTime.of(service: "server"))
    judging.add("s", server, factor: 1.2, rounds: 10, value: 1e8)
    // Ungated, so nothing says that it grew but the service's own cell.
    #expect(names(try judging.judgement()) == ["cpu-time: unchanged"])
  }

  @Test func `work of what a gated service starts is outside, and the service's own is not`()
    throws
  {
    let server = try #require(Metric.cpuTime.of(service: "server"))
    var forking = judging(steps: (10, 10), outside: (120, 220))
    forking.add("s", server, factor: 1, rounds: 10, value: 1e8)
    #expect(
      names(try forking.judgement([Gate(metric: server)])) == [
        "server.cpu-time: unchanged", "whole-cpu-time: regressed",
      ])
    var own = judging(steps: (10, 10), outside: (120, 140))
    own.add("s", server, factor: 1.2, rounds: 10, value: 1e8)
    #expect(names(try own.judgement([Gate(metric: server)])) == ["server.cpu-time: regressed"])
  }

  @Test func `a service that only moves its work between its steps saves nothing`() throws {
    let server = try #require(Metric.cpuTime.of(service: "server"))
    var judging = judging(steps: (10, 10), outside: (120, 120))
    judging.add("s", server, factor: 0.2, rounds: 10, value: 1e8)
    #expect(
      names(try judging.judgement([Gate(metric: server)])) == ["server.cpu-time: inconclusive"])
    var honest = self.judging(steps: (10, 10), outside: (130, 46))
    honest.add("s", server, factor: 0.2, rounds: 10, value: 1e8)
    #expect(names(try honest.judgement([Gate(metric: server)])) == ["server.cpu-time: improved"])
  }

  @Test func `moved work is no improvement of an ungated metric either`() throws {
    var judging = judging(steps: (100, 10), outside: (20, 110))
    judging.add("s", .userTime, factor: 0.1, rounds: 10, value: 9e7)
    let judgement = try judging.judgement()
    let user = try #require(judgement.others.first { $0.name.metric == .userTime })
    #expect(user.outcome.verdict == .inconclusive && user.outcome.result?.moved?.way == .outside)
    #expect(judgement.reservations.count == 1)
  }

  @Test func `an improvement is inconclusive if more processes than before are left behind`() throws
  {
    let judgement = try judging(steps: (100, 10), outside: (20, 20), left: (0, 1)).judgement()
    #expect(names(judgement) == ["cpu-time: inconclusive"])
    let moved = try #require(judgement.gated[0].outcome.result?.moved)
    #expect(moved.way == .leftBehind && moved.before == 0 && moved.after == 1)
    let same = try judging(steps: (100, 10), outside: (20, 20), left: (1, 1)).judgement()
    #expect(names(same) == ["cpu-time: improved"])
  }

  @Test func `an improvement is inconclusive if a service leaves more processes behind`()
    throws
  {
    let server = try #require(Metric.cpuTime.of(service: "server"))
    let left = try #require(Metric.outlivingProcesses.of(service: "server"))
    var judging = judging(steps: (10, 10), outside: (130, 46))
    judging.add("s", server, factor: 0.2, rounds: 10, value: 1e8)
    for round in 0..<10 { judging.add("s", "b", left, 1, round, .duet) }
    let judgement = try judging.judgement([Gate(metric: server)])
    #expect(names(judgement) == ["server.cpu-time: inconclusive"])
    let moved = try #require(judgement.gated[0].outcome.result?.moved)
    #expect(moved.way == .leftBehind && moved.before == 0 && moved.after == 1)
  }

  @Test func `whole runs take a share of the level, but runs without whole times take none`() throws
  {
    func p(_ judging: Judging) throws -> Double? {
      try judging.judgement().gated[0].outcome.result?.pValue
    }
    let wholes = judging(steps: (100, 103), outside: (20, 20))
    var before = Judging()
    before.runs = wholes.runs.filter { $0.measurements[.cpuTime] != nil }
    before.add("s", "a", .cpuTime, 1e8, 10, .solo)
    let alone = try #require(try p(before))
    // Holm over two tests, the smaller p of which is that of the steps.
    #expect(abs(try #require(try p(wholes)) - 2 * alone) < 1e-12)
    #expect(try wholes.judgement().guards.count == 1 && before.judgement().guards.isEmpty)
  }

  @Test func `whole runs ask for no more pairs`() throws {
    let noisy = judging(steps: (100, 100), outside: (20, 20.6), rounds: 15)
    let open = try OpenCells(
      noisy.analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)])
    #expect(open.names.allSatisfy { $0.metric == .cpuTime })
  }
}
