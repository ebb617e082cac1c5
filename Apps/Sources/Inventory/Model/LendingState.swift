/// A device's state to the user who looks at it in a list.
public enum LendingState: Hashable, Sendable {
  /// Nobody has borrowed it.
  case available
  /// The user who asked has borrowed it, and may bring it back.
  case lentByMe
  /// Somebody else has borrowed it; the name is the borrower's.
  case lentByAnother(String)
}
