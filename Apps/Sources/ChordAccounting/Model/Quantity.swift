/// The unit in which an activity is counted.
public enum ActivityUnit: String, Hashable, Sendable, CaseIterable {
  /// Square metres.
  case squareMetres = "m2"
  /// Running metres.
  case runningMetres = "lbm"
  /// Pieces, which are whole.
  case pieces = "pcs"

  /// The unit as it is printed.
  var printed: String { self == .squareMetres ? "m²" : rawValue }
}

/// How much of an activity was done: hundredths of its unit, more than nothing.
public struct Quantity: Hashable, Comparable, Sendable {
  /// The hundredths there can be: 0.01 to 999,999.99.
  static let allowed: ClosedRange<Int64> = 1...99_999_999

  /// In hundredths of the unit.
  public let hundredths: Int64

  /// A quantity; nil where there can be none of so many hundredths.
  init?(hundredths: Int64, of unit: ActivityUnit) {
    guard Self.allowed.contains(hundredths) else { return nil }
    guard unit != .pieces || hundredths % 100 == 0 else { return nil }
    self.hundredths = hundredths
  }

  /// A quantity that was typed, such as `125.5`.
  /// - Throws: ``AccountingError/quantityNotAllowed(_:unit:)`` for nothing or less, for more than two
  ///   places after the point, for parts of pieces and for what is no number.
  public init(_ text: String, of unit: ActivityUnit) throws(AccountingError) {
    guard let hundredths = DecimalText.hundredths(of: text),
      let quantity = Quantity(hundredths: hundredths, of: unit)
    else { throw .quantityNotAllowed(text, unit: unit) }
    self = quantity
  }

  /// Less before more.
  public static func < (left: Self, right: Self) -> Bool { left.hundredths < right.hundredths }
}

extension Quantity: CustomStringConvertible {
  /// The number without zeros at its end, such as `125.5`.
  public var description: String {
    DecimalText.text(Int128(hundredths), places: 2, keeping: 0, groups: false)
  }

  var printed: String { DecimalText.text(Int128(hundredths), places: 2, keeping: 0, groups: true) }
}
