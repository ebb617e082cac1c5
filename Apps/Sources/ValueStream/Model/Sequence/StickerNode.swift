/// A part of a line of stickers: a leaf that holds stickers, or an inner node that holds nodes,
/// with what is below it counted and added up.
///
/// A B+ tree whose nodes are Swift arrays: an array is shared by all copies of a node until one of
/// them is changed, and changed in place where nobody shares it. So a changed line copies the nodes
/// from the root to one leaf and shares the others with its earlier self.
struct StickerNode: Sendable {
  /// The most stickers in a leaf. An edit of a line whose earlier state is kept copies one leaf, so
  /// large leaves make edits slow; small ones make the tree high and walks through it slow.
  static let mostStickers = 32
  /// The most nodes in an inner node, which is copied in such an edit like a leaf.
  static let mostChildren = 16

  /// The content of a node, in order. One array, not an empty one beside it: every copy of a node
  /// counts its references.
  enum Contents: Sendable {
    case leaf(ContiguousArray<Sticker>)
    case inner(ContiguousArray<StickerNode>)

    /// The content of a node while its array is being changed: the array is then held once, and so
    /// changed in place.
    fileprivate static var takenOut: Contents { .leaf([]) }
  }

  private(set) var contents: Contents
  /// The stickers in and below this node.
  private(set) var count = 0
  /// The sum of the stickers below.
  private(set) var totals = Totals.none

  /// A leaf.
  init(stickers: ContiguousArray<Sticker>) {
    contents = .leaf(stickers)
    count = stickers.count
    totals = stickers.reduce(.none) { $0 + Totals(of: $1) }
  }

  /// An inner node.
  init(children: ContiguousArray<StickerNode>) {
    contents = .inner(children)
    for child in children {
      count += child.count
      totals = totals + child.totals
    }
  }

  /// A Boolean value indicating whether it holds so little that it is joined with a neighbour. A
  /// quarter, not half: a node that was just split or joined is then some edits away from the next
  /// such work.
  private var isSparse: Bool {
    switch contents {
    case .leaf(let stickers): stickers.count < Self.mostStickers / 4
    case .inner(let children): children.count < Self.mostChildren / 4
    }
  }

  private var isOverfull: Bool {
    switch contents {
    case .leaf(let stickers): stickers.count > Self.mostStickers
    case .inner(let children): children.count > Self.mostChildren
    }
  }

  /// Where a sticker is found: the child that holds it and its position there. The end of the
  /// line belongs to the last child.
  static func place(
    of position: Int, in children: ContiguousArray<StickerNode>
  ) -> (child: Int, position: Int) {
    var rest = position
    var index = 0
    while index < children.count - 1, rest >= children[index].count {
      rest -= children[index].count
      index += 1
    }
    return (index, rest)
  }

  /// Puts a sticker at a position.
  /// - Returns: the right half of the node where it would have held too much; else nil.
  mutating func insert(_ sticker: Sticker, at position: Int) -> StickerNode? {
    count += 1
    totals = totals + Totals(of: sticker)
    switch contents {
    case .leaf(var stickers):
      contents = .takenOut
      stickers.insert(sticker, at: position)
      contents = .leaf(stickers)
    case .inner(var children):
      contents = .takenOut
      let place = Self.place(of: position, in: children)
      if let half = children[place.child].insert(sticker, at: place.position) {
        children.insert(half, at: place.child + 1)
      }
      contents = .inner(children)
    }
    return isOverfull ? splitOff() : nil
  }

  /// Takes the sticker at a position out.
  mutating func remove(at position: Int) -> Sticker {
    let removed: Sticker
    switch contents {
    case .leaf(var stickers):
      contents = .takenOut
      removed = stickers.remove(at: position)
      contents = .leaf(stickers)
    case .inner(var children):
      contents = .takenOut
      let place = Self.place(of: position, in: children)
      removed = children[place.child].remove(at: place.position)
      if children[place.child].isSparse { Self.refill(place.child, of: &children) }
      contents = .inner(children)
    }
    count -= 1
    totals = totals - Totals(of: removed)
    return removed
  }

  /// Puts another sticker in the place of one.
  /// - Returns: the sticker that stood there.
  mutating func replace(at position: Int, with sticker: Sticker) -> Sticker {
    let replaced: Sticker
    switch contents {
    case .leaf(var stickers):
      contents = .takenOut
      replaced = stickers[position]
      stickers[position] = sticker
      contents = .leaf(stickers)
    case .inner(var children):
      contents = .takenOut
      let place = Self.place(of: position, in: children)
      replaced = children[place.child].replace(at: place.position, with: sticker)
      contents = .inner(children)
    }
    totals = totals - Totals(of: replaced) + Totals(of: sticker)
    return replaced
  }

  /// Keeps the left half; the right half is the result.
  private mutating func splitOff() -> StickerNode {
    let right: StickerNode
    switch contents {
    case .leaf(let stickers):
      let half = stickers.count / 2
      self = StickerNode(stickers: ContiguousArray(stickers[..<half]))
      right = StickerNode(stickers: ContiguousArray(stickers[half...]))
    case .inner(let children):
      let half = children.count / 2
      self = StickerNode(children: ContiguousArray(children[..<half]))
      right = StickerNode(children: ContiguousArray(children[half...]))
    }
    return right
  }

  /// Joins a sparse child with a neighbour, and shares evenly between both what is too much for
  /// one.
  private static func refill(_ index: Int, of children: inout ContiguousArray<StickerNode>) {
    guard children.count > 1 else { return }
    let left = max(index - 1, 0)
    children[left].append(children.remove(at: left + 1))
    if children[left].isOverfull {
      children.insert(children[left].splitOff(), at: left + 1)
    }
  }

  /// Adds what a node of the same height holds.
  private mutating func append(_ right: StickerNode) {
    switch (contents, right.contents) {
    case (.leaf(let stickers), .leaf(let more)): self = StickerNode(stickers: stickers + more)
    case (.inner(let children), .inner(let more)): self = StickerNode(children: children + more)
    case (.leaf, .inner), (.inner, .leaf): preconditionFailure("nodes of different height")
    }
  }
}
