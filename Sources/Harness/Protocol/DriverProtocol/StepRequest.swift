/// An HTTP request to a service, sent by a step in place of a driver's verb.
///
/// `${name}` in its texts is a variable of the build, a value that an earlier step took, or a column of its data;
/// the program that sends requests resolves them.
public struct StepRequest: Sendable, Equatable, Codable {
  /// The verb under which the driver that sends requests knows them.
  public static let verb = "http"
  /// The driver that sends requests, installed beside the launcher.
  public static let program = "rehearse-users"
  /// The name with which that driver answers: with its version, because it may be installed apart.
  public static let driver = "\(program) \(Version.current)"
  /// The code with which it refuses because it could not do its part itself: that says nothing of the service.
  public static let notMeasured = "not-measured"

  /// The method, such as `GET`.
  public var method: String
  /// The path with its query, from `/` on.
  public var target: String
  /// Lines `name: value`.
  public var headers: [String]
  /// The content; nil for none.
  public var body: Body?
  /// The values that later steps use, by name: the part of the answer that each comes from.
  public var taken: [String: AnswerPart]
  /// The CSV file of whose rows each request uses the next, as a path from the scenario's folder; nil for none.
  public var data: String?
  /// The parts of the answer that differ between runs, which the digest leaves out.
  public var changing: [JSONPath]
  /// The facts of the answer to show, besides its status.
  public var shown: [AnswerPart]

  /// The content of a request.
  public enum Body: Sendable, Equatable, Codable {
    /// JSON, as text.
    case json(String)
    /// The values of a form's fields, before they are encoded.
    case form([String: [String]])
    /// A text as it is.
    case text(String)
    /// A file, as a path from the scenario's folder.
    case file(String)
  }

  /// Creates a request.
  public init(
    method: String, target: String, headers: [String] = [], body: Body? = nil,
    taken: [String: AnswerPart] = [:], data: String? = nil, changing: [JSONPath] = [],
    shown: [AnswerPart] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.taken = taken
    self.data = data
    self.changing = changing
    self.shown = shown
  }
}

/// The settings of all requests of a scenario.
public struct RequestSettings: Sendable, Equatable, Codable {
  /// The environment variable with the port of the service.
  public var port: String
  /// Lines that are added to each request once their values are known.
  public var headers: [String] = []
  /// The version of HTTP.
  public var version = HTTPVersion.one
  /// The file with the only certificate that is trusted; nil if requests are not encrypted.
  public var certificate: String?

  /// Creates the settings of requests to a service.
  public init(port: String) { self.port = port }

  /// A version of HTTP.
  public enum HTTPVersion: String, Sendable, CaseIterable, Codable {
    /// HTTP/1.1.
    case one = "1.1"
    /// HTTP/2.
    case two = "2"
  }
}
