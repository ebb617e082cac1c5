extension StickerNode {
  /// The sticker at a position.
  func sticker(at position: Int) -> Sticker {
    switch contents {
    case .leaf(let stickers): return stickers[position]
    case .inner(let children):
      let place = Self.place(of: position, in: children)
      return children[place.child].sticker(at: place.position)
    }
  }

  /// Returns what the stickers before a position add up to.
  func totals(before position: Int) -> Totals {
    switch contents {
    case .leaf(let stickers):
      return stickers[..<position].reduce(.none) { $0 + Totals(of: $1) }
    case .inner(let children):
      let place = Self.place(of: position, in: children)
      return children[..<place.child].reduce(.none) { $0 + $1.totals }
        + children[place.child].totals(before: place.position)
    }
  }

  /// Adds the stickers of all leaves, leaf by leaf, in order.
  func appendLeaves(to leaves: inout [ContiguousArray<Sticker>]) {
    switch contents {
    case .leaf(let stickers): leaves.append(stickers)
    case .inner(let children): for child in children { child.appendLeaves(to: &leaves) }
    }
  }
}
