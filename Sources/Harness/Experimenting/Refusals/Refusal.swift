import Analysis
import Store

/// A refusal of what was asked for, found only after files or the store were read.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  /// Whose mistake it is, which decides the exit code.
  public enum ExitReason: Sendable, Equatable {
    /// An option or a name can't be used.
    case usage
    /// The session comes to this before anything is measured.
    case outcome(Outcome)
  }

  /// Whose mistake it is.
  public let kind: ExitReason
  /// The finding, and what is allowed or can be done.
  public let description: String

  /// A refusal.
  public init(_ kind: ExitReason, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Wrong usage, in words.
  public static func because(_ text: String) -> Refusal { Refusal(.usage, text) }

  /// A saved baseline that can't be used: one that is missing can't be compared with, one that is
  /// damaged can't be read.
  public init(_ error: BaselineError) {
    if case .missing = error {
      self.init(.outcome(.notComparable), "\(error)")
    } else {
      self.init(.outcome(.toolFailed), "\(error)")
    }
  }
}
