extension StickerSequence: RandomAccessCollection, MutableCollection {
  /// The position of the first sticker.
  public var startIndex: Int { 0 }
  /// The position after the last sticker.
  public var endIndex: Int { root.count }

  /// The sticker at a position: O(log n). Going through many is faster with `for … in`, which
  /// walks from leaf to leaf.
  public subscript(position: Int) -> Sticker {
    get {
      precondition(indices.contains(position), "no such sticker")
      return root.sticker(at: position)
    }
    set { replace(at: position, with: newValue) }
  }

  /// A walk over all stickers, in order: O(1) a sticker.
  public func makeIterator() -> Iterator { Iterator(root, from: 0) }

  /// Walks on from a position, 0 to `count`: O(log n) to the first sticker, then O(1) a sticker.
  func iterator(from position: Int) -> Iterator { Iterator(root, from: position) }

  /// Walks over a line as it was when the walk began.
  public struct Iterator: IteratorProtocol {
    /// The inner nodes from the root to the leaf, each with the child that comes next.
    private var path: [(children: ContiguousArray<StickerNode>, next: Int)] = []
    private var leaf: ContiguousArray<Sticker> = []
    private var offset = 0

    init(_ root: StickerNode, from position: Int) {
      var node = root
      var rest = position
      while case .inner(let children) = node.contents {
        let place = StickerNode.place(of: rest, in: children)
        path.append((children, place.child + 1))
        rest = place.position
        node = children[place.child]
      }
      if case .leaf(let stickers) = node.contents { leaf = stickers }
      offset = rest
    }

    /// The next sticker; nil after the last.
    public mutating func next() -> Sticker? {
      guard offset < leaf.count || findLeaf() else { return nil }
      defer { offset += 1 }
      return leaf[offset]
    }

    /// Goes up to the first node that has a further child, and from there down to its first leaf.
    private mutating func findLeaf() -> Bool {
      while let last = path.last, last.next == last.children.count { path.removeLast() }
      guard let last = path.last else { return false }
      path[path.count - 1].next += 1
      var node = last.children[last.next]
      while case .inner(let children) = node.contents {
        path.append((children, 1))
        node = children[0]
      }
      if case .leaf(let stickers) = node.contents { leaf = stickers }
      offset = 0
      return !leaf.isEmpty
    }
  }
}

extension StickerSequence: Hashable {
  /// Equal stickers in equal order; how the lines came about does not matter.
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.totals == right.totals && left.elementsEqual(right)
  }

  /// Equal lines have equal hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for sticker in self { hasher.combine(sticker) }
  }
}
