import Analysis
import Recording
import Scenarios
import Statistics

/// The time that measuring takes, told as soon as it is known, and refused if it can't decide anything.
extension PairedMeasuring {
  /// Tells how long measuring takes if the store knows it. Refuses a time limit that leaves too few pairs to show
  /// any change, before the first run; `left` is the number of experiments that the call has yet to make.
  ///
  /// A gate that can't fail must not pass, so even cells that need no pairs are not measured then.
  /// - Returns: whether it is known.
  /// - Throws: ``Refusal``, `StoreError`, and `StatisticsError` if the rule's numbers allow no test.
  func tellCost(
    of planned: Experiment, _ gates: [Gate], within budget: TimeBudget?, experiments left: Int
  ) throws -> Bool {
    let stories = planned.measured(for: gates).stories.map(\.name)
    guard purpose.comparesBuilds, settings.part == nil, let decision = planned.decision,
      gates.contains(where: \.needsPairs),
      let cost = try StoredCost(of: stories, in: planned, from: store)
    else { return false }
    if let budget, !settings.isQuickLook,
      let fewest = try fewestRounds(of: planned, gates, after: cost.runs)
    {
      let pairs = cost.shortestRound.total(fewest, by: decision.rule)
      if pairs > budget.left {
        let whole = pairs * TimeBudget.roomForPairs
        throw Refusal.tooShort(
          budget.limit, for: fewest, taking: pairs,
          enough: budget.limit + (whole - budget.left) * left)
      }
    }
    let time = cost.time(
      by: decision.rule, rounds: planned.rounds, hasControl: decision.control != nil)
    if time >= Self.worthTelling {
      equipment.note(SessionNote.cost(of: stories.count, time, left: budget?.left))
    }
    return true
  }

  /// Refuses to go on after one of the first rounds, by its time, if there is time for too few pairs to show any
  /// change: a check that can't fail must not pass, and pairs that can't decide are a waste. A comparison without a
  /// failure goes on, as its estimates are of use, unless it must decide. So does a check if those of the `runs` so far
  /// that are no pairs show that something got worse: no pairs change that.
  func requireTime(
    _ time: Duration, _ round: RoundTime, number: Int, atOnce: Set<String>,
    for experiment: Experiment, _ gates: [Gate], after runs: [Run], within budget: TimeBudget,
    experiments left: Int
  ) throws {
    guard purpose.isCheck || settings.mustDecide, !settings.isQuickLook,
      let decision = experiment.decision,
      let fewest = try fewestRounds(of: experiment, gates, after: runs)
    else { return }
    let pairs = round.total(fewest, by: decision.rule)
    // The first round's pairs may be made alone, and two at once take half of their time at best.
    let least = number == 1 && atOnce.count > 1 ? pairs / 2 : pairs
    guard least > time else { return }
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: decision.baseline,
      candidate: decision.candidate, gates: gates, rule: decision.rule)
    if judgement.gated.contains(where: \.isWorseWhateverPairsShow) { return }
    throw Refusal.tooShort(
      budget.limit, for: fewest, taking: pairs,
      enough: budget.limit + (pairs - time) * (TimeBudget.roomForPairs * Double(left)),
      afterRound: number)
  }

  /// Shorter measuring is over before anybody has read how long it takes.
  private static let worthTelling = Duration.seconds(10)

  /// Tells how long measuring takes once a round is whole, unless the limit decides that; a note says so then.
  func tellFirstCost(of round: [Duration], _ experiment: Experiment, within budget: TimeBudget?) {
    // A part does not make all pairs.
    guard settings.part == nil, let decision = experiment.decision,
      round.count == experiment.stories.count
    else { return }
    let round = RoundTime(round: round.reduce(.zero, +))
    func time(_ pairs: Int) -> Duration { round.total(pairs, by: decision.rule) }
    let first = decision.rule.stops.first ?? experiment.rounds
    guard time(first) >= Self.worthTelling, time(first) <= budget?.left ?? time(first) else {
      return
    }
    let most = experiment.rounds
    let isLimited = time(most) > budget?.left ?? time(most)
    equipment.note(
      SessionNote.firstCost(
        of: experiment.stories.count, first, time(first),
        most: most > first && !isLimited ? (pairs: most, time: time(most)) : nil))
  }

  /// The fewest pairs of each story that can show a change of a cell among all that are tested together, which `runs`
  /// tell: those so far, or of earlier comparisons. Nil if pairs decide no cell, or if the asked number of pairs can't.
  private func fewestRounds(
    of experiment: Experiment, _ gates: [Gate], after runs: [Run]
  ) throws -> Int? {
    guard purpose.comparesBuilds, let decision = experiment.decision,
      let tests = Judgement.expectedTests(
        ExperimentAnalysis(experiment, runs: runs), baseline: decision.baseline,
        candidate: decision.candidate, gates: gates, rule: decision.rule)
    else { return nil }
    return try decision.rule.fewestRounds(showingOneOf: tests, of: experiment.rounds)
  }
}

extension JudgedCell {
  /// A Boolean value indicating whether it got worse by runs that are all made before pairs. A budget may have
  /// more values later.
  fileprivate var isWorseWhateverPairsShow: Bool {
    guard let result = outcome.result, result.verdict == .regressed else { return false }
    return switch result.evidence {
    case .repeats, .varying, .cycles: true
    case .pairs, .layouts, .machines, .independent, .acrossTimes, .values: false
    }
  }
}

extension Refusal {
  /// A time limit leaves too few pairs to show any change, by a round of this number, or by earlier comparisons.
  fileprivate static func tooShort(
    _ limit: Duration, for pairs: Int, taking time: Duration, enough: Duration,
    afterRound number: Int? = nil
  ) -> Refusal {
    let words = ProgressLine.words(time)
    let reason =
      number.map {
        "take \(words) by the \($0 == 1 ? "first" : "second"), so measuring ended after it"
      } ?? "took \(words) earlier, so nothing was measured"
    return Refusal(
      .timeLimit,
      "Not comparable: --max-time is \(ProgressLine.words(limit)), which is too short. A change shows in "
        + "\(pairs) pairs of each story or more, which \(reason). --max-time '\(TimeBudget.ample(enough))' would do."
    )
  }
}
