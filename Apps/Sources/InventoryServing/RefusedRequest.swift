import AppExchange
import Foundation
import Inventory
import InventoryExchange

/// Every way a request is refused that is not the inventory's.
enum RefusedRequest: Error, Hashable {
  case malformed(reason: String)
  case noToken
  case notFound
  case methodNotAllowed([String])
  case tooLarge(limit: Int)
  case storeBusy, storeFailed, serverFailed

  /// Of a failure that no user can do anything about. Its details, such as the store's path, stay here.
  init(failed error: InventoryError) {
    self =
      switch error {
      case .storeBusy: .storeBusy
      case .storeFailed, .storeDamaged, .storeNotOpened, .storeForeign, .storeNewer: .storeFailed
      default: .serverFailed
      }
  }

  var response: ExchangeResponse {
    let (status, error, message) = words
    return .refusal(status, Refusal(error: error, message: message), fields: fields)
  }

  private var words: (Int, String, String) {
    switch self {
    case .malformed(let reason):
      (400, "malformed", "The request can't be read: \(reason).")
    case .noToken:
      (401, "session-unknown", "The token of a session is asked for: Authorization: Bearer TOKEN.")
    case .notFound: (404, "not-found", "There is nothing here.")
    case .methodNotAllowed(let methods):
      (
        405, "method-not-allowed", "Only \(methods.joined(separator: ", ")) can be asked here."
      )
    case .tooLarge(let limit):
      (413, "too-large", "A request has at most \(limit) bytes.")
    case .storeBusy: (503, "store-busy", "Another program keeps the store locked.")
    case .storeFailed:
      (500, "store-failed", "The store is damaged or full, or can't be used.")
    case .serverFailed: (500, "server-failed", "The server could not do it.")
    }
  }

  private var fields: [String: String] {
    switch self {
    case .noToken: ExchangeResponse.loginFields
    case .methodNotAllowed(let methods): ["Allow": methods.joined(separator: ", ")]
    // The server has waited for five seconds already.
    case .storeBusy: ["Retry-After": "1"]
    default: [:]
    }
  }
}

extension Refusal {
  /// The refusal as an answer.
  var response: ExchangeResponse {
    let status =
      switch error {
      case "wrong-credentials", "session-unknown", "session-expired": 401
      case "no-such-device": 404
      case "already-lent", "not-lent", "lent-to-another", "serial-number-taken": 409
      default: 422
      }
    return .refusal(status, self, fields: status == 401 ? ExchangeResponse.loginFields : [:])
  }
}

extension ExchangeResponse {
  /// How to ask.
  static let loginFields = ["WWW-Authenticate": "Bearer realm=\"inventory\""]

  static func message(_ status: Int, _ message: some Encodable) throws -> ExchangeResponse {
    .json(status, try MessageCoding.encode(message))
  }

  fileprivate static func refusal(
    _ status: Int, _ refusal: Refusal, fields: [String: String]
  ) -> ExchangeResponse {
    // Texts and numbers: there is nothing that JSON could not hold.
    let body = (try? MessageCoding.encode(refusal)) ?? Data("{}".utf8)
    return .json(status, body, fields: fields)
  }
}
