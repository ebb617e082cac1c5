import Analysis
import Recording
import Reports

/// The calls of a story on a build: the profiles of all of its runs in one tree.
struct CallTree {
  /// The story, and the build if there are several.
  let name: [String]
  let story: String
  let build: String
  /// The unit, the same in all profiles.
  private(set) var unit = Profile.Unit.cpuTime
  private(set) var functions: [ProfiledFunction] = []
  /// The nodes; every parent comes before its children.
  private(set) var nodes: [Node] = []
  private var functionPlaces: [ProfiledFunction: Int] = [:]
  private var nodePlaces: [NodeKey: Int] = [:]

  /// A function as called by another.
  struct Node {
    let parent: Int?
    let function: Int
    let isInlined: Bool
    var samples = 0
    /// The time in the function itself, ns; or blocks or bytes.
    var time = 0.0
  }

  private struct NodeKey: Hashable {
    let parent: Int?
    let function: Int
    let isInlined: Bool
  }

  init(_ name: [String], story: String, build: String) {
    self.name = name
    self.story = story
    self.build = build
  }

  mutating func add(_ profile: Profile) {
    unit = profile.unit
    let own = profile.functions.map { place(of: $0) }
    var places: [Int] = []
    for node in profile.nodes {
      let key = NodeKey(
        parent: node.parent.map { places[$0] }, function: own[node.function],
        isInlined: node.isInlined)
      let place = nodePlaces[key] ?? nodes.count
      if place == nodes.count {
        nodes.append(Node(parent: key.parent, function: key.function, isInlined: key.isInlined))
        nodePlaces[key] = place
      }
      nodes[place].samples += node.samples
      nodes[place].time += Double(node.samples) * profile.samplePeriod
      places.append(place)
    }
  }

  private mutating func place(of function: ProfiledFunction) -> Int {
    if let place = functionPlaces[function] { return place }
    functions.append(function)
    functionPlaces[function] = functions.count - 1
    return functions.count - 1
  }

  var places: [Int] { nodes.indices.filter { nodes[$0].samples > 0 } }

  /// The places of the functions that lead to a node, the outermost first.
  func path(to place: Int) -> [Int] { way(to: place).map { nodes[$0].function } }

  /// The places of the nodes that lead to a node, the outermost first, and its own.
  func way(to place: Int) -> [Int] {
    var way: [Int] = []
    var next: Int? = place
    while let place = next {
      way.append(place)
      next = nodes[place].parent
    }
    return way.reversed()
  }
}

extension [ExportedExperiment] {
  /// The calls of each story on each build of the only experiment, in its order; of pairs only in rounds in which
  /// each of the profiled builds has a profile, so that sums can be compared.
  /// - Throws: `OutputError.noMeasurements` if no run was profiled.
  func callTrees(
    for format: ExportFormat, ofPairs: Bool = false
  ) throws(OutputError) -> [CallTree] {
    let experiment = try only(for: format.rawValue)
    let profiled = experiment.analysis.runs.filter { $0.profile != nil }
    let builds = Set(profiled.map(\.build))
    var trees: [CallTree] = []
    for story in experiment.analysis.stories {
      let own = profiled.filter { $0.story == story }
      let rounds = Dictionary(grouping: own, by: \.round)
        .filter { !ofPairs || Set($0.value.map(\.build)) == builds }
      for build in experiment.analysis.builds {
        var tree = CallTree(experiment.name(story: story, build: build), story: story, build: build)
        for run in own where run.build == build && rounds[run.round] != nil {
          if let profile = run.profile { tree.add(profile) }
        }
        // A build that allocates nothing here is still a side.
        if !tree.places.isEmpty || !tree.unit.isTime { trees.append(tree) }
      }
    }
    guard trees.contains(where: { !$0.places.isEmpty }) else {
      throw .noMeasurements(
        format: format.rawValue, wanted: "a profile, as 'rehearse explain' makes them")
    }
    return trees
  }
}
