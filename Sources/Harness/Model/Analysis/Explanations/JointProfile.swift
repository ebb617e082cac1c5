import Recording

/// The profiles of all pairs in one tree, so that each call has a time for every run, or a number of waits. Time in the
/// run queue is no waiting of the app's, so it is in a tree of its own.
struct JointProfile {
  /// All functions, each once.
  private(set) var functions: [ProfiledFunction] = []
  /// The calls; every parent stands before its children.
  private(set) var nodes: [Node] = []
  /// The objects of each type.
  private(set) var types: [String: Times] = [:]
  private var places: [Profile.Node: Int] = [:]
  private var numbers: [ProfiledFunction: Int] = [:]
  private(set) var inlinings: [Inlining] = []
  /// The separation of inlined functions in all profiles together.
  let inlining: Profile.Inlining?
  let pairs: Int
  private let amount: Amount

  /// An amount that is added up.
  enum Amount {
    /// Times, blocks or bytes.
    case cost
    /// How often threads waited.
    case waits
    /// Times in which threads were ready to run, but had no CPU.
    case runQueue
  }

  /// A function as called by another, with its time in every run.
  struct Node {
    let parent: Int?
    let function: Int
    var own: Times
    var inclusive: Times
    /// Boolean values indicating whether it was inlined, at least sometimes.
    var isInlined = Pair(baseline: false, candidate: false)
  }

  /// The inlining of a function; times are sums over all runs of a side, ns.
  struct Inlining {
    var isInlined = Pair(baseline: false, candidate: false)
    /// The time in the function itself where it was inlined.
    var own = Pair(baseline: 0.0, candidate: 0.0)
    /// The time in functions that were inlined into it, and into these.
    var guests = Pair(baseline: 0.0, candidate: 0.0)
  }

  /// ns of both sides, pair by pair; or blocks, bytes or waits.
  struct Times {
    var baseline: [Double]
    var candidate: [Double]

    init(pairs: Int) {
      baseline = [Double](repeating: 0, count: pairs)
      candidate = baseline
    }

    var differences: [Double] { zip(candidate, baseline).map { $0 - $1 } }
    var sum: Double { baseline.reduce(0, +) + candidate.reduce(0, +) }

    static func += (times: inout Times, more: Times) {
      for pair in times.baseline.indices {
        times.baseline[pair] += more.baseline[pair]
        times.candidate[pair] += more.candidate[pair]
      }
    }
  }

  /// Adds up an amount. Functions and calls have the same numbers for each.
  init(_ profiles: [Pair<Profile>], _ amount: Amount = .cost) {
    pairs = profiles.count
    self.amount = amount
    inlining = Profile.Inlining.together(
      profiles.flatMap { [$0.baseline.inlining, $0.candidate.inlining] })
    for (number, pair) in profiles.enumerated() {
      add(pair.baseline, to: \.baseline, \.baseline, \.baseline, number)
      add(pair.candidate, to: \.candidate, \.candidate, \.candidate, number)
    }
    for place in nodes.indices.reversed() {
      nodes[place].inclusive += nodes[place].own
      if let parent = nodes[place].parent {
        let more = nodes[place].inclusive
        nodes[parent].inclusive += more
      }
    }
  }

  private mutating func add(
    _ profile: Profile, to side: WritableKeyPath<Times, [Double]>,
    _ flag: WritableKeyPath<Pair<Bool>, Bool>, _ sum: WritableKeyPath<Pair<Double>, Double>,
    _ number: Int
  ) {
    let known = profile.functions.map { function in
      if let number = numbers[function] { return number }
      functions.append(function)
      inlinings.append(Inlining())
      numbers[function] = functions.count - 1
      return functions.count - 1
    }
    // A function that only some profiles tell from its caller would seem to have appeared.
    let foldsInlined = inlining.map { $0 != .told } ?? false
    let isForCPU = profile.functions.map { $0.waitReason?.isForCPU ?? false }
    var joint: [Int] = []
    // For each node, the function that contains its code: for inlined code, its caller's.
    var hosts: [Int] = []
    for node in profile.nodes {
      let parent = node.parent.map { joint[$0] }
      let function = known[node.function]
      let isQueued = isForCPU[node.function]
      let time: Double
      if isQueued != (amount == .runQueue) {
        time = 0
      } else {
        time = amount == .waits ? Double(node.waits) : Double(node.samples) * profile.samplePeriod
      }
      let isOfParent =
        foldsInlined && (node.isInlined || parent.map { nodes[$0].function == function } ?? false)
      // The run queue is nothing that the thread called.
      if let parent, isOfParent || isQueued {
        joint.append(parent)
        hosts.append(nodes[parent].function)
        nodes[parent].own[keyPath: side][number] += time
        continue
      }
      let host = node.isInlined ? node.parent.map { hosts[$0] } ?? function : function
      hosts.append(host)
      let key = Profile.Node(parent: parent, function: function, samples: 0)
      let place = places[key] ?? nodes.count
      if place == nodes.count {
        nodes.append(
          Node(
            parent: key.parent, function: key.function, own: Times(pairs: pairs),
            inclusive: Times(pairs: pairs)))
        places[key] = place
      }
      joint.append(place)
      nodes[place].own[keyPath: side][number] += time
      guard node.isInlined else { continue }
      nodes[place].isInlined[keyPath: flag] = true
      inlinings[function].isInlined[keyPath: flag] = true
      inlinings[function].own[keyPath: sum] += time
      inlinings[host].guests[keyPath: sum] += time
    }
    for (type, samples) in profile.types {
      types[type, default: Times(pairs: pairs)][keyPath: side][number] +=
        Double(samples) * profile.samplePeriod
    }
  }

  var total: Times {
    nodes.reduce(into: Times(pairs: pairs)) { if $1.parent == nil { $0 += $1.inclusive } }
  }

  /// The time in each function itself, and with all that it called; for recursive calls the outermost counts.
  var times: [(own: Times, inclusive: Times)] {
    var times = functions.map { _ in (own: Times(pairs: pairs), inclusive: Times(pairs: pairs)) }
    for node in nodes {
      times[node.function].own += node.own
      if !isWithinItself(node) { times[node.function].inclusive += node.inclusive }
    }
    return times
  }

  private func isWithinItself(_ node: Node) -> Bool {
    var next = node.parent
    while let place = next {
      if nodes[place].function == node.function { return true }
      next = nodes[place].parent
    }
    return false
  }

  /// The functions in all calls of a function, including itself.
  func functions(within function: Int) -> Set<Int> {
    var functions: Set<Int> = []
    var isWithin: [Bool] = []
    for node in nodes {
      isWithin.append(node.function == function || node.parent.map { isWithin[$0] } ?? false)
      if isWithin[isWithin.count - 1] { functions.insert(node.function) }
    }
    return functions
  }

  var callers: [Set<Int>] {
    nodes.reduce(into: functions.map { _ in Set<Int>() }) { callers, node in
      if let parent = node.parent { callers[node.function].insert(nodes[parent].function) }
    }
  }
}
