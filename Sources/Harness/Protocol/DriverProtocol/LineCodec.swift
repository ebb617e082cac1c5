import FoundationEssentials

/// Encodes requests and replies as lines, and decodes them.
///
/// It uses FoundationEssentials rather than Foundation: a driver's start-up memory is measured, and
/// the internationalisation tables alone are several megabytes.
public enum LineCodec {
  /// The message as one line of UTF-8, line feed included.
  public static func line(_ message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON lacks such numbers; as text they at least appear in the reader's error message.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return Array(try encoder.encode(message)) + [UInt8(ascii: "\n")]
  }

  /// The message in a line without its line feed.
  /// - Throws: ``ProtocolError`` with the line's text and what is wrong with it.
  public static func message<Message: Decodable>(
    _ type: Message.Type, from line: some Collection<UInt8>
  ) throws(ProtocolError) -> Message {
    let data = Data(line)
    do {
      return try JSONDecoder().decode(Message.self, from: data)
    } catch {
      throw ProtocolError(
        text: String(decoding: line, as: UTF8.self), reason: LineCodec.reason(error, data))
    }
  }

  /// A message as a driver's arguments, which hold no objects: as text, under one name.
  public static func arguments(_ message: some Encodable) -> [String: Scalar] {
    // Messages of the harness hold nothing that JSON lacks.
    [ofMessage: .text(String(decoding: (try? line(message).dropLast()) ?? [], as: UTF8.self))]
  }

  /// The message in a driver's arguments.
  /// - Throws: ``ProtocolError`` as for a line; of arguments without a message, too.
  public static func message<Message: Decodable>(
    _ type: Message.Type, in arguments: [String: Scalar]
  ) throws(ProtocolError) -> Message {
    try message(type, from: (arguments[ofMessage]?.description ?? "").utf8)
  }

  private static let ofMessage = "message"

  private static func reason(_ error: any Error, _ data: Data) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, _): return "the key '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return about(context.codingPath, "has the wrong type")
    case .dataCorrupted(let context):
      // For a number that does not fit its type the decoder gives no path, just as for broken JSON.
      let isObject = (try? JSONDecoder().decode([String: Anything].self, from: data)) != nil
      return context.codingPath.isEmpty && isObject
        ? "a number in it does not fit" : about(context.codingPath, "can't have this value")
    @unknown default: return "\(error)"
    }
  }

  /// Without a path, the line as a whole is wrong.
  private static func about(_ path: [any CodingKey], _ fault: String) -> String {
    path.isEmpty
      ? "it is not a JSON object"
      : "'\(path.map(\.stringValue).joined(separator: "."))' \(fault)"
  }
}

/// Any JSON value, ignored.
private struct Anything: Decodable {}
