/// Conditions that a schema sets on a column.
///
/// Not by `IN`: for more than two values SQLite makes a table in memory, at each row that is written.
public enum SchemaCheck {
  /// Returns that the column has one of these texts, which contain no quotes.
  public static func oneOf(_ column: String, _ texts: String...) -> String {
    check(column, texts.map { "'\($0)'" })
  }

  /// Returns that the column has one of these numbers.
  public static func oneOf(_ column: String, _ numbers: Int...) -> String {
    check(column, numbers.map(String.init))
  }

  private static func check(_ column: String, _ values: [String]) -> String {
    "CHECK (" + values.map { "\(column) = \($0)" }.joined(separator: " OR ") + ")"
  }
}
