/// Edits of the focused sticker. Fonts and colours are those of their lists: text becomes one by
/// ``StickerFont/init(family:size:)`` and ``BackgroundColour/init(named:)``, which refuse others.
extension MapEditor {
  /// Says what the step does for the customer.
  /// - Throws: ``MapError/nothingFocused``.
  public mutating func classify(as classification: Classification) throws(MapError) {
    try change { $0.classification = classification }
  }

  /// Says how long the step takes.
  /// - Throws: ``MapError/nothingFocused``, ``MapError/durationNotAllowed(minutes:)``.
  public mutating func setDuration(minutes: Double) throws(MapError) {
    try change { sticker throws(MapError) in sticker.minutes = try Minutes(minutes) }
  }

  /// Replaces the text.
  /// - Throws: ``MapError/nothingFocused``, ``MapError/textTooLong(bytes:limit:)``.
  public mutating func write(_ text: String) throws(MapError) {
    try change { sticker throws(MapError) in try sticker.write(text) }
  }

  /// Sets the text in another font, which new stickers have from then on.
  /// - Throws: ``MapError/nothingFocused``.
  public mutating func setFont(_ font: StickerFont) throws(MapError) {
    try change { $0.font = font }
    style.font = font
  }

  /// Changes the colour of the paper, which new stickers have from then on.
  /// - Throws: ``MapError/nothingFocused``.
  public mutating func setBackground(_ background: BackgroundColour) throws(MapError) {
    try change { $0.background = background }
    style.background = background
  }

  /// Draws the step with another symbol.
  /// - Throws: ``MapError/nothingFocused``.
  public mutating func draw(as symbol: StepSymbol) throws(MapError) {
    try change { $0.symbol = symbol }
  }

  private mutating func change(
    _ change: (inout Sticker) throws(MapError) -> Void
  ) throws(MapError) {
    let position = try focusedPosition()
    let (before, after) = try map.change(at: position, change)
    if after != before {
      keep(.change(before: before, after: after, at: position), since: nil, focus: position)
    }
  }
}
