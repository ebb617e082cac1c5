/// The user asked to stop before there was anything to keep.
public struct Interrupted: Error {
  /// No more is known of it.
  public init() {}
}
