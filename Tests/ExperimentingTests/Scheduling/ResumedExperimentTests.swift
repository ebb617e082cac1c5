import Experimenting
import Metrics
import Recording
import Running
import Scenarios
import TestSupport
import Testing

/// Experiments of pairs that were interrupted, at each pair where that can be.
@Suite struct ResumedExperimentTests {
  /// What an experiment came to.
  private struct Result: Equatable {
    var places: [String] = []
    var values: [Double?] = []
    var interims: [String] = []
    var rounds = 0
    var decision: Decision?
  }

  /// A way to go through an experiment.
  struct Course: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var stories = ["steady", "noisy", "crashing"]
    var rule = DecisionRule.adaptive
    var rounds = 60
    var limit: Duration?
    /// How many runs there are before the pairs.
    var before = 0
    /// Whether pairs take longer than the first two rounds have shown.
    var isSlow = false
    /// Whether pairs take half the time after the first round.
    var isAtOnce = false
    /// Whether the baseline has pairs with its copy.
    var hasControl = false

    static let all = [
      Course(testDescription: "adaptive"),
      Course(testDescription: "adaptive, after runs for memory", before: 4),
      Course(testDescription: "a fixed number of pairs", rule: .standard, rounds: 12),
      Course(testDescription: "adaptive, in limited time", limit: .seconds(100)),
      Course(
        testDescription: "a fixed number of pairs, in limited time", rule: .standard, rounds: 30,
        limit: .seconds(40)),
      Course(testDescription: "adaptive, in time for few", stories: ["noisy"], limit: .seconds(12)),
      Course(
        testDescription: "adaptive, until the time is over", stories: ["noisy"],
        limit: .seconds(61), isSlow: true),
      Course(testDescription: "adaptive, with a control", hasControl: true),
      Course(
        testDescription: "a few pairs, with a control", rule: .standard, rounds: 6,
        hasControl: true),
      Course(
        testDescription: "adaptive, in limited time with a control", limit: .seconds(100),
        hasControl: true),
      Course(
        testDescription: "adaptive, in limited time with a control, two at once",
        limit: .seconds(70), isAtOnce: true, hasControl: true),
    ]
  }

  private static func pairs(_ course: Course) -> ScriptedPairs {
    let pairs = ScriptedPairs()
    if course.isSlow { pairs.time = { .seconds($0.round <= 2 ? 1 : 5) } }
    if course.isAtOnce { pairs.time = { .seconds($0.round == 1 ? 2 : 1) } }
    pairs.factor = { planned in
      guard planned.story == "noisy" else { return 1 + Double(planned.round % 3) * 1e-4 }
      return planned.round % 2 == 0 ? 1.05 : 0.95
    }
    pairs.failure = { $0.story == "crashing" && $0.round == 3 ? .crashed : nil }
    return pairs
  }

  /// Carries a course out after the runs that are there. `begun` is the experiment as it was
  /// stored; nil where it begins.
  private func carryOut(
    _ course: Course, after earlier: [Run] = [], of begun: Experiment? = nil
  ) throws -> (result: Result, runs: [Run], declared: [(Int, Experiment)], made: Int) {
    let pairs = Self.pairs(course)
    var planned = Replay.experiment(
      stories: course.stories, builds: Replay.builds("a", "b"), rounds: course.rounds)
    planned.decision = Decision(
      purpose: .comparison, baseline: "a", candidate: "b", rule: course.rule,
      control: course.hasControl ? Decision.Control(isCopy: true) : nil)
    let experiment = begun ?? planned
    let decision = try #require(experiment.decision)
    let memory = (0..<course.before).map { position in
      var run = Replay.run("steady", on: "a", kind: .fixedAddresses, round: position + 1)
      run.position = position + 1
      return run
    }
    let known = EarlierRuns(earlier)
    let spent = known.measuringTime()
    let paired = PairedExperiment(
      experiment, decision: decision, gates: [Gate(metric: .cpuTime)], after: memory,
      resuming: known, deadline: course.limit.map { pairs.now + $0 - spent },
      runner: PairRunner(executor: pairs, interruption: try Interruption()), now: { pairs.now })
    var result = Result()
    var declared: [(Int, Experiment)] = []
    var stored: [Run] = []
    let isComplete = try paired.carryOut(
      store: { stored += $0.inOrder }, declare: { declared.append((stored.count, $0)) },
      tell: { result.interims.append("\($0.pairs) \($0.open)") })
    #expect(isComplete && known.isExhausted)
    #expect(paired.runs.count == stored.count + memory.count)
    result.places = stored.map { "\($0.position) \($0.story) \($0.build) \($0.round)" }
    result.values = stored.map { $0.measurements[.cpuTime] }
    result.rounds = paired.experiment.rounds
    result.decision = paired.experiment.decision
    return (result, stored, declared, pairs.made)
  }

  @Test(arguments: Course.all)
  func `an experiment interrupted after any pair ends with the same pairs and analyses`(
    _ course: Course
  ) throws {
    let whole = try carryOut(course)
    #expect(whole.made == whole.runs.count / 2 && whole.made >= 10)
    for count in 0...whole.made {
      let earlier = Array(whole.runs.prefix(2 * count))
      // As it was stored at that moment: what was declared before the next pair, and just not yet.
      let latest = whole.declared.last { $0.0 < earlier.count || $0.0 == 0 }?.1
      let declared = whole.declared.last { $0.0 <= earlier.count }?.1
      for begun in [latest, declared] {
        var rest = try carryOut(course, after: earlier, of: begun)
        // Once the time is over, no further analysis is open.
        if course.isSlow { rest.result.interims = whole.result.interims }
        #expect(rest.result == whole.result, "interrupted after \(count) pairs")
        #expect(rest.made == whole.made - count)
        #expect(rest.runs.prefix(2 * count).map(\.id) == earlier.map(\.id))
      }
    }
  }
}
