public import struct Foundation.Data

/// A request of HTTP, as much of it as the apps need.
public struct ExchangeRequest: Hashable, Sendable {
  /// Such as `GET`.
  public var method: String
  /// Path and query, such as `/changes?since=3`.
  public var target: String
  /// Who asks, in clear: never log or print this value.
  public var credentials: Credentials?
  /// The token of a session, in clear: never log or print this value.
  public var token: String?
  /// The revision that the request is for alone, or `*`.
  public var ifMatch: String?
  /// The revision that the client has, or `*`.
  public var ifNoneMatch: String?
  /// JSON.
  public var body: Data

  /// A request.
  public init(
    _ method: String, _ target: String, credentials: Credentials? = nil, token: String? = nil,
    ifMatch: String? = nil, ifNoneMatch: String? = nil, body: Data = Data()
  ) {
    (self.method, self.target, self.body) = (method, target, body)
    (self.credentials, self.token) = (credentials, token)
    (self.ifMatch, self.ifNoneMatch) = (ifMatch, ifNoneMatch)
  }
}

/// A user's name and secret.
public struct Credentials: Hashable, Sendable, CustomStringConvertible {
  /// The name; it has no colon, as HTTP wants it.
  public var user: String
  /// The secret, in clear.
  public var secret: String

  /// Credentials; whether they are right, the server says.
  public init(user: String, secret: String) { (self.user, self.secret) = (user, secret) }

  /// Leaves the secret out, so that it can not reach a log by accident.
  public var description: String { user }
}

/// An answer of HTTP.
public struct ExchangeResponse: Hashable, Sendable {
  /// Such as 200.
  public var status: Int
  /// The header's fields, by their names; in lower case where they came over a network.
  public var fields: [String: String]
  /// JSON, or what the content type in `fields` says.
  public var body: Data

  /// An answer.
  public init(status: Int, fields: [String: String] = [:], body: Data = Data()) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }
}

/// A way to a server.
public protocol ExchangeRoute: Sendable {
  /// Asks, and waits for the answer.
  func answer(to request: ExchangeRequest) throws(ExchangeFailure) -> ExchangeResponse
}

/// What a server answers, without a network.
public protocol ExchangeServer: ExchangeRoute {
  /// The most bytes of a request.
  static var requestLimit: Int { get }
  /// The answer to a request of more bytes.
  static var tooLarge: ExchangeResponse { get }

  /// Does as asked, and says what came of it.
  func answer(to request: ExchangeRequest) -> ExchangeResponse
}

/// No answer came. Whether the server has done as asked is not known.
public enum ExchangeFailure: Error, Hashable, Sendable {
  /// No address such as `http://127.0.0.1:8080`; nothing was sent.
  case addressNotAllowed(String)
  /// There is no server at the address, or no network; nothing was sent.
  case notReached(reason: String)
  /// No answer in time.
  case timedOut(milliseconds: Int)
  /// The connection ended before the answer did.
  case cutOff(reason: String)
  /// What came is no answer of HTTP, or has no end.
  case noHTTP(reason: String)
}
