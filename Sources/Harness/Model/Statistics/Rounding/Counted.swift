extension Int {
  /// The number with its noun: `1 story`, `2 stories`.
  public func counted(_ one: String, _ many: String) -> String {
    "\(self) \(self == 1 ? one : many)"
  }

  /// The digits in groups of three: `12,345`. The programs have no data for Foundation's own formatter.
  public var grouped: String {
    guard magnitude >= 1000 else { return "\(self)" }
    let digits = String(magnitude % 1000)
    return (self / 1000).grouped + "," + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension String {
  /// The text without its full stop, as a part of a sentence.
  public var withoutFullStop: String { last == "." ? String(dropLast()) : self }

  /// The text as the beginning of a sentence.
  public var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Collection<String> {
  /// The first elements by name, and the number of others: `a, b and 3 more`, or `a; b; and 3 more`.
  public func listed(atMost limit: Int, by separator: String = ", ") -> String {
    let more = count - limit
    let and = separator == ", " ? " and" : "\(separator)and"
    return prefix(limit).joined(separator: separator) + (more > 0 ? "\(and) \(more) more" : "")
  }
}
