/// A mistake in a scenario file: where, what was found, what is allowed.
public struct ScenarioProblem: Sendable, Equatable, CustomStringConvertible {
  /// The position of the mistake.
  public let place: TextPosition
  /// The finding, and why it is refused.
  public let found: String
  /// The allowed values; empty if that is obvious.
  public let allowed: String
  /// The nearest known name, if it is near enough.
  public let suggestion: String?

  package init(
    _ place: TextPosition, _ found: String, allowed: String = "", suggestion: String? = nil
  ) {
    self.place = place
    self.found = found
    self.allowed = allowed
    self.suggestion = suggestion
  }

  /// `12:7: unknown key 'step'; allowed: after, steps, title. Did you mean 'steps'?`
  public var description: String {
    var text = "\(place.line):\(place.column): \(found)"
    if !allowed.isEmpty { text += "; allowed: \(allowed)" }
    text += "."
    if let suggestion { text += NearestName.hint(suggestion) }
    return text
  }
}
