/// How many digits of a number people are shown.
///
/// One rule holds in tables, sentences, charts and their alternative texts, so that a figure is the
/// same number wherever it stands:
///
/// - A figure whose standard error is known ends with the second significant digit of that error
///   (``uncertainty(_:)``); both ends of its interval, and what it is held against, end there too.
/// - A single value that stands among others of its kind, such as one run's among the runs of a
///   story on a build, ends with the second digit of their standard deviation: digits below tell
///   nothing of one beside another.
/// - A figure that stands alone has four significant digits (``plain``), exact counters too. What
///   they are exact to would be nanoseconds and pages, and no two runs agree in those.
/// - What is itself an uncertainty, such as a standard deviation or the least change that can be
///   found, has two: it is rounded by itself. An amount to act on has at most two (``coarse``).
///
/// Which error goes with which figure is told beside the figures: by `Summary`, `Estimate`,
/// `MeanShift` and the like. JSON and CSV have all digits.
///
/// Equal numbers in equal formats look the same in every table and on every machine: no
/// locale is asked, there is no grouping, and the decimal sign is a point. Rounding starts
/// from the shortest decimal that names the number, half away from zero, as spreadsheets
/// do: 2.675 to two decimals is 2.68.
public struct NumberFormat: Hashable, Sendable {
  /// Up to which digit a number is shown.
  public let precision: Precision
  /// Whether numbers above zero carry a plus sign, as changes should.
  public let showsPlus: Bool

  /// A format with this precision.
  public init(_ precision: Precision, showsPlus: Bool = false) {
    self.precision = precision
    self.showsPlus = showsPlus
  }

  /// At most four significant digits, for figures whose uncertainty is unknown.
  public static let plain = NumberFormat(.significantDigits(4))

  /// At most two significant digits, for amounts that are only to be acted on, p values and bounds.
  public static let coarse = NumberFormat(.significantDigits(2))

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
