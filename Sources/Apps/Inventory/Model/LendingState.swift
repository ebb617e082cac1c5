/// What a device in a list is to the user who looks at it.
public enum LendingState: Hashable, Sendable {
  /// Nobody has borrowed it.
  case available
  /// The user who asked has borrowed it, and may bring it back.
  case lentByMe
  /// Somebody else has borrowed it; the name is the borrower's.
  case lentByAnother(String)
}
