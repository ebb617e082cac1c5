/// A file of measurements that can't be taken in: where, what was found, what is allowed.
public struct ImportError: Error, Equatable, CustomStringConvertible {
  /// The file as it was named.
  public let file: String
  /// Line, from 1.
  public let line: Int
  /// Column of the field's first character, from 1.
  public let column: Int
  /// What was found and why it can't be.
  public let found: String
  /// What would be right; empty where that goes without saying.
  public let allowed: String

  /// `runs.csv:3:12: value 'abc' is no number; allowed: a finite number.`
  public var description: String {
    "\(file):\(line):\(column): \(found)" + (allowed.isEmpty ? "." : "; allowed: \(allowed).")
  }
}
