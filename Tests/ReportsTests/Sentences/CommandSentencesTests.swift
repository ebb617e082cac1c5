import Analysis
import Metrics
import Recording
import Reports
import Statistics
import TestSupport
import Testing

/// The sentences that `measure` ends with.
struct CommandSentencesTests {
  private func analysis(
    _ commands: [(name: String, times: [Double])], isComplete: Bool = true
  ) -> ExperimentAnalysis {
    let runs = commands.flatMap { command in
      command.times.enumerated().map {
        Replay.run(
          "command", on: command.name, round: $0 + 1, [.wallTime: $1 * 1e6, .peakMemory: 1.5e6])
      }
    }
    var experiment = Replay.experiment(
      number: 1, stories: ["command"], builds: commands.map { $0.name },
      rounds: commands[0].times.count)
    experiment.source = .command
    if !isComplete { experiment.completedAt = nil }
    return ExperimentAnalysis(experiment, runs: runs)
  }

  private func sentences(_ commands: [(name: String, times: [Double])]) -> [String] {
    let analysis = analysis(commands)
    return CommandSentences.sentences(analysis, Comparison.all(of: analysis))
  }

  private let fast = [10.0, 11, 10, 11, 10, 11, 10, 11, 10, 11]
  private let slow = [20, 22.2, 20.1, 22, 20.05, 22.1, 20, 22.2, 20.1, 22]

  @Test func `the sentence on one command gives its mean time with the interval, and its memory`() {
    // Mean 10.5, deviation 0.52705, error 0.16667, t(0.975, 9) = 2.26216: half a width of 0.37703.
    #expect(
      sentences([("sleep 1", fast)]) == [
        "'sleep 1' took 10.50 ms on average (10.12 to 10.88), and 1.5 MB of memory at its peak."
      ])
    #expect(
      sentences([("sleep 1", [1000])])
        == ["'sleep 1' took 1 s, and 1.5 MB of memory at its peak."])
  }

  @Test func `the sentence on two commands names the faster one, in either order`() {
    #expect(
      sentences([("a", fast), ("b", slow)])
        == ["'a' is 2.0065 times as fast as 'b' (1.9998 to 2.0133)."])
    let turned = sentences([("b", slow), ("a", fast)])
    #expect(turned == ["'a' is 2.0065 times as fast as 'b' (1.9998 to 2.0133)."])
  }

  @Test func `several commands are each compared with the first, and the fastest comes first`() {
    let found = sentences([("a", slow), ("b", slow.map { $0 * 3 }), ("c", fast)])
    #expect(found.count == 2)
    #expect(found[0].hasPrefix("'c' is 2.0065 times as fast as 'a' ("))
    #expect(found[1].hasPrefix("'a' is 3 times as fast as 'b' ("))
  }

  @Test func `the verdict on time does not depend on the other metrics`() {
    // Eight pairs as of 'sleep 0.05' and 'sleep 0.1', beside metrics that tell nothing.
    let times = [50.9, 51.2, 50.8, 53.0, 51.1, 51.0, 50.9, 51.3]
    var runs: [Run] = []
    for (round, time) in times.enumerated() {
      for (name, factor) in [("a", 1.0), ("b", 1.96)] {
        var metrics: [Metric: Double] = [.wallTime: (time * factor + Double(round % 3)) * 1e6]
        for metric in [
          Metric.peakMemory, .lowestMemory, .treePeakMemory, .minorFaults, .voluntarySwitches,
          .cpuTime,
        ] { metrics[metric] = 1e6 + Double((round * 7 + (name == "a" ? 1 : 3)) % 5) }
        runs.append(Replay.run("command", on: name, round: round + 1, metrics))
      }
    }
    var experiment = Replay.experiment(
      number: 1, stories: ["command"], builds: ["a", "b"], rounds: 8)
    experiment.source = .command
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    let comparisons = Comparison.all(of: analysis)
    let found = CommandSentences.sentences(analysis, comparisons)
    #expect(found.count == 1 && found[0].hasPrefix("'a' is 1.9"), "\(found)")
    #expect(comparisons[0].testCount == 1 && comparisons[0].testsMetricsApart)
    let row = comparisons[0].rows.first { $0.metric == .wallTime }
    // 2 · 2⁻⁸ of the signed rank, and not seven times as much.
    #expect((try? row?.ratio.get().pValue) == 0.0078125)
  }

  @Test func `the p values of several commands are adjusted together`() {
    let six = [("a", 1.0), ("b", 1.5), ("c", 1.0)].map { name, factor in
      (name: name, times: [10.0, 10.1, 9.9, 10.2, 10, 10.1].map { $0 * factor })
    }
    // Of two others the p of the one that differs, 2 · 2⁻⁶, counts twice: 0.0625.
    expectSnapshot(
      sentences(six), named: "too-few-runs", stating: "'b' seems", "1.5 to 1.5 times", "6 runs",
      "--runs 7")
  }

  @Test(arguments: 2...12)
  func `no sentence denies a difference if the interval excludes 1`(_ count: Int) throws {
    for factor in [0.5, 0.97, 1.0, 1.02, 2] {
      let a = (0..<count).map { 100 + Double(($0 * 7) % 5) / 10 }
      let b = a.enumerated().map { $1 * factor + Double(($0 * 3) % 4) / 10 }
      let analysis = analysis([("a", a), ("b", b)])
      let comparisons = Comparison.all(of: analysis)
      let sentence = CommandSentences.sentences(analysis, comparisons)[0]
      let row = try #require(comparisons[0].rows.first { $0.metric == .wallTime })
      let ratio = try row.ratio.get()
      let excludes = ratio.estimate.lower > 1 || ratio.estimate.upper < 1
      #expect(!sentence.hasPrefix("No ") || !excludes, "\(sentence)")
      #expect(!sentence.contains("seems") || excludes, "\(sentence)")
    }
  }

  @Test func `a gate never contradicts the sentence before it`() throws {
    for count in 2...12 {
      let a = (0..<count).map { 100 + Double(($0 * 7) % 5) / 10 }
      let analysis = analysis([("a", a), ("b", a.map { $0 * 2 })])
      let sentence = CommandSentences.sentences(analysis, Comparison.all(of: analysis))[0]
      let gate = try CommandSentences.sentences(
        CommandGate(analysis, allowed: 0.05, isStrict: false))[0]
      #expect(
        !gate.hasPrefix("Too slow") || sentence.hasPrefix("'a' is 2 times"),
        "\(count): \(sentence) \(gate)")
      #expect(gate.hasPrefix("Too slow") || count < 10, "\(gate)")
    }
  }

  @Test func `sentences claim no difference that is not shown`() {
    #expect(
      sentences([("a", [100, 110, 90]), ("b", [101, 109, 91])])[0].hasPrefix(
        "No significant difference in time between 'a' and 'b' ("))
    let (a, b) = (Array(repeating: 1000.0, count: 9), Array(repeating: 1003.0, count: 9))
    #expect(
      sentences([("a", a), ("b", b)])[0].hasPrefix(
        "'b' takes as long as 'a', to within the noise floor ("))
    #expect(
      sentences([("a", [1]), ("b", [2])])
        == ["'b' can't be compared with 'a': it needs 2 pairs or more, and has 1."])
  }

  @Test(arguments: [
    (1.2, "Too slow: 'b' takes +20", Outcome.regression), (1.0, "Fast enough: 'b' takes", .passed),
    (0.8, "Fast enough: 'b' takes", .passed),
  ])
  func `a gate says if a command is slower than the first by more than is allowed`(
    _ ratio: Double, _ words: String, _ outcome: Outcome
  ) throws {
    let noise = [1.0, 1.001, 0.999, 1.0005, 0.9995, 1.0002, 0.9998, 1.0008, 0.9992, 1.0001]
    let analysis = analysis([
      ("a", Array(repeating: 100, count: 10)), ("b", noise.map { 100 * ratio * $0 }),
    ])
    let gate = try CommandGate(analysis, allowed: 0.05, isStrict: false)
    #expect(gate.outcome == outcome)
    let sentences = CommandSentences.sentences(gate)
    #expect(sentences.count == 1 && sentences[0].hasPrefix(words), "\(sentences)")
    #expect(sentences[0].contains("+5 % is allowed"))
  }

  @Test func `an inconclusive gate passes unless it is strict, and a missing result never passes`()
    throws
  {
    let analysis = self.analysis([
      ("a", Array(repeating: 100, count: 10)),
      ("b", [90, 130, 95, 125, 100, 120, 85, 135, 99, 118]),
    ])
    #expect(try CommandGate(analysis, allowed: 0.05, isStrict: false).outcome == .passed)
    let strict = try CommandGate(analysis, allowed: 0.05, isStrict: true)
    #expect(strict.outcome == .inconclusive)
    #expect(CommandSentences.sentences(strict)[0].hasPrefix("Inconclusive: 'b' takes +"))
    let missing = self.analysis([("a", [100, 101]), ("b", [])])
    #expect(try CommandGate(missing, allowed: 0.05, isStrict: false).outcome == .notComparable)
    let alone = self.analysis([("a", [100, 101])])
    #expect(try CommandGate(alone, allowed: 0.05, isStrict: false).outcome == .notComparable)
  }

  @Test(arguments: [0.8, 1, 1.2])
  func `measurements that were interrupted have no verdict, and that is said first`(
    _ ratio: Double
  ) throws {
    let noise = [1.0, 1.001, 0.999, 1.0005, 0.9995, 1.0002, 0.9998, 1.0008, 0.9992, 1.0001]
    let analysis = analysis(
      [("a", Array(repeating: 100, count: 10)), ("b", noise.map { 100 * ratio * $0 })],
      isComplete: false)
    let found = CommandSentences.sentences(analysis, Comparison.all(of: analysis))
    #expect(found.count == 2 && found[0] == "Not complete: measuring has not ended. So far:")
    let gate = try CommandGate(analysis, allowed: 0.05, isStrict: false)
    let sentences = CommandSentences.sentences(gate)
    let opening = "Nothing is decided: measuring has not ended. So far: 'b' takes "
    #expect(sentences.count == 1 && sentences[0].hasPrefix(opening), "\(sentences)")
    #expect(sentences[0].hasSuffix(" against 'a'; +5 % is allowed."))
    // Below the costs, which say so already, it is not said again.
    let all = CommandSentences.sentences(analysis, Comparison.all(of: analysis), gate)
    #expect(all.dropLast() == found[...] && all[2].hasPrefix("'b' takes "), "\(all)")
    #expect(sentences[0].hasSuffix(" So far: \(all[2])"))
    let alone = self.analysis([("sleep 1", fast)], isComplete: false)
    #expect(CommandSentences.sentences(alone, []).first == found[0])
  }

  @Test func `several commands share one false alarm rate`() throws {
    let analysis = self.analysis([("a", fast), ("b", fast), ("c", fast)])
    let gate = try CommandGate(analysis, allowed: 0, isStrict: false)
    #expect(gate.judgements.map(\.rule.alpha) == [0.005, 0.005])
    #expect(gate.judgements.map(\.candidate) == ["b", "c"])
  }
}
