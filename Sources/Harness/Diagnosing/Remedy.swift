/// What to do about a disturbance.
public enum Remedy: Sendable, Equatable, Encodable {
  /// A command to type.
  case command(String)
  /// Something that no single command does.
  case advice(String)
  /// Nothing can be done from here; why.
  case none(reason: String)

  private enum Key: String, CodingKey { case command, advice, none }

  /// `{"command": "…"}`, `{"advice": "…"}` or `{"none": "reason"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .command(let command): try container.encode(command, forKey: .command)
    case .advice(let advice): try container.encode(advice, forKey: .advice)
    case .none(let reason): try container.encode(reason, forKey: .none)
    }
  }
}
