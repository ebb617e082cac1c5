import Foundation
import Recording
import Statistics

extension ChangeKind {
  /// Exact counts count as equal up to this relative difference: a program's hashing or clock may vary.
  private static let sameWork = 0.001
  /// Work that grows or shrinks by no more is called the same if it does not account for the change of time.
  private static let nearlySameWork = 0.05

  /// Finds the kind of a change from its times, and from its work if that was counted.
  init?(own: CostChange, inclusive: CostChange, witness: SymbolWitness?) {
    guard own.isShown else {
      guard inclusive.isShown else { return nil }
      self = Self.ofCalls(witness?.work, inclusive) ?? .callees
      return
    }
    let work = witness?.work
    // A side without a sample may have run it, for less time than there is between samples.
    if own.baseline == 0 || own.candidate == 0 {
      let unseen = own.baseline == 0 ? work?.baseline : work?.candidate
      if unseen?.own ?? 0 == 0 {
        self = own.baseline == 0 ? .appeared : .vanished
        return
      }
    }
    guard let witness, let work, witness.isOfFunction,
      let kind = ChangeKind(witness.time, work)
    else { return nil }
    self = kind
  }

  /// The kind for a function if only its time with callees is shown to have changed: it is called more often,
  /// or does more work itself, though too little to see in its own time.
  private static func ofCalls(
    _ work: Pair<CallCounts.Count>?, _ inclusive: CostChange
  ) -> ChangeKind? {
    guard let before = work?.baseline, let after = work?.candidate, before.calls > 0,
      after.calls > 0, before.own > 0, after.own > 0,
      let whole = before.inclusive.flatMap({ before in
        after.inclusive.map { Self.growth(before, $0) }
      }), whole * inclusive.difference.point > 0, abs(whole) > sameWork
    else { return nil }
    let calls = Self.growth(before.calls, after.calls)
    if calls / whole > mostOfWork { return .calls }
    let own = Self.growth(before.own, after.own) - calls
    return own / whole > mostOfWork ? .work : nil
  }

  /// The part of the growth of the work with callees that names its cause.
  private static let mostOfWork = 0.5

  private static func growth(_ before: Int64, _ after: Int64) -> Double {
    before > 0 && after > 0 ? log(Double(after) / Double(before)) : 0
  }

  private init?(_ time: Pair<Double>, _ work: Pair<CallCounts.Count>) {
    let (before, after) = (work.baseline, work.candidate)
    guard before.own > 0, after.own > 0 else { return nil }
    let growth = log(Double(after.own) / Double(before.own))
    let timeGrowth = log(time.candidate / time.baseline)
    // A function with no observed calls was entered before counting began.
    let calls = Self.growth(before.calls, after.calls)
    let kind = abs(calls) > abs(growth - calls) ? ChangeKind.calls : .work
    let hasSameSign = (growth > 0) == (timeGrowth > 0)
    // If at least a quarter of the change is in the work, the work is the reason. From no samples, time grows
    // without limit, so twice the work is enough.
    let enough = min(abs(timeGrowth) / 4, log(2))
    if hasSameSign, abs(growth) > Self.sameWork, abs(growth) > enough {
      self = kind
    } else if abs(growth) <= Self.nearlySameWork {
      self = .speed
    } else if hasSameSign, kind == .work {
      // Part of why a call takes longer is that it does more.
      self = .work
    } else {
      return nil
    }
  }
}

/// The counts of callgrind for a function. Counts are by symbol: a function's counts include what was inlined
/// into it, and a function inlined everywhere has none.
struct SymbolWitness {
  /// The work of the function with all that was inlined into it; nil if it was not counted, or if it is in
  /// other functions' counts.
  let work: Pair<CallCounts.Count>?
  /// The time of the counted code, ns per run.
  let time: Pair<Double>
  /// A Boolean value indicating whether the function itself changed, not what was inlined into it.
  let isOfFunction: Bool

  /// The part of a function's time that may be in inlined copies of it.
  private static let negligible = 0.05
  /// The part of a function's change that may be in what was inlined into it.
  private static let tolerance = 0.25

  init(
    _ inlining: JointProfile.Inlining, own: CostChange, runs: Int, work: Pair<CallCounts.Count>?
  ) {
    let runs = Double(max(1, runs))
    let guests = Pair(
      baseline: inlining.guests.baseline / runs, candidate: inlining.guests.candidate / runs)
    time = Pair(
      baseline: own.baseline + guests.baseline, candidate: own.candidate + guests.candidate)
    isOfFunction =
      abs(guests.candidate - guests.baseline)
      <= Self.tolerance * abs(own.candidate - own.baseline)
    let isCounted =
      inlining.own.baseline / runs <= Self.negligible * own.baseline
      && inlining.own.candidate / runs <= Self.negligible * own.candidate
    self.work = isCounted ? work : nil
  }
}

/// Finds the work of a function on both sides.
struct WorkIndex {
  private let baseline: [FunctionKey: CallCounts.Count]
  private let candidate: [FunctionKey: CallCounts.Count]

  /// Callgrind can't always tell which module's code it is.
  private struct FunctionKey: Hashable {
    let name: String
    let module: String

    init(_ function: ProfiledFunction) { (name, module) = (function.name, function.module) }
  }

  init(_ work: Pair<CallCounts>) {
    func index(_ counts: CallCounts) -> [FunctionKey: CallCounts.Count] {
      let all = counts.instructions
      return Dictionary(
        counts.functions.map { count in
          var count = count
          // More than all is impossible: recursive calls were counted several times.
          if let inclusive = count.inclusive, Double(inclusive) > all { count.inclusive = nil }
          return (FunctionKey(count.function), count)
        }, uniquingKeysWith: { first, _ in first })
    }
    baseline = index(work.baseline)
    candidate = index(work.candidate)
  }

  /// Nil if neither side was counted; a function that one side never calls has a count of 0 there.
  func work(of function: ProfiledFunction) -> Pair<CallCounts.Count>? {
    let nothing = CallCounts.Count(function: function, own: 0, inclusive: 0, calls: 0)
    let key = FunctionKey(function)
    if baseline[key] == nil, candidate[key] == nil { return nil }
    return Pair(baseline: baseline[key] ?? nothing, candidate: candidate[key] ?? nothing)
  }
}
