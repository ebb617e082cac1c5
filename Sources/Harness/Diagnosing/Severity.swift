/// How much a disturbance matters.
public enum Severity: String, Sendable, Codable, CaseIterable {
  /// Figures taken now would mislead: mend it first, or don't use them.
  case spoils
  /// Figures vary more than they need to, or all of them are off alike; builds measured side by
  /// side can still be compared.
  case disturbs
  /// A small effect, or something that can't be measured here.
  case note
}
