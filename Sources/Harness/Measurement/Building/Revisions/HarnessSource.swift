/// The owner of the harness that both sides of a comparison get.
public struct HarnessSource: Sendable, Equatable {
  /// A revision as named by the user, or `work-tree`.
  public let name: String
  /// The files to take it from.
  public let state: SourceState

  /// Creates a source.
  public init(_ name: String, at state: SourceState) { (self.name, self.state) = (name, state) }
}
