import Recording
import Statistics

/// The verdict on an attempt of a loop, with the reason.
public struct AttemptFinding: Sendable, Hashable {
  /// The verdict.
  public let verdict: Attempt.Verdict
  /// The reason.
  public let cause: Cause

  /// The reason for a verdict.
  public enum Cause: Sendable, Hashable {
    case improved([JudgedCell])
    case regressed([JudgedCell])
    /// These stories failed.
    case failures([StoryFailure])
    /// Both sides are proven to be the same.
    case proven
    case nothingShown
    /// No story runs what changed.
    case unexercised
    /// Something is better, but these cells are open.
    case open([JudgedCell])
    /// These improvements may come from the place of the code, which was not checked.
    case layout([JudgedCell])
    /// These improvements are shown only by counts that vary from run to run. They have no p value, so no level
    /// limits how often chance makes them.
    case varying([JudgedCell])
    /// The base has none of the stories, for this reason.
    case allNew(String)
    /// These cells can't be compared.
    case missing([JudgedCell])
    /// These files of the harness differ between both sides.
    case harness([String])
    /// The work moved out of the steps.
    case moved(MovedWork)
    /// These whole runs got worse, outside of the steps.
    case outside([JudgedCell])
    /// The story waits or uses other CPUs, and takes longer.
    case slower(UngatedTime)
    /// More of the story's users are not answered as expected.
    case errors(story: String, CountChange)
    /// Users of what improved wait longer.
    case latencies([JudgedCell])
    /// Nothing that these stories lead to is checked.
    case unchecked([String])
    /// Both sides share what answers at these sockets.
    case sockets([String])
    /// The inputs of both sides are not known, for this reason.
    case inputsUnknown(String)
  }

  private init(_ verdict: Attempt.Verdict, _ cause: Cause) {
    self.verdict = verdict
    self.cause = cause
  }

  /// Finds it from the judgement at the attempt's level, and from the one at the level of a single comparison. The
  /// first shows improvements. The second shows what got worse: to see too much there accepts nothing.
  /// - Returns: nil if Rehearse could not measure it, so that there is no verdict.
  public init?(_ judgement: Judgement, ordinary: Judgement) {
    let broken = judgement.failures.filter { !$0.isOfTool }
    if !broken.isEmpty {
      self.init(.failed, .failures(broken))
    } else if judgement.outcome == .toolFailed {
      return nil
    } else if judgement.proof != nil, ordinary.gated.allSatisfy({ $0.outcome.weight == .passed }) {
      self.init(.undecided, .proven)
    } else if let cause = Self.refusal(judgement, ordinary) {
      self.init(.refused, cause)
    } else {
      let worse = ordinary.gated.filter { $0.outcome.verdict == .regressed }
      let better = judgement.gated.filter { $0.outcome.verdict == .improved }
      let lasting = better.filter { !$0.isOfVaryingRuns }
      let certain = lasting.filter { !$0.isOfUncheckedLayout }
      if !worse.isEmpty {
        self.init(.rejected, .regressed(worse))
      } else if judgement.isUnexercised {
        // Nothing that changed was run, so it can't have made anything better.
        self.init(.undecided, .unexercised)
      } else if better.isEmpty {
        self.init(.undecided, .nothingShown)
      } else if lasting.isEmpty {
        self.init(.undecided, .varying(better))
      } else if certain.isEmpty {
        self.init(.undecided, .layout(lasting))
      } else if !judgement.undecided.isEmpty {
        self.init(.undecided, .open(judgement.undecided))
      } else {
        self.init(.accepted, .improved(certain))
      }
    }
  }

  /// The reason to refuse an attempt, whatever its cells show; nil if there is none.
  private static func refusal(_ judgement: Judgement, _ ordinary: Judgement) -> Cause? {
    if let new = judgement.newStories, new.areAll { return .allNew(new.reason) }
    let missing = judgement.gated.filter { $0.outcome.weight == .notComparable }
    // If a cell got worse, the others can't get the attempt accepted.
    let isWorse = ordinary.gated.contains { $0.outcome.verdict == .regressed }
    if !missing.isEmpty && !isWorse || judgement.gated.isEmpty { return .missing(missing) }
    var unchecked: [String] = []
    for reservation in ordinary.reservations + judgement.reservations {
      switch reservation {
      case .harnessChanged(let files): return .harness(files)
      case .sharedSockets(let sockets): return .sockets(sockets)
      case .inputsUnknown(let gap): return .inputsUnknown(gap)
      case .placeholder(let story), .statusAlone(let story, nil, _): unchecked.append(story)
      // A later step may check what such steps make. Cells without a gate move by chance, too.
      // A ledger is for one scenario, whatever its base had.
      case .statusAlone, .unexercised, .unread, .oneHarness, .fewerChecks, .moved, .sentAgain: break
      }
    }
    let moved = (ordinary.gated + judgement.gated).compactMap { $0.outcome.result?.moved }
    if let work = moved.first { return .moved(work) }
    let guards = Set(ordinary.guards.map(\.name))
    let outside = ordinary.gated.filter {
      guards.contains($0.name) && $0.outcome.verdict == .regressed
    }
    if !outside.isEmpty { return .outside(outside) }
    let better = Set(judgement.gated.filter { $0.outcome.verdict == .improved }.map(\.name.story))
    let gamed = unchecked.filter(better.contains).uniqued
    if !gamed.isEmpty { return .unchecked(gamed) }
    let failing = ordinary.ungatedErrors.first {
      better.contains($0.story) && $0.counts.pAbove <= ordinary.rule.alpha
    }
    if let failing { return .errors(story: failing.story, failing.counts) }
    let longer = ordinary.ungatedLatencies.filter { better.contains($0.name.story) }
    if !longer.isEmpty { return .latencies(longer) }
    return judgement.ungatedTimes.first {
      better.contains($0.story) && $0.wallTime?.outcome.verdict == .regressed
    }.map(Cause.slower)
  }
}

extension Judgement {
  /// The cell that is open and takes most to decide, as far as known; nil if there is none.
  public var costliest: DecidingEffort? {
    gated.compactMap { $0.outcome.result?.deciding }.max { $0.pairs < $1.pairs }
  }

  /// A Boolean value indicating whether no story runs what changed.
  fileprivate var isUnexercised: Bool {
    reservations.contains {
      switch $0 {
      case .unexercised, .unread: true
      default: false
      }
    }
  }
}

extension JudgedCell {
  /// A Boolean value indicating whether its change is so small that the place of the code may have made it, and
  /// that was not checked.
  fileprivate var isOfUncheckedLayout: Bool {
    if case .notChecked? = outcome.result?.layout { true } else { false }
  }

  /// A Boolean value indicating whether it compares the ranges of runs that do not repeat each other.
  fileprivate var isOfVaryingRuns: Bool {
    if case .varying? = outcome.result?.evidence { true } else { false }
  }
}

extension Attempt.Verdict {
  /// The outcome of a call with this verdict.
  public var outcome: Outcome {
    switch self {
    case .accepted: .passed
    case .rejected: .regression
    case .undecided: .inconclusive
    case .failed: .appFailed
    case .refused: .notComparable
    }
  }
}
