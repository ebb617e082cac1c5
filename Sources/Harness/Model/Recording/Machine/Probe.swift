/// The result of trying something that needs the kernel's permission.
public enum Probe: Sendable, Equatable {
  case works
  case refused(reason: String)
}

/// `{"works": true}` or `{"works": false, "reason": "…"}`.
extension Probe: Codable {
  private enum CodingKeys: String, CodingKey { case works, reason }

  /// Reads either form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      try container.decode(Bool.self, forKey: .works)
      ? .works : .refused(reason: try container.decode(String.self, forKey: .reason))
  }

  /// Writes either form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(self == .works, forKey: .works)
    if case .refused(let reason) = self { try container.encode(reason, forKey: .reason) }
  }
}
