import Metrics

/// The text of a gate's limit: `+2%` for a change, `64 MB` for a budget.
///
/// The sign distinguishes the two, because some metrics are percentages themselves.
public enum LimitText {
  /// The change in a text such as `+5%`, as a share; nil for any other text.
  public static func change(_ text: String) -> Double? {
    guard case .change(let share) = limit(text, of: .nanoseconds) else { return nil }
    return share
  }

  /// The limit, or nil if the text does not have this unit.
  static func limit(_ text: String, of unit: MetricUnit) -> Gate.Limit? {
    guard let parts = parts(text) else { return nil }
    if parts.isSigned { return parts.symbol == "%" ? .change(parts.number / 100) : nil }
    guard let scale = unit.scale(ofSymbol: parts.symbol) else { return nil }
    return .budget(parts.number * scale)
  }

  static func allowed(of metric: Metric) -> String {
    let units = metric.unit.importSymbols.joined(separator: ", ")
    return "a change such as +2%, or a budget for \(metric.id) "
      + (metric.unit == .count ? "as a number" : "in \(units)")
  }

  /// Returns what was probably meant, or nil.
  static func suggestion(_ text: String, of unit: MetricUnit) -> String? {
    guard let parts = parts(text), !parts.symbol.isEmpty else { return nil }
    if parts.isSigned {
      return unit.scale(ofSymbol: parts.symbol) == nil ? nil : String(text.dropFirst())
    }
    if parts.symbol == "%" { return "+" + text }
    return unit.importSymbols.first { $0.lowercased() == parts.symbol.lowercased() }
      .map { text.dropLast(parts.symbol.count) + $0 }
  }

  private static func parts(_ text: String) -> (isSigned: Bool, number: Double, symbol: String)? {
    let isSigned = text.hasPrefix("+")
    let rest = text.dropFirst(isSigned ? 1 : 0)
    let digits = rest.prefix { $0 == "." || ("0"..."9").contains($0) }
    guard let number = Double(digits), number.isFinite else { return nil }
    let symbol = rest.dropFirst(digits.count).drop { $0 == " " }
    return (isSigned, number, String(symbol))
  }
}

/// A readable size, such as `500 MB`.
public enum SizeText {
  /// The allowed texts, for error messages.
  public static let allowed = "a size such as 500 MB or 2 GB"

  /// The bytes in a text, or nil; must be positive.
  public static func bytes(_ text: String) -> Int64? {
    guard case .budget(let bytes)? = LimitText.limit(text, of: .bytes), bytes >= 1, bytes < 1e18
    else { return nil }
    return Int64(bytes)
  }
}

/// A readable time, such as `30 s`, `500 ms` or `2 min`.
public enum TimeText {
  /// The allowed texts, for error messages.
  public static let allowed = "a number with ms, s or min, such as 30 s"

  /// The time in a text, or nil; must be positive.
  public static func duration(_ text: String) -> Duration? {
    let units: [(symbol: String, nanoseconds: Double)] = [("ms", 1e6), ("min", 6e10), ("s", 1e9)]
    for unit in units where text.hasSuffix(unit.symbol) {
      let rest = text.dropLast(unit.symbol.count)
      let digits = rest.prefix { $0 != " " }
      guard rest.dropFirst(digits.count).allSatisfy({ $0 == " " }),
        let nanoseconds = Double(digits).map({ $0 * unit.nanoseconds }),
        nanoseconds >= 1, nanoseconds < 1e15
      else { continue }
      return .nanoseconds(Int64(nanoseconds))
    }
    return nil
  }
}

/// A readable rate, such as `200/s` or `90/min`.
public enum RateText {
  /// The allowed texts, for error messages.
  public static let allowed = "a rate such as 200/s or 90/min, up to 100000/s"

  /// The number a second in a text, or nil; must be positive.
  public static func perSecond(_ text: String) -> Double? {
    guard let match = text.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?) *\/ *(s|min)/),
      let number = Double(match.output.1), number > 0, number <= 100_000
    else { return nil }
    return match.output.2 == "s" ? number : number / 60
  }
}
