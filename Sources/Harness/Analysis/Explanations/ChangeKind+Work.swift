import Foundation
import Recording
import Statistics

extension ChangeKind {
  /// The relative difference of exact counts that is none: where a program's hashing or clock varies.
  private static let sameWork = 0.001

  /// Tells the kind of a change by its times, and where it was counted by its work.
  init?(own: TimeChange, inclusive: TimeChange, witness: SymbolWitness?) {
    guard own.isShown else {
      guard inclusive.isShown else { return nil }
      self = .callees
      return
    }
    if own.baseline == 0 || own.candidate == 0 {
      self = own.baseline == 0 ? .appeared : .vanished
      return
    }
    guard let witness, let work = witness.work, witness.isOfFunction,
      let kind = ChangeKind(witness.time, work)
    else { return nil }
    self = kind
  }

  private init?(_ time: Pair<Double>, _ work: Pair<CallCounts.Count>) {
    let (before, after) = (work.baseline, work.candidate)
    guard before.own > 0, after.own > 0 else { return nil }
    let growth = log(Double(after.own) / Double(before.own))
    let timeGrowth = log(time.candidate / time.baseline)
    // Where a quarter of the change at least is in the work, the work is the reason.
    guard abs(growth) > Self.sameWork, growth * timeGrowth > 0, abs(growth) > abs(timeGrowth) / 4
    else {
      self = .speed
      return
    }
    // A function that nobody was seen to call was entered before the count began.
    guard before.calls > 0, after.calls > 0 else {
      self = .work
      return
    }
    let calls = log(Double(after.calls) / Double(before.calls))
    self = abs(calls) > abs(growth - calls) ? .calls : .work
  }
}

/// What callgrind's counts say of a function. They are by symbol: what was inlined into a function is in its
/// counts, and what was inlined everywhere has none.
struct SymbolWitness {
  /// The work of the function with all that was inlined into it; nil where it was not counted, or is in other
  /// functions' counts.
  let work: Pair<CallCounts.Count>?
  /// The time of what was counted, ns a run.
  let time: Pair<Double>
  /// Whether the function itself changed, not what was inlined into it.
  let isOfFunction: Bool

  /// The part of a function's time that may be in inlined copies of it.
  private static let negligible = 0.05
  /// How much of the change of a function may be in what was inlined into it.
  private static let tolerance = 0.25

  init(
    _ inlining: JointProfile.Inlining, own: TimeChange, runs: Int, work: Pair<CallCounts.Count>?
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
  private let baseline: [Key: CallCounts.Count]
  private let candidate: [Key: CallCounts.Count]

  /// Whose code it is callgrind can't always tell.
  private struct Key: Hashable {
    let name: String
    let module: String

    init(_ function: ProfiledFunction) { (name, module) = (function.name, function.module) }
  }

  init(_ work: Pair<CallCounts>) {
    func index(_ counts: CallCounts) -> [Key: CallCounts.Count] {
      Dictionary(
        counts.functions.map { (Key($0.function), $0) }, uniquingKeysWith: { first, _ in first })
    }
    baseline = index(work.baseline)
    candidate = index(work.candidate)
  }

  /// Nil where neither side was counted; a function that one side never calls has a count of 0 there.
  func work(of function: ProfiledFunction) -> Pair<CallCounts.Count>? {
    let nothing = CallCounts.Count(function: function, own: 0, inclusive: 0, calls: 0)
    let key = Key(function)
    if baseline[key] == nil, candidate[key] == nil { return nil }
    return Pair(baseline: baseline[key] ?? nothing, candidate: candidate[key] ?? nothing)
  }
}

/// Time that is in another function now, as after a rename, an inlining or a new helper: one lost what its
/// caller, its callee or another callee of its caller gained, and that their sum changed is not shown.
struct MovedTime {
  /// The numbers of the functions that lost or gained it.
  private(set) var functions: Set<Int> = []

  /// The part of the time that may be gained or lost on the way.
  private static let tolerance = 0.25
  /// The part that is small even where it is sure.
  private static let negligible = 0.05

  /// - Parameters:
  ///   - changes: what changed in functions themselves, by their numbers.
  ///   - differences: pair by pair, of all functions.
  ///   - callers: of all functions.
  ///   - alpha: the level at which functions are shown. A sum needs no less to count as a change: by its own
  ///     95 % interval one in twenty moves would be called a regression.
  init(
    _ changes: [Int: TimeChange], differences: [[Double]], callers: [Set<Int>], alpha: Double
  ) throws(StatisticsError) {
    let shown = changes.filter(\.value.isShown).sorted { $0.key < $1.key }
    let gains = shown.filter { $0.value.difference.point > 0 }.map(\.key)
    let losses = shown.filter { $0.value.difference.point < 0 }.map(\.key)
    for (one, others) in losses.map({ ($0, gains) }) + gains.map({ ($0, losses) }) {
      let near = others.filter { Self.areNear(one, $0, callers) }
      // All of them together, as where a function was inlined into several; else one.
      for group in [near] + near.map({ [$0] }) where !group.isEmpty {
        var sum = differences[one]
        for function in group {
          for (pair, part) in differences[function].enumerated() { sum[pair] += part }
        }
        let left = try PairedDifference.estimate(sum)
        let moved = abs(changes[one]?.difference.point ?? 0)
        // A call that is no longer made has its price.
        let isSmall = max(abs(left.lower), abs(left.upper)) <= Self.negligible * moved
        let pValue = try SignFlipFamily([sum], seed: 1).pValues[0]
        let isNil = abs(left.point) <= Self.tolerance * moved && pValue > alpha
        guard isNil || isSmall else { continue }
        functions.formUnion(group + [one])
        break
      }
    }
  }

  private static func areNear(_ a: Int, _ b: Int, _ callers: [Set<Int>]) -> Bool {
    callers[a].contains(b) || callers[b].contains(a) || !callers[a].isDisjoint(with: callers[b])
  }
}
