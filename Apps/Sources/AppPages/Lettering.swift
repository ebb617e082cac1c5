/// The look of a text.
package struct Lettering: Hashable, Sendable {
  /// A generic name, so that a page looks alike on every machine.
  package var family: String
  /// In points.
  package var size: Double
  package var isBold: Bool
  package var ink: Ink
  package var alignment: Alignment
  /// A Boolean value indicating whether it breaks into as many lines as its box holds; else it is
  /// one line.
  package var wraps: Bool
  /// A Boolean value indicating whether several lines begin at the top of their box; else they stand in
  /// its middle, as a single one does.
  package var beginsAtTop: Bool

  package init(
    family: String = "Sans", size: Double, isBold: Bool = false, ink: Ink = .black,
    alignment: Alignment = .left, wraps: Bool = false, beginsAtTop: Bool = true
  ) {
    self.family = family
    self.size = size
    self.isBold = isBold
    self.ink = ink
    self.alignment = alignment
    self.wraps = wraps
    self.beginsAtTop = beginsAtTop
  }

  package enum Alignment: Hashable, Sendable {
    case left
    case centre
    case right
  }
}
