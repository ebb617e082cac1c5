/// The number of digits that people see.
///
/// One rule holds in tables, sentences, charts and their alternative texts, so that a value is the same
/// number everywhere:
///
/// - A value with a known standard error ends with that error's second significant digit
///   (``uncertainty(_:)``). So do both ends of its interval, and what it is compared with.
/// - A single value among others of its kind, such as one run's among the runs of a story on a build, ends
///   with the second digit of their standard deviation: further digits say nothing in comparison.
/// - A value that stands alone has four significant digits (``plain``), even an exact counter. Exactly it
///   would be nanoseconds and pages, and no two runs agree in those.
/// - An uncertainty, such as a standard deviation or the least detectable change, has two digits: it is
///   rounded by itself. An amount to act on has at most two (``coarse``).
/// - Statistics of imported measurements have seven (``spreadsheet``): people compare them with what their
///   source prints.
///
/// The measurements' types say which error belongs to a value: `Summary`, `Estimate`, `MeanShift` and others.
/// JSON and CSV have all digits.
///
/// Equal numbers in equal formats look the same in every table and on every machine: no locale is used, there
/// is no grouping, and the decimal sign is a point. Rounding starts from the shortest decimal that identifies
/// the number, half away from zero, as spreadsheets do: 2.675 to two decimals is 2.68.
public struct NumberFormat: Hashable, Sendable {
  /// The last digit that is shown.
  public let precision: Precision
  /// A Boolean value indicating whether numbers above zero have a plus sign, as changes should.
  public let showsPlus: Bool

  /// A format with this precision.
  public init(_ precision: Precision, showsPlus: Bool = false) {
    self.precision = precision
    self.showsPlus = showsPlus
  }

  /// At most four significant digits, for measurements whose uncertainty is unknown.
  public static let plain = NumberFormat(.significantDigits(4))

  /// At most two significant digits, for amounts to act on, p values and bounds.
  public static let coarse = NumberFormat(.significantDigits(2))

  /// At most seven significant digits, as spreadsheets show numbers that nobody has rounded.
  public static let spreadsheet = NumberFormat(.significantDigits(7))

  /// Whole numbers.
  public static let integer = NumberFormat(.decimals(0))

  /// Exactly this many decimals.
  public static func decimals(_ count: Int) -> NumberFormat { NumberFormat(.decimals(count)) }

  /// Up to the second significant digit of the standard error.
  public static func uncertainty(_ standardError: Double) -> NumberFormat {
    NumberFormat(.uncertainty(standardError))
  }

  /// An exact share, such as a rule's limit, in percent.
  public static func percent(_ share: Double) -> String { plain.string(for: share * 100) }

  /// An estimated share, in percent with two digits.
  public static func twoDigitPercent(_ share: Double) -> String {
    uncertainty(share * 100).string(for: share * 100)
  }

  /// A share to act on, in percent with at most two digits.
  public static func coarsePercent(_ share: Double) -> String { coarse.string(for: share * 100) }

  /// The same precision, with a plus sign on numbers above zero.
  public var withPlus: NumberFormat { NumberFormat(precision, showsPlus: true) }

  /// The last digit that is shown.
  public enum Precision: Hashable, Sendable {
    /// At most this many significant digits, without trailing zeros. Digits before the
    /// decimal point are never rounded away: 12345.6 is 12346 in four digits as well.
    case significantDigits(Int)
    /// Exactly this many decimals.
    case decimals(Int)
    /// Up to the second significant digit of this standard error: 4.0213 ± 0.0134 is 4.021, and 56789 ± 1234
    /// is 56800. ``NumberFormat/plain`` is used if the error says nothing about the digits: if it is 0, below
    /// the spacing of floating-point numbers, or not a number.
    case uncertainty(Double)
  }

  /// Numbers have an exponent from this power of ten: people count longer rows of digits instead of reading
  /// them.
  private static let firstLargeExponent = 15

  /// Numbers are written out down to this power of ten.
  private static let lastSmallExponent = -7

  /// The number as people see it.
  public func string(for value: Double) -> String {
    guard value.isFinite else {
      if value.isNaN { return "not a number" }
      return value < 0 ? "-∞" : showsPlus ? "+∞" : "∞"
    }
    let digits = rounded(value)
    let magnitude = isOrdinary(digits) ? digits.plain : digits.scientific
    // A number that rounds to zero has no sign: -0.00 would claim a direction.
    if digits.isZero { return magnitude }
    return (value < 0 ? "-" : showsPlus ? "+" : "") + magnitude
  }

  /// Returns whether a number is rounded to zero.
  public func showsZero(for value: Double) -> Bool { value.isFinite && rounded(value).isZero }

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
      // An error below the spacing of numbers is the rounding of equal values.
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
    // Requested decimals are shown, however small the number.
    if case .decimals = precision { return true }
    return digits.exponent >= Self.lastSmallExponent
  }

  /// The format of single values among others, at `scale` base units per displayed unit: by their standard
  /// deviation. ``NumberFormat/plain`` for one value, or if all are equal.
  public static func spread(of values: some Sequence<Double>, scale: Double = 1) -> NumberFormat {
    let sorted = values.sorted()
    guard sorted.count > 1 else { return .plain }
    let variance = CentralMoments(sorted: sorted).second / Double(sorted.count - 1)
    return .uncertainty(variance.squareRoot() / scale)
  }
}
