/// Edits of the line: which stickers stand where.
extension MapEditor {
  /// Makes a sticker right after the focused one, which hands it the focus.
  /// - Parameter contents: fills in the new sticker, which is blank but for its ``style``.
  /// - Throws: ``MapError/nothingFocused``, or what `contents` throws.
  public mutating func insertAfterFocus(
    _ contents: (inout Sticker) throws(MapError) -> Void = { _ in }
  ) throws(MapError) {
    let position = try focusedPosition() + 1
    let before = surroundings
    let sticker = try make(at: position, contents)
    keep(.insert(sticker, at: position), since: before, focus: position, isOther: true)
  }

  /// Makes a sticker at a position: before the first, between two, or after the last. The focus
  /// stays with its sticker.
  /// - Parameters:
  ///   - position: 0 to the number of stickers.
  ///   - contents: fills in the new sticker, which is blank but for its ``style``.
  /// - Throws: ``MapError/noPlace(position:count:)``, or what `contents` throws.
  public mutating func insert(
    at position: Int, _ contents: (inout Sticker) throws(MapError) -> Void = { _ in }
  ) throws(MapError) {
    let before = surroundings
    let sticker = try make(at: position, contents)
    keep(
      .insert(sticker, at: position), since: before,
      focus: focus.map { $0 < position ? $0 : $0 + 1 })
  }

  /// Takes the focused sticker off the map; the next one gets the focus, or the one before where
  /// it was the last.
  /// - Throws: ``MapError/nothingFocused``.
  public mutating func remove() throws(MapError) {
    try remove(at: focusedPosition())
  }

  /// Takes a sticker off the map.
  /// - Throws: ``MapError/noSticker(position:count:)``.
  public mutating func remove(at position: Int) throws(MapError) {
    let before = surroundings
    let sticker = try map.remove(at: position)
    let next = focus.map { position < $0 ? $0 - 1 : min($0, map.stickers.count - 1) }
    keep(
      .remove(sticker, at: position), since: before, focus: map.stickers.isEmpty ? nil : next,
      isOther: position == focus)
  }

  /// Moves the focused sticker, and the focus with it.
  /// - Parameter target: the position that it has afterwards.
  /// - Throws: ``MapError/nothingFocused``, ``MapError/noSticker(position:count:)``.
  public mutating func move(to target: Int) throws(MapError) {
    try move(from: focusedPosition(), to: target)
  }

  /// Moves a sticker to the position that it has afterwards; the others close up.
  /// - Throws: ``MapError/noSticker(position:count:)``, for either position.
  public mutating func move(from position: Int, to target: Int) throws(MapError) {
    if position == target, map.stickers.indices.contains(position) { return }
    let before = surroundings
    try map.move(from: position, to: target)
    let next = focus.map { focus in
      if focus == position { return target }
      let closedUp = position < focus ? focus - 1 : focus
      return target <= closedUp ? closedUp + 1 : closedUp
    }
    keep(.move(from: position, to: target), since: before, focus: next)
  }

  private mutating func make(
    at position: Int, _ contents: (inout Sticker) throws(MapError) -> Void
  ) throws(MapError) -> Sticker {
    let style = style
    return try map.insert(at: position) { sticker throws(MapError) in
      sticker.font = style.font
      sticker.background = style.background
      try contents(&sticker)
    }
  }
}
