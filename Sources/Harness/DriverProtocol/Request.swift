import FoundationEssentials

/// The harness's request to a driver: one JSON object a line on the driver's standard input.
public enum Request: Sendable, Equatable {
  /// The first line: which protocol version the harness speaks.
  case hello(version: Int)
  /// Build the fixture in `directory`, which is empty and this run's own.
  case prepare(fixture: [String: Scalar], directory: String)
  /// Carry out one step, `repetitions` times. With a way of counting, count the core calls'
  /// instructions: what callgrind counts is left to it, what perf counts is in the reply.
  case step(
    verb: String, arguments: [String: Scalar], repetitions: Int, counting: CountingMethod? = nil)
  /// The last line: answer, then exit with status 0.
  case bye
}

extension Request: Codable {
  private enum CodingKeys: String, CodingKey {
    case request, `protocol`, fixture, directory, verb, arguments
    case repetitions = "repeat"
    case isCounted = "count"
    case counter
  }

  private enum RequestName: String, Codable { case hello, prepare, step, bye }

  /// Decodes a request; unknown keys are ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(RequestName.self, forKey: .request) {
    case .hello:
      self = .hello(version: try container.decode(Int.self, forKey: .protocol))
    case .prepare:
      self = .prepare(
        fixture: try container.decode([String: Scalar].self, forKey: .fixture),
        directory: try container.decode(String.self, forKey: .directory))
    case .step:
      self = .step(
        verb: try container.decode(String.self, forKey: .verb),
        arguments: try container.decode([String: Scalar].self, forKey: .arguments),
        repetitions: try container.decode(Int.self, forKey: .repetitions),
        counting: try container.decodeIfPresent(Bool.self, forKey: .isCounted) == true
          ? container.decodeIfPresent(CountingMethod.self, forKey: .counter) ?? .callgrind : nil)
    case .bye:
      self = .bye
    }
  }

  /// Encodes the request.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .hello(let version):
      try container.encode(RequestName.hello, forKey: .request)
      try container.encode(version, forKey: .protocol)
    case .prepare(let fixture, let directory):
      try container.encode(RequestName.prepare, forKey: .request)
      try container.encode(fixture, forKey: .fixture)
      try container.encode(directory, forKey: .directory)
    case .step(let verb, let arguments, let repetitions, let method):
      try container.encode(RequestName.step, forKey: .request)
      try container.encode(verb, forKey: .verb)
      try container.encode(arguments, forKey: .arguments)
      try container.encode(repetitions, forKey: .repetitions)
      if method != nil { try container.encode(true, forKey: .isCounted) }
      // Without a counter it is callgrind, so that a driver that knows no other needs no key for it.
      if method == .perf { try container.encode(method, forKey: .counter) }
    case .bye:
      try container.encode(RequestName.bye, forKey: .request)
    }
  }
}

/// Who counts the instructions of core calls.
public enum CountingMethod: String, Sendable, Equatable, Codable, CaseIterable {
  /// The processor's own counters, by `perf_event_open`, which the driver reads itself.
  case perf
  /// Valgrind's callgrind, under which the driver runs then.
  case callgrind
}

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
    // JSON has no such numbers; as text they at least reach the reader's error message.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return Array(try encoder.encode(message)) + [UInt8(ascii: "\n")]
  }

  /// The message that a line holds.
  /// - Parameter line: without its line feed.
  /// - Throws: ``MalformedLine`` with the line's text and what is wrong with it.
  public static func message<Message: Decodable>(
    _ type: Message.Type, from line: some Collection<UInt8>
  ) throws(MalformedLine) -> Message {
    let data = Data(line)
    do {
      return try JSONDecoder().decode(Message.self, from: data)
    } catch {
      throw MalformedLine(
        text: String(decoding: line, as: UTF8.self), reason: LineCodec.reason(error, data))
    }
  }

  private static func reason(_ error: any Error, _ data: Data) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, _): return "the key '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return about(context.codingPath, "has the wrong type")
    case .dataCorrupted(let context):
      // Of a number that does not fit its type the decoder gives no path, as of broken JSON.
      let isObject = (try? JSONDecoder().decode([String: Anything].self, from: data)) != nil
      return context.codingPath.isEmpty && isObject
        ? "a number in it does not fit" : about(context.codingPath, "can't have this value")
    @unknown default: return "\(error)"
    }
  }

  /// Without a path it is the line as a whole that is wrong.
  private static func about(_ path: [any CodingKey], _ fault: String) -> String {
    path.isEmpty
      ? "it is not a JSON object"
      : "'\(path.map(\.stringValue).joined(separator: "."))' \(fault)"
  }
}

/// Any JSON value, passed over.
private struct Anything: Decodable {}

/// A line that is no message of the protocol.
public struct MalformedLine: Error, Equatable {
  /// The line as it was read.
  public let text: String
  /// The mistake in it.
  public let reason: String
}
