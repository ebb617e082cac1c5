import FoundationEssentials

/// The version of the protocol described by this module.
public let driverProtocolVersion = 1

/// Turns requests and replies into lines and back.
///
/// FoundationEssentials rather than Foundation: a driver's start-up memory is part of what is
/// measured, and the internationalisation tables alone are several megabytes.
public enum LineCodec {
  /// The message as one line of UTF-8, line feed included.
  public static func line(_ message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(message)) + [UInt8(ascii: "\n")]
  }

  /// The message that a line holds.
  /// - Parameter line: without its line feed.
  /// - Throws: ``MalformedLine`` with the line's text and what is wrong with it.
  public static func message<Message: Decodable>(
    _ type: Message.Type, from line: some Collection<UInt8>
  ) throws(MalformedLine) -> Message {
    do {
      return try JSONDecoder().decode(Message.self, from: Data(line))
    } catch {
      throw MalformedLine(
        text: String(decoding: line, as: UTF8.self), reason: LineCodec.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, _): return "the key '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "'\(path)' has the wrong type"
    case .dataCorrupted: return "it is not a JSON object"
    @unknown default: return "\(error)"
    }
  }
}

/// A line that is no message of the protocol.
public struct MalformedLine: Error, Equatable {
  /// The line as it was read.
  public let text: String
  /// What is wrong with it.
  public let reason: String
}
