public import Foundation

/// Why the server does not do as asked.
public struct Complaint: Hashable, Sendable, Codable {
  /// For programs, such as `wrong-credentials`.
  public var error: String
  /// For people.
  public var message: String

  /// A complaint.
  public init(error: String, message: String) { (self.error, self.message) = (error, message) }
}

/// The messages as JSON.
public enum MessageCoding {
  /// Names in order, so that equal messages are equal bytes.
  public static func encode(_ message: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(message)
  }

  /// - Throws: `DecodingError`.
  public static func decode<Message: Decodable>(
    _ type: Message.Type, from data: Data
  ) throws -> Message {
    try JSONDecoder().decode(type, from: data)
  }
}

extension ExchangeResponse {
  /// An answer in JSON.
  public static func json(
    _ status: Int, _ body: Data, fields: [String: String] = [:]
  ) -> ExchangeResponse {
    ExchangeResponse(
      status: status,
      fields: fields.merging(["Content-Type": "application/json"]) { own, _ in own },
      body: body)
  }
}
