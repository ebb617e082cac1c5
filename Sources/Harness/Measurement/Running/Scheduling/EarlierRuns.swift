import Recording

/// The runs of an interrupted experiment, reused when its plan reaches them instead of being made again.
///
/// A new experiment has none: beginning and resuming follow the same plan, so every decision on the
/// way, such as which story needs more pairs, is made again and comes out the same.
public final class EarlierRuns {
  private var runs: [Int: [Run]]
  private let last: Int

  /// The runs of an experiment; none if it begins.
  public init(_ runs: [Run] = []) {
    self.runs = Dictionary(grouping: runs, by: \.position)
    last = runs.map(\.position).max() ?? 0
  }

  /// A Boolean value indicating whether all runs were reused, so that new ones are made from here on.
  public var isExhausted: Bool { runs.isEmpty }

  /// Returns all at once, in order, for callers without a plan: what comes next depends on these runs alone.
  public func takeAll() -> [Run] {
    defer { runs = [:] }
    return runs.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The recorded measuring time of the runs not reused yet; of one round's pairs only, if a round is given. Both
  /// runs of a pair have recorded the time of the whole pair (`Run.shareOfTime`).
  public func measuringTime(ofRound round: Int? = nil) -> Duration {
    let wanted = runs.values.joined().filter {
      round == nil || $0.arrangement != nil && $0.round == round
    }
    return wanted.compactMap(\.shareOfTime).reduce(.zero, +)
  }

  /// Makes sure that the plan reached all of them.
  /// - Throws: ``RunningError/planDeparture(position:planned:attempt:stored:)``.
  public func requireExhaustion() throws(RunningError) {
    guard let (position, stored) = runs.min(by: { $0.key < $1.key }) else { return }
    throw .planDeparture(position: position, planned: nil, attempt: 1, stored: stored)
  }

  /// The earlier run for a planned one, or nil if it is still to be made.
  func run(_ planned: PlannedRun, attempt: Int = 1) throws(RunningError) -> Run? {
    guard let found = runs.removeValue(forKey: planned.position) else {
      // If a run is missing in between, it would be made after later ones.
      guard planned.position > last else {
        throw .planDeparture(
          position: planned.position, planned: planned, attempt: attempt, stored: [])
      }
      return nil
    }
    guard found.count == 1, planned.isMade(by: found[0]), found[0].attempt == attempt else {
      throw .planDeparture(
        position: planned.position, planned: planned, attempt: attempt, stored: found)
    }
    return found[0]
  }

  /// The earlier pair for a planned one, or nil if it is still to be made.
  func pair(_ planned: PlannedPair) throws(RunningError) -> Pair<Run>? {
    var sides: [PairSide: Run] = [:]
    for side in [planned.first, planned.first.other] {
      // The executor chose its kind.
      let kind = runs[planned.run(of: side, kind: .duet).position]?.first?.kind ?? .duet
      sides[side] = try run(planned.run(of: side, kind: kind))
    }
    guard let baseline = sides[.baseline], let candidate = sides[.candidate] else {
      guard let stored = sides.values.first else { return nil }
      throw .planDeparture(position: stored.position, planned: nil, attempt: 1, stored: [stored])
    }
    return Pair(baseline: baseline, candidate: candidate)
  }
}

extension PlannedRun {
  fileprivate func isMade(by run: Run) -> Bool {
    run.kind == kind && run.story == story && run.build == build && run.round == round
      && run.layout == layout
  }
}
