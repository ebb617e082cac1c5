import Analysis
import Metrics
import Recording
import Scenarios
import Testing

struct DriftTests {
  private let gates = [Gate(metric: .cpuTime)]

  private func drifts(
    _ stories: [String] = ["list"], times: Double, rounds: Int = 30, layouts: Int = 1
  ) throws -> [String] {
    var then = Judging()
    var now = Judging()
    now.layouts = layouts
    for story in stories {
      then.addNoisy(story, times: 1)
      now.addNoisy(story, times: story == "list" ? times : 1, rounds: rounds)
    }
    return try CellDrift.all(now.qualifying(), since: then.qualifying(), gates: gates)
      .map(\.now.name.story)
  }

  // Roots of scipy's quantiles: 2.141 for 30 pairs beside 30, 2.475 for 10, 2.342 for one of two.
  @Test func `noise that grew by more than chance explains is a drift`() throws {
    #expect(try drifts(times: 2.05).isEmpty)
    #expect(try drifts(times: 2.3) == ["list"])
    #expect(try drifts(times: 2.3, rounds: 10).isEmpty)
    #expect(try drifts(times: 2.6, rounds: 10) == ["list"])
    #expect(try drifts(["list", "other"], times: 2.3).isEmpty)
    #expect(try drifts(["list", "other"], times: 2.5) == ["list"])
  }

  @Test func `less than twice the noise is no drift, even if many pairs show it`() throws {
    // The quantile for 3,000 pairs beside 3,000 is 1.072, its root.
    #expect(try !DriftRule().hasDrifted(noise(1.9, 3000), from: noise(1, 3000), cells: 1))
    #expect(try DriftRule().hasDrifted(noise(2.1, 3000), from: noise(1, 3000), cells: 1))
  }

  @Test func `earlier noise below the harmless level counts as if it were at that level`() throws {
    // 0.09 and 0.15 %, beside twice the 0.05 % that do no harm.
    var rule = DriftRule()
    #expect(try !rule.hasDrifted(noise(0.3), from: noise(0.01), cells: 1))
    #expect(try rule.hasDrifted(noise(0.5), from: noise(0.01), cells: 1))
    rule.harmless = 1e-6
    #expect(try rule.hasDrifted(noise(0.3), from: noise(0.01), cells: 1))
  }

  @Test func `runs over several layouts are not tested for drift`() throws {
    #expect(try drifts(times: 9, layouts: 3).isEmpty)
  }

  @Test func `runs of another kind are not tested for drift`() throws {
    let then = Judging("list", factor: 1, kind: .solo)
    var now = Judging()
    now.addNoisy("list", times: 9)
    #expect(try CellDrift.all(now.qualifying(), since: then.qualifying(), gates: gates).isEmpty)
  }

  /// Noise of so many times 0.3 %, nearly.
  private func noise(_ times: Double, _ rounds: Int = 30) throws -> CellNoise {
    var judging = Judging()
    judging.addNoisy("list", times: times, rounds: rounds)
    return try #require(CellNoise.all(judging.qualifying(), gates: gates).first)
  }
}
