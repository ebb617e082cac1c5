/// The user asked to stop before there was anything to keep.
///
/// It is no ``Refusal``: nothing failed, and what was measured is kept.
public struct Interrupted: Error {
  /// Creates it.
  public init() {}
}
