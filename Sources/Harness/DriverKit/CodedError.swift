/// An error that a scenario can expect by name: `expect: { error: already-lent }`.
public protocol CodedError: Error, CustomStringConvertible {
  /// Stable, lower case with hyphens.
  var code: String { get }
}
