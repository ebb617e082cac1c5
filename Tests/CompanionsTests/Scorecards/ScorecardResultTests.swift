import Analysis
import Charts
import Foundation
import Metrics
import Recording
import Scenarios
import Scorecards
import Store
import Tables
import TestSupport
import Testing

struct ScorecardResultTests {
  private static func card(_ weights: String = "weight: 1", stories: String = "") throws
    -> Scorecard
  {
    try ScorecardReader.parse(
      """
      scorecard: s
      alternatives: { swift: { measurements: s.csv }, objc: { measurements: o.csv } }
      criteria:
        memory: { metric: peak-memory, \(weights)\(stories) }
        cpu: { metric: peak-cpu, \(weights)\(stories) }
      """, file: "s.yml")
  }

  /// The runs of 2015, a file an alternative.
  private static func of2015() throws -> [String: AlternativeMeasurements] {
    var measurements: [String: AlternativeMeasurements] = [:]
    for build in ["swift", "objc"] {
      let file = "\(build)_measurements.csv"
      var imported = ImportedMeasurements()
      try imported.add(Results2015.text(of: file), file: file, build: build)
      let analysis = ExperimentAnalysis(
        Replay.experiment(
          stories: imported.stories, builds: Replay.builds(build), rounds: imported.rounds,
          source: .import), runs: imported.runs)
      measurements[build] = AlternativeMeasurements(analysis, build: build)
    }
    return measurements
  }

  private func near(_ found: Double, _ expected: Double) -> Bool {
    abs(found - expected) <= 1e-12 * abs(expected)
  }

  /// By scipy: story by story the logarithm of the ratio of means with its error, their mean with
  /// Satterthwaite's degrees, and the weighted sum of its ends.
  @Test func `the result for Swift against Objective-C in 2015 matches scipy`() throws {
    let result = try ScorecardResult(Self.card(), Self.of2015())
    let pair = try #require(result.orientedPairs.first)
    #expect(result.card.alternatives[pair.better].name == "objc")
    let (memory, cpu) = (pair.product.logRatios[0], pair.product.logRatios[1])
    #expect(near(exp(-memory.value), 1.0667339484597678))
    #expect(near(exp(-memory.range.upperBound), 1.0379575382812258))
    #expect(near(exp(-memory.range.lowerBound), 1.0963081579241407))
    #expect(near(exp(-cpu.value), 0.7908428105998451))
    #expect(near(exp(-cpu.range.upperBound), 0.7216477523544486))
    #expect(near(exp(-cpu.range.lowerBound), 0.8666726239178689))
    #expect(near(exp(-pair.product.logScore), 0.9184872747960054))
    #expect(near(exp(-pair.product.overValues.upperBound), 0.8654708109116118))
    #expect(near(exp(-pair.product.overValues.lowerBound), 0.9747513877141598))
    #expect(near(try #require(pair.product.turningShares[0]), 0.7841271693177672))
    #expect(result.confidenceLevel == 0.95)
    #expect(result.reservations == [.imported(["memory", "cpu"])])
    #expect(result.ranking?.winner == 1 && result.ranking?.ranks == [2...2, 1...1])
  }

  @Test func `with weights of 1 to 3 no order of Swift and Objective-C is shown`() throws {
    let result = try ScorecardResult(Self.card("weight: 1 to 3"), Self.of2015())
    let product = try #require(result.orientedPairs.first).product
    #expect(product.order == .openByWeights)
    #expect(near(exp(-product.overAll.lowerBound), 1.0337446001304724))
    #expect(near(exp(-product.overAll.upperBound), 0.7902942903898184))
    #expect(result.ranking?.ranks == [1...2, 1...2] && result.ranking?.winner == nil)
  }

  @Test func `a missing measurement is reported at its criterion`() throws {
    func mistake(_ stories: String) throws -> String {
      do {
        _ = try ScorecardResult(Self.card(stories: stories), Self.of2015())
        return ""
      } catch let error as InvalidScenario {
        return error.description
      }
    }
    #expect(
      try mistake(", stories: [US6]")
        == "s.yml:4:3: there is no story 'US6'; allowed: US1, US2, US3A, US3B, US4A, US4B, US5, US7. "
        + "Did you mean 'US1'?")
    var measurements = try Self.of2015()
    let swift = try #require(measurements["swift"]).analysis
    measurements["swift"] = AlternativeMeasurements(
      ExperimentAnalysis(swift.experiment, runs: swift.runs.filter { $0.story != "US5" }),
      build: "swift")
    let error = #expect(throws: InvalidScenario.self) {
      try ScorecardResult(Self.card(), measurements)
    }
    #expect(
      error?.description
        == "s.yml:4:3: 'swift' has no measurements of 'peak-memory' in the story 'US5'; allowed: "
        + "'stories' that all alternatives have.")
    #expect(throws: Never.self) {
      try ScorecardResult(Self.card(stories: ", stories: [US1, US7]"), measurements)
    }
  }

  @Test func `failed runs of an alternative are told wherever its values are`() throws {
    var measurements = try Self.of2015()
    let swift = try #require(measurements["swift"]).analysis
    let crashed = ["US1", "US5", "US5"].enumerated().map { index, story in
      Replay.run(story, on: "swift", round: 1000 + index, failed: .crashed)
    }
    measurements["swift"] = AlternativeMeasurements(
      ExperimentAnalysis(swift.experiment, runs: swift.runs + crashed), build: "swift")
    let result = try ScorecardResult(Self.card(), measurements)
    let runs = swift.runs.count + 3
    #expect(result.failedRuns.map { $0?.count } == [3, 0] && result.failedRuns[0]?.of == runs)
    let words = "3 of \(runs) runs of swift failed"
    let sentences = ScorecardText.sentences(result)
    #expect(sentences.dropFirst() == ["\(words); its values come from the others."])
    #expect(try RatioChart(result).note.hasSuffix("; \(words)"))
    let tables = try Table.scorecard(result).map { TextTableRenderer(width: 80).rendered($0) }
    let row = try #require(
      tables.joined().split(separator: "\n").first { $0.hasPrefix("Failed runs") })
    #expect(row.contains("3 of \(runs)") && row.contains(" 0 of "))
    let document = try JSONSerialization.jsonObject(
      with: JSONEncoder().encode(ScorecardDocument(result, of: result)))
    let all = (document as? [String: Any])?["alternatives"] as? [[String: Any]]
    let own = try #require(all?.first { $0["name"] as? String == "swift" })
    #expect(own["failedRuns"] as? Int == 3 && own["runs"] as? Int == runs)
    // A story that is not weighed does not count.
    let some = try ScorecardResult(Self.card(stories: ", stories: [US1, US7]"), measurements)
    #expect(some.failedRuns.map { $0?.count } == [1, 0])
  }

  @Test(arguments: [
    ("1004", RatioMarker.same, ["better", "negligible"]),
    ("1020", .better, ["better", "better"]), ("900 to 1200", .open, ["open", "open"]),
  ])
  func `the chart calls a score what the sentences call it`(
    _ other: String, _ marker: RatioMarker, _ words: [String]
  ) throws {
    let card = try ScorecardReader.parse(
      """
      scorecard: s
      alternatives: { a: {}, b: {} }
      criteria: { x: { weight: 1, better: lower, scores: { a: 1000, b: \(other) } } }
      """, file: "s.yml")
    let rows = try RatioChart(try ScorecardResult(card, [:])).sections[0].rows
    #expect(rows.map(\.label) == ["x, 100.0 %", "score"])
    #expect(rows[1].marker == marker && rows.map(\.verdict) == words)
  }

  /// By scipy: Yuen's interval of the trimmed mean of twelve pairs of geometric means over two stories.
  @Test func `runs of one experiment are compared as pairs`() throws {
    var runs: [Run] = []
    for round in 0..<12 {
      let i = Double(round)
      let values = [
        ("a", "x", 100 + i), ("a", "y", 200 + Double(round * 7 % 5)),
        ("b", "x", 110 + i + Double(round * 5 % 7) * 0.5), ("b", "y", 198 + Double(round * 3 % 4)),
      ]
      for (build, story, value) in values {
        runs.append(Replay.run(story, on: build, round: round + 1, [.cpuTime: value]))
      }
    }
    var experiment = Replay.experiment(
      stories: ["x", "y"], builds: Replay.builds("a", "b"), rounds: 12)
    experiment.number = 7
    experiment.completedAt = experiment.startedAt
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    let card = try ScorecardReader.parse(
      """
      scorecard: s
      alternatives: { a: { experiment: e }, b: { experiment: e } }
      criteria: { cpu: { metric: cpu-time, weight: 3 } }
      """, file: "s.yml")
    let result = try ScorecardResult(
      card,
      [
        "a": AlternativeMeasurements(analysis, build: "a"),
        "b": AlternativeMeasurements(analysis, build: "b"),
      ])
    let pair = try #require(result.orientedPairs.first)
    #expect(pair.better == 0 && pair.product.order == .first)
    #expect(near(pair.product.logScore, 0.046227423022193806))
    #expect(near(pair.product.overValues.lowerBound, 0.042630967226521474))
    #expect(near(pair.product.overValues.upperBound, 0.04982387881786614))
    #expect(result.reservations.isEmpty)
    // The same runs under another number are of another time, and see less.
    var later = experiment
    later.number = 8
    let apart = try ScorecardResult(
      card,
      [
        "a": AlternativeMeasurements(analysis, build: "a"),
        "b": AlternativeMeasurements(ExperimentAnalysis(later, runs: runs), build: "b"),
      ])
    #expect(apart.reservations == [.acrossExperiments(["cpu"])])
    let wide = try #require(apart.orientedPairs.first).product.overValues
    #expect(wide.upperBound - wide.lowerBound > 0.0072)
    // Of measuring that has not ended, programs are told, too.
    later.completedAt = nil
    let open = try ScorecardResult(
      card,
      [
        "a": AlternativeMeasurements(analysis, build: "a"),
        "b": AlternativeMeasurements(ExperimentAnalysis(later, runs: runs), build: "b"),
      ])
    #expect(open.reservations == [.unfinished(["b"]), .acrossExperiments(["cpu"])])
    let document = try JSONSerialization.jsonObject(
      with: JSONEncoder().encode(ScorecardDocument(open, of: open)))
    let sentences = (document as? [String: Any])?["sentences"] as? [String]
    #expect(
      sentences?.contains("'b': measuring has not ended, so more runs may change the values.")
        == true, "\(String(describing: sentences))")
  }

  @Test
  func `judged criteria become ratios in either direction, and three alternatives share the level`()
    throws
  {
    let card = try ScorecardReader.parse(
      """
      scorecard: s
      alternatives: { a: {}, b: {}, c: {} }
      criteria:
        price: { weight: 1, scores: { a: 10, b: 20, c: 18 to 22 }, better: lower }
        speed: { weight: 1, scores: { a: 3, b: 3, c: [2, 4] }, better: higher }
      """, file: "s.yml")
    let result = try ScorecardResult(card, [:])
    #expect(near(1 - result.confidenceLevel, 0.05 / 3))
    #expect(result.ranking?.ranks == [1...1, 2...3, 2...3])
    #expect(result.ranking?.winner == 0)
    let pairs = result.orientedPairs
    // √(20/10 · 3/3), and √(18/10 · 3/4) to √(22/10 · 3/2).
    #expect(near(exp(pairs[0].product.logScore), 2.0.squareRoot()))
    let last = try #require(pairs.first { [$0.better, $0.worse] == [0, 2] })
    #expect(near(exp(last.product.overAll.lowerBound), 1.35.squareRoot()))
    #expect(near(exp(last.product.overAll.upperBound), 3.3.squareRoot()))
    let open = try #require(pairs.first { $0.better != 0 })
    #expect(open.product.order == .openByValues)
    #expect(open.product.leastKnown?.criterion == 1)
    #expect(result.values[0][2] == .judged(try Amount(from: 18, to: 22), unit: ""))
  }
}
