/// The price of exactly one unit of an activity: whole øre.
public struct Price: Hashable, Comparable, Sendable {
  /// The øre there can be: 0.00 to 999,999.99 kr.
  static let allowed: ClosedRange<Int64> = 0...99_999_999

  /// In øre.
  public let oere: Int64

  /// A price; nil where there can be none of so many øre.
  init?(oere: Int64) {
    guard Self.allowed.contains(oere) else { return nil }
    self.oere = oere
  }

  /// A price in kroner, such as `21.35`; nil for less than nothing, more than two places after the
  /// point, more than 999,999.99 and what is no number.
  public init?(_ text: String) {
    guard let oere = DecimalText.hundredths(of: text) else { return nil }
    self.init(oere: oere)
  }

  /// Lower before higher.
  public static func < (left: Self, right: Self) -> Bool { left.oere < right.oere }
}

/// The price of a quantity, or a sum of such: exact, in ten-thousandths of a krone, which are
/// hundredths of a unit times øre.
///
/// With 128 bits no sum that fits into memory is too large.
public struct Amount: Hashable, Comparable, Sendable {
  /// In ten-thousandths of a krone.
  public let tenThousandths: Int128

  /// Nothing.
  static let zero = Amount(tenThousandths: 0)

  private init(tenThousandths: Int128) { self.tenThousandths = tenThousandths }

  /// The price times the quantity.
  init(_ quantity: Quantity, at price: Price) {
    tenThousandths = Int128(quantity.hundredths) * Int128(price.oere)
  }

  /// The amount in whole øre; half an øre counts up. Amounts are never negative.
  ///
  /// Only the total of an account is rounded: lines that were rounded each by itself would add up to
  /// something else.
  var rounded: Money { Money(oere: (tenThousandths + 50) / 100) }

  /// Lower before higher.
  public static func < (left: Self, right: Self) -> Bool {
    left.tenThousandths < right.tenThousandths
  }

  static func + (left: Self, right: Self) -> Self {
    Self(tenThousandths: left.tenThousandths + right.tenThousandths)
  }
}

/// Money that is paid: whole øre.
public struct Money: Hashable, Comparable, Sendable {
  /// In øre.
  public let oere: Int128

  /// Lower before higher.
  public static func < (left: Self, right: Self) -> Bool { left.oere < right.oere }

  /// The shares of a team: equal, and of what does not divide an øre each to the first ones.
  func shared(among count: Int) -> [Money] {
    guard count > 0 else { return [] }
    let (share, rest) = oere.quotientAndRemainder(dividingBy: Int128(count))
    return (0..<count).map { Money(oere: share + (Int128($0) < rest ? 1 : 0)) }
  }
}

extension Price: CustomStringConvertible {
  /// In kroner, such as `21.35`.
  public var description: String {
    DecimalText.text(Int128(oere), places: 2, keeping: 2, groups: false)
  }

  var printed: String { DecimalText.text(Int128(oere), places: 2, keeping: 2, groups: true) }
}

extension Amount: CustomStringConvertible {
  /// In kroner and exact, with two to four places, such as `2679.425`.
  public var description: String {
    DecimalText.text(tenThousandths, places: 4, keeping: 2, groups: false)
  }

  var printed: String { DecimalText.text(tenThousandths, places: 4, keeping: 2, groups: true) }
}

extension Money: CustomStringConvertible {
  /// In kroner, such as `7001.10`.
  public var description: String { DecimalText.text(oere, places: 2, keeping: 2, groups: false) }

  var printed: String { DecimalText.text(oere, places: 2, keeping: 2, groups: true) }
}
