/// A number given by people, and its possible range: exact, from one number to another, or the answers of
/// several people.
public struct Amount: Hashable, Sendable {
  /// The best single number: the middle of a range, the mean of answers.
  public let value: Double
  /// From the lowest to the highest possible number; for answers, those that anybody gave.
  public let range: ClosedRange<Double>

  /// The greatest amount, so that products and sums of many stay finite.
  public static let greatest = 1e12

  /// An exact amount.
  /// - Throws: ``WeighingError/amount(_:)`` unless it lies between 0 and ``greatest``.
  public init(_ value: Double) throws(WeighingError) {
    try self.init(value: value, from: value, to: value)
  }

  /// An amount from one number to another; its value is the middle.
  /// - Throws: ``WeighingError/amount(_:)`` as for an exact amount,
  ///   ``WeighingError/rangeReversed(low:high:)``.
  public init(from low: Double, to high: Double) throws(WeighingError) {
    try self.init(value: (low + high) / 2, from: low, to: high)
  }

  /// Several people's answers: the mean, from the lowest answer to the highest.
  ///
  /// The range is that of the answers, not a confidence interval. What holds over it holds whoever of them is
  /// right, without assumptions about who was asked.
  /// - Throws: ``WeighingError/noAnswers``, ``WeighingError/amount(_:)``.
  public init(answers: [Double]) throws(WeighingError) {
    guard let low = answers.min(), let high = answers.max() else { throw .noAnswers }
    for answer in answers { try Self.check(answer) }
    let mean = answers.reduce(0, +) / Double(answers.count)
    // Rounding may move the mean of equal answers by the last bit.
    try self.init(value: min(max(mean, low), high), from: low, to: high)
  }

  /// The hours that several developers needed to learn a skill.
  ///
  /// A 0 means that a developer already had the skill, and says nothing about how long it takes. Such answers
  /// are left out, unless all are 0.
  /// - Throws: the errors of ``init(answers:)``.
  public init(hoursOfDevelopers hours: [Double]) throws(WeighingError) {
    let learners = hours.filter { $0 != 0 }
    try self.init(answers: learners.isEmpty ? hours : learners)
  }

  private init(value: Double, from low: Double, to high: Double) throws(WeighingError) {
    for number in [value, low, high] { try Self.check(number) }
    guard low <= high else { throw .rangeReversed(low: low, high: high) }
    self.value = value
    range = low...high
  }

  private static func check(_ number: Double) throws(WeighingError) {
    guard number >= 0, number <= greatest else { throw .amount(number) }
  }
}

extension Amount {
  /// A Boolean value indicating whether it is one number alone.
  public var isExact: Bool { range.lowerBound == range.upperBound }

  /// The product of two amounts, over both ranges.
  /// - Throws: ``WeighingError/amount(_:)`` if it exceeds ``greatest``.
  func times(_ other: Amount) throws(WeighingError) -> Amount {
    try Amount(
      value: value * other.value, from: range.lowerBound * other.range.lowerBound,
      to: range.upperBound * other.range.upperBound)
  }
}

/// The reason why numbers cannot be weighed.
public enum WeighingError: Error, Hashable, Sendable {
  /// An amount is negative, too great, or not a number.
  case amount(Double)
  /// A range's low end is above its high end.
  case rangeReversed(low: Double, high: Double)
  /// Nobody answered.
  case noAnswers
  /// All weights are 0, so there are no shares.
  case noWeight
}

extension WeighingError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .amount(let number): "\(number) is not an amount; allowed: 0 to \(Amount.greatest)"
    case .rangeReversed(let low, let high):
      "the range from \(low) to \(high) ends below its beginning"
    case .noAnswers: "there are no answers"
    case .noWeight: "all weights are 0"
    }
  }
}
