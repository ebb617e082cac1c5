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

  /// A leaf's stickers, in order; none in an inner node.
  private(set) var stickers: ContiguousArray<Sticker> = []
  /// An inner node's parts, in order; none in a leaf.
  private(set) var children: ContiguousArray<StickerNode> = []
  /// The stickers in and below this node.
  private(set) var count = 0
  /// What they add up to.
  private(set) var totals = Totals.none

  /// A leaf.
  init(stickers: ContiguousArray<Sticker>) {
    self.stickers = stickers
    count = stickers.count
    totals = stickers.reduce(.none) { $0 + Totals(of: $1) }
  }

  /// An inner node.
  init(children: ContiguousArray<StickerNode>) {
    self.children = children
    for child in children {
      count += child.count
      totals = totals + child.totals
    }
  }

  /// Whether it holds stickers itself, or none at all.
  var isLeaf: Bool { children.isEmpty }

  /// Whether it holds so little that it is joined with a neighbour. A quarter, not half: a node
  /// that was just split or joined is then some edits away from the next such work.
  private var isSparse: Bool {
    isLeaf ? stickers.count < Self.mostStickers / 4 : children.count < Self.mostChildren / 4
  }

  private var isOverfull: Bool {
    stickers.count > Self.mostStickers || children.count > Self.mostChildren
  }

  /// Where a sticker is found: the child that holds it and its position there. The end of the
  /// line belongs to the last child.
  func place(of position: Int) -> (child: Int, position: Int) {
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
    if isLeaf {
      stickers.insert(sticker, at: position)
    } else {
      let place = place(of: position)
      if let half = children[place.child].insert(sticker, at: place.position) {
        children.insert(half, at: place.child + 1)
      }
    }
    return isOverfull ? splitOff() : nil
  }

  /// Takes the sticker at a position out.
  mutating func remove(at position: Int) -> Sticker {
    let removed: Sticker
    if isLeaf {
      removed = stickers.remove(at: position)
    } else {
      let place = place(of: position)
      removed = children[place.child].remove(at: place.position)
      if children[place.child].isSparse { refill(place.child) }
    }
    count -= 1
    totals = totals - Totals(of: removed)
    return removed
  }

  /// Puts another sticker in the place of one.
  /// - Returns: the sticker that stood there.
  mutating func replace(at position: Int, with sticker: Sticker) -> Sticker {
    let replaced: Sticker
    if isLeaf {
      replaced = stickers[position]
      stickers[position] = sticker
    } else {
      let place = place(of: position)
      replaced = children[place.child].replace(at: place.position, with: sticker)
    }
    totals = totals - Totals(of: replaced) + Totals(of: sticker)
    return replaced
  }

  /// Keeps the left half; the right half is the result.
  private mutating func splitOff() -> StickerNode {
    let right: StickerNode
    if isLeaf {
      let half = stickers.count / 2
      right = StickerNode(stickers: ContiguousArray(stickers[half...]))
      stickers.removeSubrange(half...)
    } else {
      let half = children.count / 2
      right = StickerNode(children: ContiguousArray(children[half...]))
      children.removeSubrange(half...)
    }
    count -= right.count
    totals = totals - right.totals
    return right
  }

  /// Joins a sparse child with a neighbour, and shares evenly between both what is too much for
  /// one.
  private mutating func refill(_ index: Int) {
    guard children.count > 1 else { return }
    let left = max(index - 1, 0)
    var joined = children[left].joined(with: children.remove(at: left + 1))
    if joined.isOverfull { children.insert(joined.splitOff(), at: left + 1) }
    children[left] = joined
  }

  private func joined(with right: StickerNode) -> StickerNode {
    isLeaf
      ? StickerNode(stickers: stickers + right.stickers)
      : StickerNode(children: children + right.children)
  }
}
