/// The number of digits that people are shown.
///
/// One rule holds in tables, sentences, charts and their alternative texts, so that a value is the
/// same number wherever it stands:
///
/// - A value whose standard error is known ends with the second significant digit of that error
///   (``uncertainty(_:)``); both ends of its interval, and what it is held against, end there too.
/// - A single value that stands among others of its kind, such as one run's among the runs of a
///   story on a build, ends with the second digit of their standard deviation: digits below say
///   nothing of one beside another.
/// - A value that stands alone has four significant digits (``plain``), exact counters too. What
///   they are exact to would be nanoseconds and pages, and no two runs agree in those.
/// - What is itself an uncertainty, such as a standard deviation or the least change that can be
///   found, has two: it is rounded by itself. An amount to act on has at most two (``coarse``).
/// - Statistics of measurements that were taken in have seven (``spreadsheet``): people hold them
///   against what their source prints.
///
/// Which error goes with which value stands beside the measurements: by `Summary`, `Estimate`,
/// `MeanShift` and the like. JSON and CSV have all digits.
///
/// Equal numbers in equal formats look the same in every table and on every machine: no
/// locale is asked, there is no grouping, and the decimal sign is a point. Rounding starts
/// from the shortest decimal that names the number, half away from zero, as spreadsheets
/// do: 2.675 to two decimals is 2.68.
public struct NumberFormat: Hashable, Sendable {
  /// Up to which digit a number is shown.
  public let precision: Precision
  /// A Boolean value indicating whether numbers above zero carry a plus sign, as changes should.
  public let showsPlus: Bool

  /// A format with this precision.
  public init(_ precision: Precision, showsPlus: Bool = false) {
    self.precision = precision
    self.showsPlus = showsPlus
  }

  /// At most four significant digits, for measurements whose uncertainty is unknown.
  public static let plain = NumberFormat(.significantDigits(4))

  /// At most two significant digits, for amounts that are only to be acted on, p values and bounds.
  public static let coarse = NumberFormat(.significantDigits(2))

  /// At most seven significant digits, as spreadsheets show numbers that nobody has rounded.
  public static let spreadsheet = NumberFormat(.significantDigits(7))

  /// Whole numbers.
  public static let integer = NumberFormat(.decimals(0))

  /// Exactly this many decimals.
  public static func decimals(_ count: Int) -> NumberFormat {
    NumberFormat(.decimals(count))
  }

  /// Up to the second significant digit of the standard error.
  public static func uncertainty(_ standardError: Double) -> NumberFormat {
    NumberFormat(.uncertainty(standardError))
  }

  /// A share that is known exactly, such as a rule's limit, in percent.
  public static func percent(_ share: Double) -> String {
    plain.string(for: share * 100)
  }

  /// A share that was estimated, in percent with two digits.
  public static func twoDigitPercent(_ share: Double) -> String {
    uncertainty(share * 100).string(for: share * 100)
  }

  /// The same precision, with a plus sign on numbers above zero.
  public var withPlus: NumberFormat { NumberFormat(precision, showsPlus: true) }
}

extension NumberFormat {
  /// Up to which digit a number is shown.
  public enum Precision: Hashable, Sendable {
    /// At most this many significant digits, without trailing zeros. Digits before the
    /// decimal point are never rounded away: 12345.6 is 12346 in four digits as well.
    case significantDigits(Int)
    /// Exactly this many decimals.
    case decimals(Int)
    /// Up to the second significant digit of this standard error: 4.0213 ± 0.0134 is 4.021,
    /// and 56789 ± 1234 is 56800. An error of 0, one below the spacing of floating-point
    /// numbers, or one that is no number says nothing about the digits;
    /// ``NumberFormat/plain`` is used then.
    case uncertainty(Double)
  }
}

extension NumberFormat {
  /// From this power of ten on a number has an exponent: longer rows of digits are not read,
  /// but counted.
  private static let firstLargeExponent = 15

  /// Down to this power of ten a number is written out.
  private static let lastSmallExponent = -7

  /// The number as people see it.
  public func string(for value: Double) -> String {
    guard value.isFinite else {
      if value.isNaN { return "not a number" }
      return value < 0 ? "-∞" : showsPlus ? "+∞" : "∞"
    }
    let digits = rounded(value)
    let magnitude = isOrdinary(digits) ? digits.plain : digits.scientific
    // What rounds to zero has no sign: -0.00 would claim a direction.
    if digits.isZero { return magnitude }
    return (value < 0 ? "-" : showsPlus ? "+" : "") + magnitude
  }

  private func rounded(_ value: Double) -> DecimalDigits {
    let digits = DecimalDigits(abs(value))
    switch precision {
    case .significantDigits(let count):
      let last = min(digits.exponent - max(count, 1) + 1, 0)
      return digits.rounded(toPlace: last).withoutTrailingZeros
    case .decimals(let count):
      let result = digits.rounded(toPlace: -max(count, 0))
      return isOrdinary(result) ? result : result.withoutTrailingZeros
    case .uncertainty(let standardError):
      // An error below the spacing of numbers is the rounding dust of equal values.
      guard standardError.isFinite, abs(standardError) > value.ulp else {
        return NumberFormat.plain.rounded(value)
      }
      let error = DecimalDigits(abs(standardError))
      // Rounded first: an error of 0.0996 is 0.10, whose second digit is a hundredth.
      let leading = error.rounded(toPlace: error.exponent - 1).exponent
      let result = digits.rounded(toPlace: leading - 1)
      return result.isZero && leading < Self.lastSmallExponent
        ? result.withoutTrailingZeros : result
    }
  }

  private func isOrdinary(_ digits: DecimalDigits) -> Bool {
    if digits.exponent >= Self.firstLargeExponent { return false }
    // Who asks for decimals gets them, however small the number.
    if case .decimals = precision { return true }
    return digits.exponent >= Self.lastSmallExponent
  }
}

extension NumberFormat {
  /// With which digits single values are shown beside each other: by their standard deviation.
  /// ``NumberFormat/plain`` for one value, and where all are equal.
  /// - Parameter scale: base units per displayed unit.
  public static func spread(of values: some Sequence<Double>, scale: Double = 1) -> NumberFormat {
    let sorted = values.sorted()
    guard sorted.count > 1 else { return .plain }
    let variance = CentralMoments(sorted: sorted).second / Double(sorted.count - 1)
    return .uncertainty(variance.squareRoot() / scale)
  }
}
