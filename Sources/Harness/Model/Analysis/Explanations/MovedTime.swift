import Statistics

/// Time that moved to another function, for example after a rename, an inlining or a new helper: one function
/// lost what its caller, its callee or another callee of its caller gained, and no change of their sum is
/// shown.
struct MovedTime {
  /// The numbers of the functions that lost or gained it.
  private(set) var functions: Set<Int> = []
  private var groups: [Set<Int>] = []

  /// The part of the time that may be gained or lost on the way.
  private static let tolerance = 0.25
  /// A part this small does not count, even if it is certain.
  private static let negligible = 0.05

  /// Finds moved time, also among functions that appeared or vanished below a function whose total time is
  /// unchanged, for example if code is cut into functions differently. The changes are those of functions, by
  /// their numbers; `alpha` is as below.
  init(
    _ joint: JointProfile, _ changes: [Int: (own: CostChange, inclusive: CostChange)],
    alpha: Double
  ) throws(StatisticsError) {
    let times = joint.times
    let differences = times.map(\.own.differences)
    try self.init(
      changes.mapValues(\.own), differences: differences, callers: joint.callers, alpha: alpha)
    for number in functions {
      if let change = changes[number], try hasMore(number, change, joint) {
        functions.remove(number)
      }
    }
    let cut = Set(
      changes.filter { _, change in
        change.own.isShown && (change.own.baseline == 0 || change.own.candidate == 0)
      }.keys)
    if cut.isSubset(of: functions) { return }
    // All calls together, then those of each function that both sides have.
    let all = changes.keys.sorted().filter { !cut.contains($0) }
    let within = Dictionary(uniqueKeysWithValues: all.map { ($0, joint.functions(within: $0)) })
    let wholes =
      [(nil, Set(changes.keys), joint.total.differences)]
      + all.map { (Optional($0), within[$0] ?? [], times[$0].inclusive.differences) }
    for (number, inside, whole) in wholes where !inside.isDisjoint(with: cut) {
      // If another function's calls changed, what appeared or vanished in them is the reason.
      let changed = all.filter {
        $0 != number && inside.contains($0) && changes[$0]?.inclusive.isShown == true
      }
      let parts = changed.reduce(inside.intersection(cut)) { $0.subtracting(within[$1] ?? []) }
      let own = parts.compactMap { changes[$0]?.own.difference.point }
      let gained = own.filter { $0 > 0 }.reduce(0, +)
      let moved = min(gained, gained - own.reduce(0, +))
      guard moved > 0, try Self.isNone(whole, besides: moved, alpha) else { continue }
      functions.formUnion(parts)
    }
  }

  /// Returns whether what a function calls changed much more than the function itself, and not because calls
  /// moved with the time.
  private func hasMore(
    _ number: Int, _ change: (own: CostChange, inclusive: CostChange), _ joint: JointProfile
  ) throws(StatisticsError) -> Bool {
    let whole = abs(change.inclusive.difference.point)
    guard change.inclusive.isShown, whole > 2 * abs(change.own.difference.point) else {
      return false
    }
    for group in groups where group.contains(number) {
      let left = try PairedDifference.estimate(joint.differences(within: group)).point
      if abs(left) <= Self.tolerance * whole { return false }
    }
    return true
  }

  /// Returns whether a sum is negligible compared with the moved time.
  private static func isNone(
    _ sum: [Double], besides moved: Double, _ alpha: Double
  ) throws(StatisticsError) -> Bool {
    let left = try PairedDifference.estimate(sum)
    let pValue = try SignFlipFamily([sum], seed: 1).pValues[0]
    // A call that was added or removed leaves a small difference.
    let isSmall = max(abs(left.lower), abs(left.upper)) <= negligible * moved
    return isSmall || abs(left.point) <= tolerance * moved && pValue > alpha
  }

  /// Finds moved time from the changes in functions themselves, by their numbers, the differences of all
  /// functions, pair by pair, and their callers. `alpha` is the level at which functions are shown. A change
  /// of a sum needs the same level: by its own 95 % interval, one move in twenty would be called a
  /// regression.
  init(
    _ changes: [Int: CostChange], differences: [[Double]], callers: [Set<Int>], alpha: Double
  ) throws(StatisticsError) {
    let shown = changes.filter(\.value.isShown).sorted { $0.key < $1.key }
    let gains = shown.filter { $0.value.difference.point > 0 }.map(\.key)
    let losses = shown.filter { $0.value.difference.point < 0 }.map(\.key)
    for (one, others) in losses.map({ ($0, gains) }) + gains.map({ ($0, losses) }) {
      let near = others.filter { Self.areNear(one, $0, callers) }
      // All of them together, for example if a function was inlined into several; else one at a time.
      for group in [near] + near.map({ [$0] }) where !group.isEmpty {
        var sum = differences[one]
        for function in group {
          for (pair, part) in differences[function].enumerated() { sum[pair] += part }
        }
        let moved = abs(changes[one]?.difference.point ?? 0)
        guard try Self.isNone(sum, besides: moved, alpha) else { continue }
        groups.append(Set(group + [one]))
        functions.formUnion(group + [one])
        break
      }
    }
  }

  private static func areNear(_ a: Int, _ b: Int, _ callers: [Set<Int>]) -> Bool {
    callers[a].contains(b) || callers[b].contains(a) || !callers[a].isDisjoint(with: callers[b])
  }
}

extension JointProfile {
  /// The change in any of these functions, and in all that they call, pair by pair.
  fileprivate func differences(within functions: Set<Int>) -> [Double] {
    var sum = [Double](repeating: 0, count: pairs)
    var isInside: [Bool] = []
    for node in nodes {
      isInside.append(
        functions.contains(node.function) || node.parent.map { isInside[$0] } ?? false)
      guard isInside[isInside.count - 1] else { continue }
      for (pair, part) in node.own.differences.enumerated() { sum[pair] += part }
    }
    return sum
  }
}
