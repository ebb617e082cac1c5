/// The number by which the dictionary knows an activity.
public struct PositionNumber: Hashable, Comparable, Sendable {
  /// The numbers there can be.
  public static let numbers: ClosedRange<Int64> = 1...999_999_999

  /// The number as it is printed.
  public let number: Int64

  /// The position of a number; nil for one out of ``numbers``, which no dictionary has.
  public init?(_ number: Int64) {
    guard Self.numbers.contains(number) else { return nil }
    self.number = number
  }

  /// Lower before higher.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension PositionNumber: CustomStringConvertible {
  /// The number.
  public var description: String { String(number) }
}
