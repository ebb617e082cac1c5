/// Something that makes measurements worse than the app deserves, or harder to compare.
public struct Problem: Sendable, Equatable, Encodable {
  /// The topic, such as `Frequency governor`.
  public let name: String
  /// The severity.
  public let severity: Severity
  /// The finding, in a few words.
  public let found: String
  /// The effect on measurements: whole sentences.
  public let effect: String
  /// The remedy.
  public let remedy: Remedy
  /// A Boolean value indicating whether it is the current activity of others, which may be over in a minute.
  public let isMomentary: Bool
}

/// The remedy of a problem.
public enum Remedy: Sendable, Equatable, Encodable {
  case command(String)
  /// Something that takes more than a single command.
  case advice(String)
  /// Nothing can be done from here; why.
  case none(reason: String)

  private enum CodingKeys: String, CodingKey { case command, advice, none }

  /// `{"command": "…"}`, `{"advice": "…"}` or `{"none": "reason"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .command(let command): try container.encode(command, forKey: .command)
    case .advice(let advice): try container.encode(advice, forKey: .advice)
    case .none(let reason): try container.encode(reason, forKey: .none)
    }
  }
}

/// The severity of a problem.
public enum Severity: String, Sendable, Codable, CaseIterable {
  /// Measurements taken now would mislead: fix it first, or don't use them.
  case spoils
  /// Measurements vary more than necessary, or are all biased alike; builds measured side by side
  /// can still be compared.
  case disturbs
  /// A small effect, or something that can't be measured here.
  case note
}
