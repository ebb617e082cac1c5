/// Something that decides how fast a program runs, and differs between two records.
public struct RecordDifference: Sendable, Hashable, CustomStringConvertible {
  /// What it is, as in `kernel`, `compiler of 'checked'`.
  public let name: String
  /// What it was, in the words of the earlier record.
  public let before: String
  /// What it is in the later one.
  public let after: String

  /// Nil where both are the same.
  init?(_ name: String, before: String, after: String) {
    guard before != after else { return nil }
    self.name = name
    self.before = before
    self.after = after
  }

  /// `the kernel was Linux 6.1, and is Linux 6.12`
  public var description: String { "the \(name) was \(before), and is \(after)" }
}
