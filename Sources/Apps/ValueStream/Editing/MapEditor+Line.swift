/// Edits of the line: which stickers stand where.
extension MapEditor {
  /// Makes a sticker right after the focused one, which hands it the focus.
  /// - Parameter contents: fills in the new sticker, which is blank.
  /// - Throws: ``MapError/nothingFocused``, or what `contents` throws.
  public mutating func insertAfterFocus(
    _ contents: (inout Sticker) throws(MapError) -> Void = { _ in }
  ) throws(MapError) {
    let position = try focusedPosition() + 1
    try edit { state throws(MapError) in
      try state.map.insert(at: position, contents)
      state.focus = position
    }
    showFront()
  }

  /// Makes a sticker at a position: before the first, between two, or after the last. The focus
  /// stays with its sticker.
  /// - Parameters:
  ///   - position: 0 to the number of stickers.
  ///   - contents: fills in the new sticker, which is blank.
  /// - Throws: ``MapError/noPlace(position:count:)``, or what `contents` throws.
  public mutating func insert(
    at position: Int, _ contents: (inout Sticker) throws(MapError) -> Void = { _ in }
  ) throws(MapError) {
    try edit { state throws(MapError) in
      try state.map.insert(at: position, contents)
      if let focus = state.focus, position <= focus { state.focus = focus + 1 }
    }
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
    let isFocused = position == focus
    try edit { state throws(MapError) in
      try state.map.remove(at: position)
      guard let focus = state.focus else { return }
      let last = state.map.stickers.count - 1
      if position < focus {
        state.focus = focus - 1
      } else if focus > last {
        state.focus = last < 0 ? nil : last
      }
    }
    if isFocused { showFront() }
  }

  /// Moves the focused sticker, and the focus with it.
  /// - Parameter target: the position that it has afterwards.
  /// - Throws: ``MapError/nothingFocused``, ``MapError/noSticker(position:count:)``.
  public mutating func move(to target: Int) throws(MapError) {
    try move(from: focusedPosition(), to: target)
  }

  /// Moves a sticker; the others close up.
  /// - Parameter target: the position that it has afterwards.
  /// - Throws: ``MapError/noSticker(position:count:)``, for either position.
  public mutating func move(from position: Int, to target: Int) throws(MapError) {
    if position == target, map.stickers.indices.contains(position) { return }
    try edit { state throws(MapError) in
      try state.map.move(from: position, to: target)
      guard var focus = state.focus else { return }
      if focus == position {
        focus = target
      } else {
        if position < focus { focus -= 1 }
        if target <= focus { focus += 1 }
      }
      state.focus = focus
    }
  }
}
