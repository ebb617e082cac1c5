extension StickerNode {
  /// The sticker at a position.
  func sticker(at position: Int) -> Sticker {
    if isLeaf { return stickers[position] }
    let place = place(of: position)
    return children[place.child].sticker(at: place.position)
  }

  /// What the stickers before a position add up to.
  func totals(before position: Int) -> Totals {
    if isLeaf { return stickers[..<position].reduce(.none) { $0 + Totals(of: $1) } }
    let place = place(of: position)
    return children[..<place.child].reduce(.none) { $0 + $1.totals }
      + children[place.child].totals(before: place.position)
  }

  /// The position of the sticker whose step is under way at a time, which must be within the lead
  /// time.
  func position(at time: Minutes) -> Int {
    var rest = time
    var passed = 0
    if isLeaf {
      while passed < stickers.count - 1, rest >= stickers[passed].minutes {
        rest = rest - stickers[passed].minutes
        passed += 1
      }
      return passed
    }
    var index = 0
    while index < children.count - 1, rest >= children[index].totals.leadTime {
      rest = rest - children[index].totals.leadTime
      passed += children[index].count
      index += 1
    }
    return passed + children[index].position(at: rest)
  }

  /// Adds the stickers of all leaves, leaf by leaf, in order.
  func appendLeaves(to leaves: inout [ContiguousArray<Sticker>]) {
    if isLeaf {
      leaves.append(stickers)
    } else {
      for child in children { child.appendLeaves(to: &leaves) }
    }
  }
}
