import Analysis
import Store

/// A refusal of a request, found only after files or the store were read.
///
/// It is no enumeration: a kind of mistake has one exit code but many sentences, each a function beside what it is
/// about (`Refusal+Words.swift`).
public struct Refusal: Error, Equatable, CustomStringConvertible {
  /// The kind of mistake, which determines the exit code.
  public enum ExitReason: Sendable, Equatable {
    /// An option or a name is invalid.
    case usage
    /// The session has this outcome before anything is measured.
    case outcome(Outcome)
    /// There is too little time to decide anything. The subject is not at fault: with more time it can be compared.
    case timeLimit
  }

  /// The kind of mistake.
  public let kind: ExitReason
  /// The finding, and what is allowed or possible.
  public let description: String

  /// A refusal.
  public init(_ kind: ExitReason, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Wrong usage, in words.
  public static func because(_ text: String) -> Refusal { Refusal(.usage, text) }

  /// Rehearse can't do it, in words.
  public static func toolFailed(_ text: String) -> Refusal {
    Refusal(.outcome(.toolFailed), text)
  }

  /// There is nothing to compare or to decide, in words.
  public static func incomparable(_ text: String) -> Refusal {
    Refusal(.outcome(.notComparable), text)
  }

  /// A saved baseline that can't be used: a missing one can't be compared with, a damaged one can't be read.
  public init(_ error: StoreError) {
    if case .noBaseline = error {
      self.init(.outcome(.notComparable), "\(error)")
    } else {
      self.init(.outcome(.toolFailed), "\(error)")
    }
  }
}
