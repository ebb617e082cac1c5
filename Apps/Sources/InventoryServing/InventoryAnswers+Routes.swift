import AppExchange
import Foundation
import Inventory
import InventoryExchange

extension InventoryAnswers {
  private typealias Answer = () throws -> ExchangeResponse

  /// Finds what a request asks for by its path and method.
  func route(_ request: ExchangeRequest) throws -> ExchangeResponse {
    guard let target = URLComponents(string: request.target), target.path.hasPrefix("/") else {
      throw RefusedRequest.notFound
    }
    let words = target.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let query = try Query(target)
    switch (words.count, words.first, words.last) {
    case (1, "openapi.json", _): return try choose(request, ["GET": { Self.description }])
    case (1, "units", _):
      return try choose(request, ["GET": { try .message(200, self.inventory.units()) }])
    case (1, "session", _): return try choose(request, session(request))
    case (1, "devices", _): return try choose(request, devices(request, query))
    case (1, "loans", _):
      return try choose(
        request,
        [
          "GET": {
            let users = try query.values(of: "user")
            return try .message(
              200, self.inventory.devicesLent(to: users, as: Self.token(request)))
          }
        ])
    case (1, "pictures", _):
      return try choose(
        request,
        [
          "POST": {
            let token = try Self.token(request)
            let question: PictureQuestion = try Self.decode(request)
            let pictures = try self.inventory.pictures(of: question.devices, as: token)
            return try .message(200, pictures.map(PictureMessage.init))
          }
        ])
    case (2...3, "devices", let last?):
      return try choose(
        request, device(request, Self.id(words[1]), words.count == 2 ? nil : last))
    case (2...3, "codes", let last?):
      return try choose(
        request, code(request, Self.code(words[1]), words.count == 2 ? nil : last))
    default: throw RefusedRequest.notFound
    }
  }

  private func choose(
    _ request: ExchangeRequest, _ answers: [String: Answer]
  ) throws -> ExchangeResponse {
    guard let answer = answers[request.method] else {
      throw RefusedRequest.methodNotAllowed(answers.keys.sorted())
    }
    return try answer()
  }

  private func session(_ request: ExchangeRequest) -> [String: Answer] {
    [
      "POST": {
        let login: LoginMessage = try Self.decode(request)
        return try .message(
          201,
          self.inventory.connect(user: login.user, password: login.password, unit: login.unit))
      },
      "DELETE": {
        try self.inventory.disconnect(Self.token(request))
        return ExchangeResponse(status: 204)
      },
    ]
  }

  private func devices(_ request: ExchangeRequest, _ query: Query) -> [String: Answer] {
    [
      "GET": {
        let token = try Self.token(request)
        let word = try query.value(of: "state", beside: "unit")
        guard let state = DeviceFilter.State(rawValue: word ?? "all") else {
          throw RefusedRequest.malformed(reason: "'\(word ?? "")' is no state")
        }
        let unit = try query.value(of: "unit", beside: "state")
        return try .message(
          200, self.inventory.devices(DeviceFilter(state, unit: unit), as: token))
      },
      "POST": {
        let token = try Self.token(request)
        let new: NewDeviceMessage = try Self.decode(request)
        return try .message(201, self.inventory.add(new.device, as: token))
      },
    ]
  }

  private func device(
    _ request: ExchangeRequest, _ id: DeviceID, _ part: Substring?
  ) throws -> [String: Answer] {
    switch part {
    case nil:
      ["GET": { try .message(200, self.inventory.device(id, as: Self.token(request))) }]
    case "loan"?:
      loan(request) {
        try self.inventory.lend(id, to: $0.borrower, comment: $0.comment, as: $1)
      } giveBack: {
        try self.inventory.giveBack(id, as: $0)
      }
    case "picture"?:
      [
        "GET": {
          let pictures = try self.inventory.pictures(of: [id], as: Self.token(request))
          guard let picture = pictures.first else { throw RefusedRequest.notFound }
          return ExchangeResponse(
            status: 200, fields: ["Content-Type": "image/png"], body: Data(picture.png))
        }
      ]
    default: throw RefusedRequest.notFound
    }
  }

  private func code(
    _ request: ExchangeRequest, _ code: DeviceCode, _ part: Substring?
  ) throws -> [String: Answer] {
    switch part {
    case nil:
      ["GET": { try .message(200, self.inventory.device(code: code, as: Self.token(request))) }]
    case "loan"?:
      loan(request) {
        try self.inventory.lend(code: code, to: $0.borrower, comment: $0.comment, as: $1)
      } giveBack: {
        try self.inventory.giveBack(code: code, as: $0)
      }
    default: throw RefusedRequest.notFound
    }
  }

  /// A loan is made and ended.
  private func loan(
    _ request: ExchangeRequest,
    lend: @escaping (LendingMessage, SessionToken) throws -> Loan,
    giveBack: @escaping (SessionToken) throws -> Loan
  ) -> [String: Answer] {
    [
      "POST": {
        let token = try Self.token(request)
        return try .message(201, lend(Self.decode(request), token))
      },
      "DELETE": { try .message(200, giveBack(Self.token(request))) },
    ]
  }

  private static func id(_ word: Substring) throws -> DeviceID {
    guard let number = Int64(word), String(number) == word else { throw RefusedRequest.notFound }
    return DeviceID(number)
  }

  private static func code(_ word: Substring) throws -> DeviceCode {
    do {
      return try DeviceCode(text: String(word))
    } catch {
      throw RefusedRequest.notFound
    }
  }

  private static func token(_ request: ExchangeRequest) throws -> SessionToken {
    guard let token = request.token.flatMap(SessionToken.init) else {
      throw RefusedRequest.noToken
    }
    return token
  }

  private static func decode<Message: Decodable>(_ request: ExchangeRequest) throws -> Message {
    do {
      return try MessageCoding.decode(Message.self, from: request.body)
    } catch {
      throw RefusedRequest.malformed(reason: "it is no JSON of the form that is described")
    }
  }
}

/// What stands behind a path.
private struct Query {
  private let items: [(name: String, value: String)]

  init(_ target: URLComponents) throws {
    items = try (target.queryItems ?? []).map { item in
      guard let value = item.value else {
        throw RefusedRequest.malformed(reason: "'\(item.name)' has no value")
      }
      return (item.name, value)
    }
  }

  /// All values of the only name that is allowed.
  func values(of name: String) throws -> [String] {
    try check([name])
    return items.map(\.value)
  }

  /// The value of a name that is there at most once, as another may be.
  func value(of name: String, beside other: String) throws -> String? {
    try check([name, other])
    let values = items.filter { $0.name == name }.map(\.value)
    guard values.count < 2 else {
      throw RefusedRequest.malformed(reason: "'\(name)' is there twice")
    }
    return values.first
  }

  private func check(_ allowed: Set<String>) throws {
    for item in items where !allowed.contains(item.name) {
      throw RefusedRequest.malformed(
        reason:
          "'\(item.name)' is not asked for; allowed: \(allowed.sorted().joined(separator: ", "))")
    }
  }
}
