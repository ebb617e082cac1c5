/// The kind of a function's change. The sign of its difference says whether it is growth.
public enum ChangeKind: String, Sendable, Codable, CaseIterable {
  /// It is called more often, or less often.
  case calls
  /// A call takes more instructions, or fewer.
  case work
  /// Nearly the same instructions take a longer or shorter time: caches, the code's place, waiting.
  case speed
  /// The time moved to another function, and the sum of both is unchanged.
  case moved
  /// It waits more often, or less often.
  case waits
  /// Only what it calls changed.
  case callees
  /// Only the candidate was seen to run it, and no count says that the baseline does.
  case appeared
  /// Only the baseline was seen to run it, and no count says that the candidate does.
  case vanished
}
