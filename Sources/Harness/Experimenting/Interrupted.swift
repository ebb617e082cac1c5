/// The user asked to stop before there was anything to keep.
public struct Interrupted: Error {
  /// Creates it.
  public init() {}
}
