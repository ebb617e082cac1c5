import DriverProtocol

/// A message of a client, by JSON-RPC 2.0.
enum ClientMessage {
  /// A request, which gets one reply.
  case request(id: JSONValue, method: String, params: JSONValue)
  /// A notification, which gets none.
  case notification(method: String, params: JSONValue)
  /// A reply. This server asks nothing, so nothing waits for it.
  case reply

  /// Reads a message.
  /// - Throws: ``RequestError`` if it is none.
  init(_ json: JSONValue) throws(RequestError) {
    guard case .object = json else { throw .invalid("A message is a JSON object.") }
    guard json["jsonrpc"] == "2.0" else { throw .invalid("'jsonrpc' is not \"2.0\".") }
    let params = json["params"] ?? [:]
    switch (json["method"], json["id"]) {
    case (.text(let method)?, nil): self = .notification(method: method, params: params)
    case (.text(let method)?, let id?):
      guard id.isIdentifier else { throw .invalid("'id' is neither a text nor a whole number.") }
      self = .request(id: id, method: method, params: params)
    case (nil, _) where json["result"] != nil || json["error"] != nil: self = .reply
    case (nil, _): throw .invalid("'method' is missing.")
    case (.some, _): throw .invalid("'method' is no text.")
    }
  }
}

/// The reason why a request gets an error as its reply.
struct RequestError: Error, Equatable {
  /// The number by JSON-RPC 2.0.
  let code: Int
  /// The fault, and what is allowed.
  let message: String

  static func parse(_ message: String) -> RequestError { .init(code: -32700, message: message) }
  /// The JSON is no request, or none that is allowed now.
  static func invalid(_ message: String) -> RequestError { .init(code: -32600, message: message) }
  static func unknown(_ method: String) -> RequestError {
    .init(code: -32601, message: "There is no method '\(method)'.")
  }
  /// The parameters of a method or the arguments of a tool are wrong.
  static func parameters(_ message: String) -> RequestError {
    .init(code: -32602, message: message)
  }
}

/// Messages to a client.
extension JSONValue {
  /// A Boolean value indicating whether requests may be named by it.
  var isIdentifier: Bool {
    switch self {
    case .text, .integer: true
    case .null, .bool, .number, .list, .object: false
    }
  }

  /// The reply to a request that was carried out.
  static func reply(_ result: JSONValue, to id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  /// The reply to a request that was not. The `id` is null if it is unknown.
  static func reply(_ error: RequestError, to id: JSONValue) -> JSONValue {
    let error: JSONValue = ["code": .integer(error.code), "message": .text(error.message)]
    return ["jsonrpc": "2.0", "id": id, "error": error]
  }

  /// News of a request that is carried out: `seconds` since its beginning.
  static func progress(_ token: JSONValue, seconds: Int, _ message: String) -> JSONValue {
    [
      "jsonrpc": "2.0", "method": "notifications/progress",
      "params": ["progressToken": token, "progress": .integer(seconds), "message": .text(message)],
    ]
  }
}
