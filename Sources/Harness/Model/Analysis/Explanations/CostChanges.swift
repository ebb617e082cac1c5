import Statistics

/// The changes of functions, by their numbers, in one amount: the time, or the number of waits.
struct CostChanges {
  let changes: [Int: (own: CostChange, inclusive: CostChange)]
  /// Those whose own cost, or that of what they call, merely moved.
  let moved: Set<Int>
  /// The functions of the app that account for each call.
  let attribution: TimeAttribution
  /// The part of its change with callees that each of them accounts for.
  let attributed: [Int: Double]

  /// Tests the functions of several amounts together, so that they share the chance of showing any by mistake.
  /// Functions with less than this cost are not tested.
  static func all(
    in joints: [JointProfile], least: Double, alpha: Double
  ) throws(StatisticsError) -> [CostChanges] {
    let costs = joints.map(\.times)
    let tested = costs.map { costs in
      costs.indices.filter { costs[$0].inclusive.sum >= max(least, 1) }
    }
    var series: [[Double]] = []
    for (costs, tested) in zip(costs, tested) {
      for function in tested {
        series += [costs[function].own.differences, costs[function].inclusive.differences]
      }
    }
    var pValues = try SignFlipFamily(series, seed: 1).pValues[...]
    var all: [CostChanges] = []
    for (place, joint) in joints.enumerated() {
      var changes: [Int: (own: CostChange, inclusive: CostChange)] = [:]
      for function in tested[place] {
        let cost = costs[place][function]
        changes[function] = (
          try CostChange(cost.own, pValue: pValues.popFirst(), alpha: alpha),
          try CostChange(cost.inclusive, pValue: pValues.popFirst(), alpha: alpha)
        )
      }
      all.append(
        try CostChanges(changes, in: joint, costs[place].map(\.own.differences), alpha: alpha))
    }
    return all
  }

  /// Takes the changes of functions, and the differences of all functions' own cost, pair by pair.
  private init(
    _ changes: [Int: (own: CostChange, inclusive: CostChange)], in joint: JointProfile,
    _ differences: [[Double]], alpha: Double
  ) throws(StatisticsError) {
    let moved = try MovedTime(joint, changes, alpha: alpha).functions
    let callees = MovedCallees(joint, changes, moved: moved)
    var movedBelow: Set<Int> = []
    for number in changes.keys {
      if try callees.contains(number, differences: differences) { movedBelow.insert(number) }
    }
    let harness = joint.harness
    let shown = changes.filter {
      ($0.value.own.isShown || $0.value.inclusive.isShown) && !moved.contains($0.key)
        && !harness.contains($0.key)
    }
    let attribution = TimeAttribution(joint, shown: Set(shown.keys))
    self.changes = changes
    self.moved = moved.union(movedBelow)
    self.attribution = attribution
    attributed = try attribution.changes()
  }
}
