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
  @Test func `noise beyond what chance makes of it is a drift`() throws {
    #expect(try drifts(times: 2.05).isEmpty)
    #expect(try drifts(times: 2.3) == ["list"])
    #expect(try drifts(times: 2.3, rounds: 10).isEmpty)
    #expect(try drifts(times: 2.6, rounds: 10) == ["list"])
    #expect(try drifts(["list", "other"], times: 2.3).isEmpty)
    #expect(try drifts(["list", "other"], times: 2.5) == ["list"])
  }

  @Test func `many pairs show less than twice the noise, which is no drift`() throws {
    // The quantile for 3,000 pairs beside 3,000 is 1.072, its root.
    #expect(try !DriftRule().hasDrifted(noise(1.9, 3000), from: noise(1, 3000), cells: 1))
    #expect(try DriftRule().hasDrifted(noise(2.1, 3000), from: noise(1, 3000), cells: 1))
  }

  @Test func `noise that does no harm counts as no less`() throws {
    // 0.09 and 0.15 %, beside twice the 0.05 % that do no harm.
    var rule = DriftRule()
    #expect(try !rule.hasDrifted(noise(0.3), from: noise(0.01), cells: 1))
    #expect(try rule.hasDrifted(noise(0.5), from: noise(0.01), cells: 1))
    rule.harmless = 1e-6
    #expect(try rule.hasDrifted(noise(0.3), from: noise(0.01), cells: 1))
  }

  @Test func `of several layouts nothing is said`() throws {
    #expect(try drifts(times: 9, layouts: 3).isEmpty)
  }

  @Test func `another kind of runs is not compared`() throws {
    var then = Judging()
    then.add("list", factor: 1, kind: .solo)
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
