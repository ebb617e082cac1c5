import Analysis
import Metrics
import Recording
import Reports
import TestSupport
import Testing

struct RatioWordsTests {
  /// The ratio of measurements of one metric, in words.
  private func words(_ metric: Metric, _ a: [Double], _ b: [Double]) throws -> String {
    let runs = [("a", a), ("b", b)].flatMap { name, values in
      values.enumerated().map {
        Replay.run("command", on: name, round: $0 + 1, [metric: $1])
      }
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(
        stories: ["command"], builds: Replay.builds("a", "b"), rounds: a.count, source: .command),
      runs: runs)
    let row = try #require(Comparison.all(of: analysis).first?.rows.first)
    return try row.ratio.get().words(for: metric)
  }

  @Test func `the words fit the quantity`() throws {
    let (a, b) = ([100.0, 101, 99, 100, 100, 101, 99], [200.0, 202, 197, 201, 201, 201, 198])
    #expect(try words(.wallTime, a, b).hasPrefix("2.00"))
    #expect(try words(.wallTime, a, b).contains(" times as long ("))
    #expect(try words(.wallTime, b, a).hasPrefix("2.00"))
    #expect(try words(.wallTime, b, a).contains(" times as fast ("))
    #expect(try words(.cpuTime, b, a).contains(" times as long ("))
    let bytes = try words(.peakMemory, a.map { $0 * 1e5 }, b.map { $0 * 1e5 })
    #expect(bytes.contains(" times as much ("))
    #expect(try words(.peakCPU, a, b).contains(" times as much ("))
    #expect(try words(.minorFaults, a, b).contains(" times as many ("))
  }

  @Test func `four pairs show none, half a percent is too little, the surroundings are not tested`()
    throws
  {
    let four = try words(.wallTime, [100, 101, 99, 100], [200, 202, 197, 201])
    #expect(four.hasPrefix("no significant difference ("))
    let (a, b) = (Array(repeating: 1000.0, count: 9), Array(repeating: 1003.0, count: 9))
    #expect(try words(.wallTime, a, b).hasPrefix("below the noise floor ("))
    // Less than ten events more.
    let (few, more) = (Array(repeating: 76.0, count: 9), Array(repeating: 77.0, count: 9))
    #expect(try words(.minorFaults, few, more).hasPrefix("below the noise floor ("))
    #expect(
      try words(.meanCPU, a, a.map { $0 * 2 }).hasPrefix("no significant difference ("))
  }

  @Test func `an interval that holds 1 shows no difference, and none is claimed`() throws {
    #expect(
      try words(.wallTime, [100, 110, 90], [101, 109, 91]).hasPrefix("no significant difference ("))
  }
}
