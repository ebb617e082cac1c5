import Analysis
import Recording

/// The places of one side's calls in a flame graph: the outermost on top, each as wide as its share of that
/// side's cost and run queue together, with its callees below.
struct FlameLayout {
  /// The boxes; every caller comes before its callees.
  private(set) var boxes: [Box] = []

  var depth: Int { (boxes.map(\.row).max() ?? -1) + 1 }

  /// A call, or several that are too small to draw.
  struct Box: Equatable {
    let row: Int
    /// Shares of the whole width.
    let start: Double
    let width: Double
    let content: Content
  }

  enum Content: Equatable {
    /// The node at this place in the tree.
    case call(Int)
    /// This many calls together.
    case small(Int)
  }

  /// Smaller calls are drawn together, unless they are shown to have changed.
  static let leastShare = 0.003
  /// Deeper calls are drawn together.
  static let deepest = 60

  private let tree: DifferenceTree
  private let side: KeyPath<CostChange, Double>
  private let children: [[Int]]

  /// Lays out a tree by the times of one side.
  init(_ tree: DifferenceTree, of side: KeyPath<CostChange, Double>) {
    self.tree = tree
    self.side = side
    var children = [[Int]](repeating: [], count: tree.nodes.count)
    for (place, node) in tree.nodes.enumerated() {
      if let parent = node.parent { children[parent].append(place) }
    }
    // The same on both sides: what takes most of both comes first.
    func ordered(_ places: [Int]) -> [Int] {
      places.sorted { tree.nodes[$0].bothSides > tree.nodes[$1].bothSides }
    }
    self.children = children.map(ordered)
    let roots = ordered(tree.nodes.indices.filter { tree.nodes[$0].parent == nil })
    let total = roots.reduce(0) { $0 + time($1) }
    guard total > 0 else { return }
    add(roots, row: 0, from: 0, total: total)
  }

  private func time(_ place: Int) -> Double { tree.nodes[place].inclusive[keyPath: side] }

  private mutating func add(_ places: [Int], row: Int, from start: Double, total: Double) {
    let isLast = row == Self.deepest
    let drawn = places.filter {
      let isWide = time($0) / total >= Self.leastShare
      return !isLast && time($0) > 0 && (isWide || tree.nodes[$0].inclusive.isShown)
    }
    var end = start
    for place in drawn {
      let width = time(place) / total
      boxes.append(Box(row: row, start: end, width: width, content: .call(place)))
      add(children[place], row: row + 1, from: end, total: total)
      end += width
    }
    let rest = places.filter { !drawn.contains($0) && time($0) > 0 }
    let width = rest.reduce(0) { $0 + time($1) } / total
    guard width >= Self.leastShare else { return }
    let count = rest.reduce(0) { $0 + size(of: $1) }
    boxes.append(Box(row: row, start: end, width: width, content: .small(count)))
  }

  private func size(of place: Int) -> Int { children[place].reduce(1) { $0 + size(of: $1) } }

  /// A Boolean value indicating whether a side has visible calls that the other side lacks: only its own
  /// picture shows them.
  static func hasOwnCalls(
    _ tree: DifferenceTree, on side: KeyPath<CostChange, Double>,
    notOn other: KeyPath<CostChange, Double>
  ) -> Bool {
    let total = tree.nodes.filter { $0.parent == nil }.reduce(0) {
      $0 + $1.inclusive[keyPath: side]
    }
    return tree.nodes.contains {
      $0.inclusive[keyPath: other] == 0 && $0.inclusive[keyPath: side] >= total * leastShare
    }
  }
}

extension DifferenceTree.Node {
  /// ns of both sides together.
  fileprivate var bothSides: Double { inclusive.baseline + inclusive.candidate }
}
