import FlyingFox
import FlyingSocks
import Foundation

/// What stands behind the gate.
public protocol Site: Sendable {
  /// Answers a request of somebody who was let in.
  /// - Throws: what it has to say; it is told as a failure of this program.
  func answer(to request: SiteRequest, at path: SitePath) async throws -> SiteAnswer
}

/// Serves a site over HTTP/1.1.
///
/// FlyingFox, since it is what the apps' servers have: nothing more is to be compiled, and a page that takes
/// gnuplot a second gains nothing by a faster one.
public struct SiteServer: Sendable {
  private let address: String
  private let port: UInt16
  private let server: HTTPServer

  /// A server that does not listen yet.
  /// - Parameters:
  ///   - address: an address of this machine in numbers, IPv4 or IPv6.
  ///   - port: 0 for one that is free.
  /// - Throws: ``ServingFailure`` for an address that is none.
  public init(address: String, port: UInt16) throws(ServingFailure) {
    self.address = address
    self.port = port
    do {
      let pool = HTTPServer.defaultPool()
      if address.contains(":") {
        server = HTTPServer(
          config: .init(
            address: try .inet6(ip6: address, port: port), pool: pool, logger: .disabled))
      } else {
        server = HTTPServer(
          config: .init(address: try .inet(ip4: address, port: port), pool: pool, logger: .disabled)
        )
      }
    } catch {
      throw ServingFailure(
        "'\(address)' is no address; allowed: one in numbers, such as 127.0.0.1 or ::1.")
    }
  }

  /// Serves until the task is cancelled.
  /// - Parameters:
  ///   - site: makes the site once its port is known.
  ///   - listening: is called then with the port.
  /// - Throws: ``ServingFailure`` where it can't listen, and what `site` throws.
  public func run(
    site: @escaping @Sendable (UInt16) throws -> (SiteGate, any Site),
    listening: @escaping @Sendable (UInt16) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await server.run()
        } catch is CancellationError {
        } catch {
          throw ServingFailure("\(address):\(port) can't be had: \(error.localizedDescription)")
        }
      }
      group.addTask {
        try await server.waitUntilListening(timeout: 60)
        guard let port = await server.listeningAddress?.port else {
          throw ServingFailure("Nothing listens at \(address).")
        }
        let (gate, site) = try site(port)
        await server.appendRoute("*", to: SiteHandler(gate: gate, site: site))
        try listening(port)
      }
      do {
        try await group.next()
        try await group.waitForAll()
      } catch {
        group.cancelAll()
        throw error
      }
    }
  }
}

extension Socket.Address {
  fileprivate var port: UInt16? {
    switch self {
    case .ip4(_, let port), .ip6(_, let port): port
    case .unix: nil
    }
  }
}

/// Why nothing is served.
public struct ServingFailure: Error, Equatable, CustomStringConvertible {
  /// The reason, for the user to read.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Requests and answers as FlyingFox has them.
private struct SiteHandler: HTTPHandler {
  let gate: SiteGate
  let site: any Site

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    // Too large a body is read to its end all the same, and dropped: what FlyingFox finds of it later it
    // would take for the next request.
    var body = Data()
    for try await piece in request.bodySequence where body.count <= SiteGate.mostBytes {
      body += piece
    }
    var fields: [String: String] = [:]
    for name in SiteRequest.fieldNames { fields[name] = request.headers[HTTPHeader(name)] }
    var answer = await answer(
      to: SiteRequest(request.method.rawValue, request.target.rawValue, fields: fields, body: body))
    if request.method == .HEAD {
      answer.fields["Content-Length"] = String(answer.body.count)
      answer.body = Data()
    }
    var headers = HTTPHeaders()
    for (name, value) in answer.fields { headers[HTTPHeader(name)] = value }
    return HTTPResponse(
      statusCode: HTTPStatusCode(answer.status, phrase: Self.phrases[answer.status] ?? "Status"),
      headers: headers, body: answer.body)
  }

  private func answer(to request: SiteRequest) async -> SiteAnswer {
    if let refusal = gate.refusal(of: request) { return refusal }
    guard let path = SitePath(request.target) else { return .notFound }
    do {
      return try await site.answer(to: request, at: path)
    } catch {
      return .refusal(500, "\(error)")
    }
  }

  private static let phrases = [
    200: "OK", 303: "See Other", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large",
    421: "Misdirected Request", 500: "Internal Server Error",
  ]
}
