extension MapEditor {
  /// Gives the focus to a sticker.
  /// - Throws: ``MapError/noSticker(position:count:)``.
  public mutating func focus(on position: Int) throws(MapError) {
    guard map.stickers.indices.contains(position) else {
      throw .noSticker(position: position, count: map.stickers.count)
    }
    setFocus(position)
  }

  /// Gives the focus to the next sticker, or to the first where none has it.
  /// - Returns: false, and all is as it was, where there is none.
  @discardableResult
  public mutating func focusNext() -> Bool {
    moveFocus(to: focus.map { $0 + 1 } ?? 0)
  }

  /// Gives the focus to the sticker before, or to the last where none has it.
  /// - Returns: false, and all is as it was, where there is none.
  @discardableResult
  public mutating func focusPrevious() -> Bool {
    moveFocus(to: (focus ?? map.stickers.count) - 1)
  }

  private mutating func moveFocus(to position: Int) -> Bool {
    guard map.stickers.indices.contains(position) else { return false }
    setFocus(position)
    return true
  }
}
