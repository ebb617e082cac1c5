/// The harness's request to a driver: one JSON object per line on the driver's standard input.
public enum Request: Sendable, Equatable {
  /// The first line, with the harness's protocol version.
  case hello(version: Int)
  /// Build the fixture in `directory`, which is empty and belongs to this run.
  case prepare(fixture: [String: Scalar], directory: String)
  /// Perform one step, `repetitions` times. If a counting method is given, count the core calls'
  /// instructions: callgrind writes its own counts, perf's are in the reply. If `timesEach`, the reply has the elapsed
  /// time of each repetition, too.
  case step(
    verb: String, arguments: [String: Scalar], repetitions: Int, counting: CountingMethod? = nil,
    timesEach: Bool = false)
  /// The last line: answer, then exit with status 0.
  case bye
}

extension Request: Codable {
  private enum CodingKeys: String, CodingKey {
    case request, `protocol`, fixture, directory, verb, arguments
    case repetitions = "repeat"
    case isCounted = "count"
    case counter
    case timesEach = "elapsed"
  }

  private enum RequestName: String, Codable { case hello, prepare, step, bye }

  /// Decodes a request; unknown keys are ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(RequestName.self, forKey: .request) {
    case .hello: self = .hello(version: try container.decode(Int.self, forKey: .protocol))
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
          ? container.decodeIfPresent(CountingMethod.self, forKey: .counter) ?? .callgrind : nil,
        timesEach: try container.decodeIfPresent(Bool.self, forKey: .timesEach) ?? false)
    case .bye: self = .bye
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
    case .step(let verb, let arguments, let repetitions, let method, let timesEach):
      try container.encode(RequestName.step, forKey: .request)
      try container.encode(verb, forKey: .verb)
      try container.encode(arguments, forKey: .arguments)
      try container.encode(repetitions, forKey: .repetitions)
      if method != nil { try container.encode(true, forKey: .isCounted) }
      // Without a counter it is callgrind, so that drivers that know no other need no key for it.
      if method == .perf { try container.encode(method, forKey: .counter) }
      if timesEach { try container.encode(true, forKey: .timesEach) }
    case .bye: try container.encode(RequestName.bye, forKey: .request)
    }
  }
}

/// The version of the protocol described by this module.
public let driverProtocolVersion = 1

/// A line that is not a message of the protocol, or a text that is not read as JSON though it may be some.
public struct ProtocolError: Error, Equatable {
  /// The line as it was read.
  public let text: String
  /// The fault.
  public let reason: String
}
