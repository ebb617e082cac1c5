/// Something about the machine that was read, or why it was not: nothing is guessed.
public enum Fact<Value: Sendable & Equatable & Codable>: Sendable, Equatable {
  /// What was read.
  case known(Value)
  /// Why it could not be read.
  case unknown(reason: String)

  /// What was read, or nil.
  public var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }
}

/// `{"value": …}` or `{"unknown": "reason"}`.
extension Fact: Codable {
  private enum Key: String, CodingKey { case value, unknown }

  /// Reads either form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let reason = try container.decodeIfPresent(String.self, forKey: .unknown) {
      self = .unknown(reason: reason)
    } else {
      self = .known(try container.decode(Value.self, forKey: .value))
    }
  }

  /// Writes either form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .known(let value): try container.encode(value, forKey: .value)
    case .unknown(let reason): try container.encode(reason, forKey: .unknown)
    }
  }
}
