import Recording

/// The profiles of all pairs in one tree, so that each call has a time in every run.
struct JointProfile {
  /// All functions, each once.
  private(set) var functions: [ProfiledFunction] = []
  /// The calls; every parent stands before its children.
  private(set) var nodes: [Node] = []
  /// The objects of each type.
  private(set) var types: [String: Times] = [:]
  private var places: [Profile.Node: Int] = [:]
  private var numbers: [ProfiledFunction: Int] = [:]
  let pairs: Int

  /// A function as it was called by another, with its time in every run.
  struct Node {
    let parent: Int?
    let function: Int
    /// ns, pair by pair.
    var own: Times
    var inclusive: Times
  }

  /// ns of both sides, pair by pair.
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

  init(_ profiles: [Pair<Profile>]) {
    pairs = profiles.count
    for (number, pair) in profiles.enumerated() {
      add(pair.baseline) { $0.baseline[number] += $1 }
      add(pair.candidate) { $0.candidate[number] += $1 }
    }
    for place in nodes.indices.reversed() {
      nodes[place].inclusive += nodes[place].own
      if let parent = nodes[place].parent {
        let more = nodes[place].inclusive
        nodes[parent].inclusive += more
      }
    }
  }

  private mutating func add(_ profile: Profile, _ count: (inout Times, Double) -> Void) {
    let known = profile.functions.map { function in
      if let number = numbers[function] { return number }
      functions.append(function)
      numbers[function] = functions.count - 1
      return functions.count - 1
    }
    var joint: [Int] = []
    for node in profile.nodes {
      let key = Profile.Node(
        parent: node.parent.map { joint[$0] }, function: known[node.function], samples: 0)
      let place = places[key] ?? nodes.count
      if place == nodes.count {
        nodes.append(
          Node(
            parent: key.parent, function: key.function, own: Times(pairs: pairs),
            inclusive: Times(pairs: pairs)))
        places[key] = place
      }
      joint.append(place)
      count(&nodes[place].own, Double(node.samples) * profile.samplePeriod)
    }
    for (type, samples) in profile.types {
      count(&types[type, default: Times(pairs: pairs)], Double(samples) * profile.samplePeriod)
    }
  }

  /// The time of all calls together.
  var total: Times {
    nodes.reduce(into: Times(pairs: pairs)) { if $1.parent == nil { $0 += $1.inclusive } }
  }

  /// The time in each function itself, and in it with all that it called; of calls of a function within
  /// itself the outermost counts.
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

  /// The functions by which each is called.
  var callers: [Set<Int>] {
    nodes.reduce(into: functions.map { _ in Set<Int>() }) { callers, node in
      if let parent = node.parent { callers[node.function].insert(nodes[parent].function) }
    }
  }
}
