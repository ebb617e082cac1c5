import Analysis
import Building
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
  public static func toolFailed(_ text: String) -> Refusal { Refusal(.outcome(.toolFailed), text) }

  /// There is nothing to compare or to decide, in words.
  public static func incomparable(_ text: String) -> Refusal {
    Refusal(.outcome(.notComparable), text)
  }

  /// The refusal that an error means: nothing can be compared with a baseline or an anchor that is missing, or with an
  /// anchor of something else. A taken name is wrong usage, and so are revisions that this clone does not know or that
  /// have no history between them. Other errors stay what they are.
  public static func meant(by error: any Error) -> any Error {
    if case .noBaseline? = error as? StoreError { return incomparable("\(error)") }
    switch error as? RevisionError {
    case .noAnchor?, .anchorOfOtherBuild?, .anchorOfOtherLayouts?, .anchorOfOtherKind?:
      return incomparable("\(error)")
    case .anchorExists?, .noSuchRevision?, .onlyOfRemote?, .notFetched?, .noHistory?:
      return because("\(error)")
    default: return error
    }
  }
}
