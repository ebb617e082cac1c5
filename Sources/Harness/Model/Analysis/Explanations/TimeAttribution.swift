import Recording
import Statistics

/// The app's function that accounts for the time of each call: the nearest one with a shown change. So time
/// in the runtime, libraries and the kernel is attributed to the function that asked for it.
struct TimeAttribution {
  private let joint: JointProfile
  /// For each node, the function that accounts for it; nil if there is none.
  private let owners: [Int?]

  /// Takes the functions that are shown, by their numbers.
  init(_ joint: JointProfile, shown: Set<Int>) {
    self.joint = joint
    var owners: [Int?] = []
    for node in joint.nodes {
      let isOwner = shown.contains(node.function) && joint.functions[node.function].kind == .app
      owners.append(isOwner ? node.function : node.parent.flatMap { owners[$0] })
    }
    self.owners = owners
  }

  /// The change that each function accounts for, in ns or waits per run.
  func changes() throws(StatisticsError) -> [Int: Double] {
    var sums: [Int: [Double]] = [:]
    for (place, node) in joint.nodes.enumerated() {
      guard let owner = owners[place] else { continue }
      var sum = sums[owner] ?? [Double](repeating: 0, count: joint.pairs)
      for (pair, part) in node.own.differences.enumerated() { sum[pair] += part }
      sums[owner] = sum
    }
    var changes: [Int: Double] = [:]
    for (owner, sum) in sums { changes[owner] = try PairedDifference.estimate(sum).point }
    return changes
  }

  /// The change, pair by pair, outside the functions that account for what they call (`accounting`), and
  /// outside those that account for their own time (`shown`).
  func rest(without accounting: Set<Int>, _ shown: Set<Int>) -> [Double] {
    var rest = [Double](repeating: 0, count: joint.pairs)
    for (place, node) in joint.nodes.enumerated() {
      let isLocated =
        shown.contains(node.function) || owners[place].map(accounting.contains) ?? false
      if isLocated { continue }
      for (pair, part) in node.own.differences.enumerated() { rest[pair] += part }
    }
    return rest
  }
}

extension JointProfile {
  /// The functions of drivers' kits, and their callers: everything above the measured calls.
  var harness: Set<Int> {
    var harness: Set<Int> = []
    var isBelow: [Bool] = []
    for node in nodes {
      let isBelowKit = node.parent.map { isBelow[$0] } ?? false
      let leads = functions[node.function].leadsToCall
      isBelow.append(isBelowKit || leads)
      if functions[node.function].isOfKit { harness.insert(node.function) }
      guard leads, !isBelowKit else { continue }
      var above = node.parent
      while let place = above {
        harness.insert(nodes[place].function)
        above = nodes[place].parent
      }
    }
    return harness
  }

  /// The depth of each function in the calls, weighted by its time.
  var depths: [Double] {
    var (depths, weights) = (functions.map { _ in 0.0 }, functions.map { _ in 0.0 })
    var depth: [Int] = []
    for node in nodes {
      depth.append(node.parent.map { depth[$0] + 1 } ?? 0)
      let weight = node.inclusive.sum
      depths[node.function] += Double(depth[depth.count - 1]) * weight
      weights[node.function] += weight
    }
    return zip(depths, weights).map { $1 > 0 ? $0 / $1 : 0 }
  }

  /// The share of the time in functions of programs and libraries whose caller is unknown, for example
  /// without frame pointers. Swift's code is left out, because its asynchronous functions have no callers.
  var flatShare: Double {
    let whole = total.sum
    guard whole > 0 else { return 0 }
    let flat = nodes.filter { node in
      let isOutermost =
        node.parent.map { nodes[$0].parent == nil && functions[nodes[$0].function].isService }
        ?? true
      return isOutermost && functions[node.function].needsCaller
    }
    return flat.reduce(0) { $0 + $1.inclusive.sum } / whole
  }
}

extension ProfiledFunction {
  /// A Boolean value indicating whether it must have a caller; only a program's start has none.
  fileprivate var needsCaller: Bool {
    let isOfFile = ownModule == Self.program[...] || ownModule.hasSuffix(".so")
    return isOfFile && [.app, .library].contains(kind)
      && !["_start", "main", "start_thread"].contains(name)
  }
}
