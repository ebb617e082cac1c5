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

  /// What the stickers before a position add up to.
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

  /// The position of the sticker whose step is under way at a time, which must be within the lead
  /// time.
  func position(at time: Minutes) -> Int {
    var rest = time
    switch contents {
    case .leaf(let stickers):
      var index = 0
      while index < stickers.count - 1, rest >= stickers[index].minutes {
        rest = rest - stickers[index].minutes
        index += 1
      }
      return index
    case .inner(let children):
      var index = 0
      var passed = 0
      while index < children.count - 1, rest >= children[index].totals.leadTime {
        rest = rest - children[index].totals.leadTime
        passed += children[index].count
        index += 1
      }
      return passed + children[index].position(at: rest)
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
