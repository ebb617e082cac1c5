extension Fact {
  static var unrecorded: Fact { .unknown(reason: "it was not recorded") }
}

/// A fact about the machine, or why it is unknown: nothing is guessed.
public enum Fact<Value: Sendable & Equatable & Codable>: Sendable, Equatable {
  case known(Value)
  /// The reason why it could not be read.
  case unknown(reason: String)

  /// The value that was read, or nil.
  public var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }
}

/// `{"value": …}` or `{"unknown": "reason"}`.
extension Fact: Codable {
  private enum CodingKeys: String, CodingKey { case value, unknown }

  /// Reads either form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let reason = try container.decodeIfPresent(String.self, forKey: .unknown) {
      self = .unknown(reason: reason)
    } else {
      self = .known(try container.decode(Value.self, forKey: .value))
    }
  }

  /// Writes either form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .known(let value): try container.encode(value, forKey: .value)
    case .unknown(let reason): try container.encode(reason, forKey: .unknown)
    }
  }
}
