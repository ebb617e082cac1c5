/// A time as people write it, such as `30 s`, `500 ms` or `2 min`.
public enum TimeText {
  /// What is allowed, for error messages.
  public static let allowed = "a number with ms, s or min, such as 30 s"

  /// The time that a text names, or nil; more than nothing.
  public static func duration(_ text: String) -> Duration? {
    let units: [(symbol: String, nanoseconds: Double)] = [
      ("ms", 1e6), ("min", 6e10), ("s", 1e9),
    ]
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
