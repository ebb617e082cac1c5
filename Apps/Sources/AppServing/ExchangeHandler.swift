import AppExchange
import FlyingFox
import Foundation

/// Requests and answers as FlyingFox has them.
struct ExchangeHandler: HTTPHandler {
  let server: any ExchangeServer

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let limit = type(of: server).requestLimit
    var body = Data()
    var isTooLarge = request.bodySequence.count ?? 0 > limit
    // Too large a body is read to its end all the same, and dropped: what FlyingFox finds of it later it
    // takes for the next request, and a connection that is closed while somebody sends breaks.
    for try await piece in request.bodySequence {
      isTooLarge = isTooLarge || body.count + piece.count > limit
      if isTooLarge { body = Data() } else { body += piece }
    }
    let authorization = request.headers[.authorization]
    let answer =
      isTooLarge
      ? type(of: server).tooLarge
      : server.answer(
        to: ExchangeRequest(
          request.method.rawValue, request.target.rawValue,
          credentials: authorization.flatMap(Credentials.init(basic:)),
          token: authorization.flatMap(Self.token(bearer:)),
          ifMatch: request.headers[HTTPHeader("If-Match")],
          ifNoneMatch: request.headers[.ifNoneMatch], body: body))
    var fields = HTTPHeaders()
    for (name, value) in answer.fields { fields[HTTPHeader(name)] = value }
    return HTTPResponse(
      statusCode: HTTPStatusCode(answer.status, phrase: Self.phrase(answer.status)),
      headers: fields, body: answer.body)
  }

  private static func phrase(_ status: Int) -> String {
    let known: [HTTPStatusCode] = [
      .ok, .created, .noContent, .notModified, .badRequest, .unauthorized, .forbidden, .notFound,
      .methodNotAllowed, .conflict, .preconditionFailed, .payloadTooLarge, .unprocessableContent,
      .preconditionRequired, .internalServerError, .serviceUnavailable,
    ]
    return known.first { $0.code == status }?.phrase ?? "Insufficient Storage"
  }

  /// Of a field such as `Bearer 0f3a` (RFC 6750); nil for any other.
  private static func token(bearer field: String) -> String? {
    let parts = field.split(separator: " ", maxSplits: 1)
    return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
  }
}

extension Credentials {
  /// Of a field such as `Basic YWxpY2U6c2VjcmV0` (RFC 7617); nil for any other.
  fileprivate init?(basic field: String) {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "basic",
      let data = Data(base64Encoded: String(parts[1])),
      let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else { return nil }
    self.init(user: String(text[..<colon]), secret: String(text[text.index(after: colon)...]))
  }
}
