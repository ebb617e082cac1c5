// What of the model is one number or one word where it is exchanged, as in JSON.

extension DeviceID: Codable {
  /// From the number.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  /// As the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension LendingState: Codable {
  private static let anothersPrefix = "another:"

  /// From a word; see ``encode(to:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    switch word {
    case "available": self = .available
    case "mine": self = .lentByMe
    default:
      guard word.hasPrefix(Self.anothersPrefix) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(word)' is no state of a device")
      }
      self = .lentByAnother(String(word.dropFirst(Self.anothersPrefix.count)))
    }
  }

  /// As `available`, `mine` or `another:NAME`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .available: try container.encode("available")
    case .lentByMe: try container.encode("mine")
    case .lentByAnother(let borrower): try container.encode(Self.anothersPrefix + borrower)
    }
  }
}

extension SessionToken: Codable {
  /// From 64 digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = SessionToken(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "64 hexadecimal digits in lower case are a token")
    }
    self = token
  }

  /// As ``text``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
