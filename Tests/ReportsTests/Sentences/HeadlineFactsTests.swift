import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import SeededRandom
import Statistics
import TestSupport
import Testing

@testable import Reports

/// Every sentence on a judgement is held against the facts that it is made of, over judgements of all kinds: sizes,
/// noise, few and many pairs, crashes, what is missing, spoilt or put down to layout.
struct HeadlineFactsTests {
  @Test(arguments: 0..<240)
  func `headline and warnings agree with the cells of the judgement`(_ seed: Int) throws {
    var sample = GeneratedJudgement(seed: UInt64(seed))
    let judgement = try sample.judgement()
    let headline = Headline.sentence(judgement)
    let facts = Facts(judgement, headline)
    facts.checkGoodNews()
    try facts.checkNames()
    facts.checkCounts()
    facts.checkIntervals()
    facts.checkEfforts()
    facts.checkTimes()
    for warning in Headline.warnings(judgement) {
      #expect(
        !warning.contains("No regression") && !warning.contains("no difference"), "\(warning)")
    }
  }

  @Test(arguments: 0..<80)
  func `the last line on two candidates names both, the worse one first`(_ seed: Int) throws {
    var samples = [
      GeneratedJudgement(seed: UInt64(seed)), GeneratedJudgement(seed: UInt64(seed) + 1000),
    ]
    let judgements = try [samples[0].judgement("b"), samples[1].judgement("c")]
    let closing = try #require(Headline.closing(judgements))
    for judgement in judgements {
      #expect(closing.contains("\(judgement.candidate): \(Headline.sentence(judgement))"))
    }
    let gravest = judgements[1].outcome > judgements[0].outcome ? "c: " : "b: "
    #expect(closing.hasPrefix(gravest), "\(judgements.map(\.outcome)): \(closing)")
    #expect(Headline.closing([judgements[0]]) == nil)
  }

  @Test(arguments: 0..<120)
  func `the statement on a metric never contradicts its interval`(_ seed: Int) throws {
    var sample = GeneratedJudgement(seed: UInt64(seed) + 5000)
    let comparison = Comparison(try sample.analysis("b"), baseline: "a", candidate: "b")
    for statement in Headline.statements(comparison, metrics: [.cpuTime, .peakMemory, .wallTime]) {
      guard case .success(let ratio)? = comparison.overall[statement.metric] else { continue }
      let excludes = ratio.estimate.lower > 1 || ratio.estimate.upper < 1
      #expect(!statement.value.hasPrefix("no ") || !excludes, "\(statement.sentence)")
      #expect(!statement.value.contains("by itself") || excludes, "\(statement.sentence)")
    }
  }
}

/// A judgement with the sentence that was made of it.
private struct Facts {
  let judgement: Judgement
  let headline: String

  init(_ judgement: Judgement, _ headline: String) {
    (self.judgement, self.headline) = (judgement, headline)
  }

  private func words(_ word: String) -> [JudgedCell] { judgement.gated.filter { $0.word == word } }

  /// Good news is said only where all is decided, and nothing is bad.
  func checkGoodNews() {
    let isGood =
      judgement.outcome == .passed && judgement.failures.isEmpty && judgement.undecided.isEmpty
      && judgement.missing == nil
    #expect(!headline.contains("No regression") || isGood, "\(headline)")
    for cell in judgement.gated where cell.outcome.verdict == .regressed {
      #expect(headline.contains("Regressed") || headline.contains("Above budget"), "\(cell.name)")
    }
    if !judgement.undecided.isEmpty, judgement.outcome == .inconclusive {
      let openings = ["Not decided", "Layout suspect", "Nothing on ", "Nothing is decided"]
      #expect(openings.contains { headline.hasPrefix($0) }, "\(headline)")
    }
    if judgement.missing != nil {
      #expect(headline.hasPrefix("Nothing is decided: "), "\(headline)")
    }
  }

  /// Of each kind that decides the status the greatest is named first, and those that are not named are counted.
  func checkNames() throws {
    let isBad =
      !judgement.failures.isEmpty
      || ["regressed", "above budget", "missing"].contains { !words($0).isEmpty }
    var kinds = [
      ("regressed", "Regressed"), ("above budget", "Above budget"), ("missing", "Not comparable"),
    ]
    if !isBad { kinds += [("inconclusive", "Not decided"), ("layout suspect", "Layout suspect")] }
    for (word, heading) in kinds {
      let cells = words(word)
      // What may be code that moved is told under a heading of its own, and nothing else is.
      let unchecked = cells.filter { word == "regressed" && $0.uncheckedLayout != nil }
      let others = cells.filter { !unchecked.contains($0) }
      for (heading, cells) in [
        (heading, others), ("\(heading) (layout not checked)", unchecked),
      ] {
        guard !cells.isEmpty else {
          #expect(!headline.contains("\(heading): "), "\(headline)")
          continue
        }
        let start = try #require(headline.firstRange(of: "\(heading): "), "\(headline)")
        let clause = headline[start.upperBound...]
        let named = cells.count { clause.contains($0.change) && clause.contains($0.name.story) }
        #expect(named >= min(3, cells.count), "\(heading): \(headline)")
        if cells.count > 3 {
          #expect(clause.contains("and \(cells.count - 3) more"), "\(headline)")
        }
      }
    }
    for failure in judgement.failures.prefix(3) {
      #expect(headline.contains(failure.story), "\(headline)")
    }
    let own = judgement.failures.filter { !$0.isOfTool }
    #expect(
      headline.contains("Wrong outcome: ")
        == (!judgement.failures.isEmpty && judgement.failures.allSatisfy { $0.wrong != nil }),
      "\(headline)")
    for wrong in own.prefix(3).compactMap(\.wrong) {
      #expect(headline.contains(wrong.objection) && headline.contains(wrong.step), "\(headline)")
    }
  }

  /// Each number of cells in the sentence is that of the table's rows.
  func checkCounts() {
    for match in headline.matches(
      of:
        /(\d+) (?:of (?:all )?(\d+) cells? )?(unchanged, proven|same work, proven|unchanged|within the gate|within budget|improved|layout suspect|inconclusive|unproven|new)\b/
    ) {
      let count = Int(match.1) ?? 0
      #expect(words(String(match.3)).count == count, "\(match.0) of \(headline)")
      if let all = match.2 { #expect(Int(all) == judgement.gated.count, "\(headline)") }
    }
    if let match = headline.firstMatch(of: /all (\d+) cells ([a-z ]+)[.,]/) {
      #expect(Int(match.1) == judgement.gated.count)
      #expect(words(String(match.2)).count == judgement.gated.count, "\(headline)")
    }
  }

  /// A word that says that nothing changed stands beside no interval that says otherwise.
  func checkIntervals() {
    for cell in judgement.gated + judgement.others {
      guard let result = cell.outcome.result, case .ratio(let ratio) = result.value else {
        continue
      }
      let excludes = ratio.lower > 1 || ratio.upper < 1
      switch cell.word {
      case "unchanged": #expect(!excludes, "\(cell.clause)")
      case "regressed", "more": #expect(ratio.lower > 1, "\(cell.clause)")
      case "improved", "less": #expect(ratio.upper < 1, "\(cell.clause)")
      default: break
      }
      // Below the number that the signed rank needs nothing is shown, as notes on time say.
      if case .pairs(let count) = result.evidence, cell.gate != nil,
        count < PairForecast.fewest(showingAt: judgement.rule.alpha / Double(judgement.testCount))
      {
        #expect(![.regressed, .improved].contains(result.verdict), "\(cell.clause)")
      }
    }
  }

  /// What would decide a cell is more than what there is, and is told of no cell that is decided.
  func checkEfforts() {
    for cell in judgement.gated + judgement.others {
      guard let result = cell.outcome.result, let deciding = result.deciding else { continue }
      #expect(result.verdict == .inconclusive && result.controlMove == nil && result.moved == nil)
      #expect(deciding.pairs > result.evidence.count)
    }
    let open = words("inconclusive")
    if headline.contains("would decide") {
      #expect(
        !open.isEmpty && open.allSatisfy { $0.outcome.result?.deciding != nil }, "\(headline)")
    }
  }

  /// A story that waits or uses several CPUs is named exactly if no gate is on its wall time.
  func checkTimes() {
    for time in judgement.ungatedTimes {
      #expect(time.rhythm.kind != nil)
      #expect(
        !judgement.gated.contains { $0.name.story == time.story && $0.name.metric == .wallTime })
    }
    #expect(headline.contains("and its wall time has no gate") == !judgement.ungatedTimes.isEmpty)
  }
}

/// Runs as they may come, by a seed.
private struct GeneratedJudgement {
  private var random: SplitMix64
  private let metrics: [Metric] = [.cpuTime, .peakMemory, .wallTime]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func draw(_ values: [Double]) -> Double {
    values[Int(random.next() % UInt64(values.count))]
  }
  private mutating func draw() -> Double { Double(random.next() >> 11) / Double(1 << 53) }

  mutating func judgement(_ candidate: String = "b") throws -> Judgement {
    let analysis = try analysis(candidate)
    var gates = [Gate(metric: .cpuTime)]
    if draw() < 0.6 { gates.append(Gate(metric: .peakMemory, limit: .change(0.03))) }
    if draw() < 0.3 { gates.append(Gate(metric: .wallTime, limit: .change(0.1))) }
    if draw() < 0.2 { gates.append(Gate(metric: .peakMemory, limit: .budget(draw([60e6, 70e6])))) }
    return try Judgement(
      analysis, baseline: "a", candidate: candidate, gates: gates,
      rule: analysis.experiment.decision?.rule ?? .standard)
  }

  mutating func analysis(_ candidate: String) throws -> ExperimentAnalysis {
    let stories = (0...Int(random.next() % 5)).map { "story\($0)" }
    let pairs = Int(draw([2, 3, 4, 5, 8, 10, 12, 20]))
    var rule = DecisionRule.standard
    if draw() < 0.4 {
      rule = .adaptive
      // From five pairs on, cells are only looked at before the first analysis.
      if pairs < 5 { rule.interims = try InterimSchedule(pairs: [pairs]) }
    }
    var runs: [Run] = []
    for story in stories {
      let growth = draw([0.8, 0.95, 0.995, 1, 1, 1, 1.004, 1.012, 1.05, 1.3])
      let noise = draw([0, 0.0005, 0.003, 0.02, 0.1])
      let isCrashing = draw() < 0.06
      let failure: RunFailure.Reason = draw() < 0.5 ? .crashed : .wrongOutcome
      let hasMemory = draw() > 0.06
      let isCounted = draw() < 0.3
      for round in 1...pairs {
        for build in ["a", candidate] {
          var values: [Metric: Double] = [:]
          for metric in metrics {
            let base = metric == .peakMemory ? 64e6 : 1e8
            let factor = build == "a" ? 1 : metric == .peakMemory ? 1 + (growth - 1) / 4 : growth
            values[metric] = base * factor * (1 + noise * (draw() - 0.5))
          }
          if !hasMemory { values[.peakMemory] = nil }
          let failed = isCrashing && build != "a" && round == pairs
          var run = Replay.run(
            story, on: build, round: round, values, failed: failed ? failure : nil)
          run.startedAt = Date(timeIntervalSince1970: Double(round * 20 + (build == "a" ? 0 : 3)))
          runs.append(run)
          if isCounted, round <= 3 {
            runs.append(
              Replay.run(story, on: build, kind: .counted, round: round, [.instructions: 1e9]))
          }
        }
      }
    }
    var experiment = Replay.experiment(
      stories: stories, builds: Replay.builds("a", candidate), rounds: pairs)
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: candidate, rule: rule)
    if draw() < 0.3 {
      let share = draw([0.02, 0.9, 1.9])
      experiment.decision?.rhythms = [stories[0]: Rhythm(cpu: share * 1e8, wall: 1e8)]
    } else {
      experiment.decision?.rhythms = [:]
    }
    if draw() < 0.1 {
      experiment.decision?.control = Decision.Control(story: stories[0], isCopy: true)
      for round in 1...10 {
        for (build, cost) in [("a", 1e8), (Decision.copy(of: "a"), 1.05e8)] {
          runs.append(
            Replay.run(
              stories[0], on: build, kind: .control, round: round,
              [.cpuTime: cost * (1 + 0.001 * draw())]))
        }
      }
    }
    return ExperimentAnalysis(experiment, runs: runs)
  }
}
