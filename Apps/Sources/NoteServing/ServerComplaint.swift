import AppExchange
import AppStorage
import Foundation
import NoteExchange

/// Every way a request is refused.
enum ServerComplaint: Error, Hashable {
  case malformed(reason: String)
  case wrongCredentials
  case notFound
  case methodNotAllowed([String])
  case preconditionFailed(revision: Int64?)
  case tooLarge(limit: Int)
  case preconditionMissing
  case notAllowed(NoteFault)
  case store(StorageFailure)

  init(_ failure: StorageFailure) { self = .store(failure) }

  var status: Int {
    switch self {
    case .malformed: 400
    case .wrongCredentials: 401
    case .notFound: 404
    case .methodNotAllowed: 405
    case .preconditionFailed: 412
    case .tooLarge: 413
    case .notAllowed: 422
    case .preconditionMissing: 428
    case .store(.busy): 503
    case .store(.diskFull), .store(.readOnly): 507
    case .store: 500
    }
  }

  var message: Complaint {
    switch self {
    case .malformed(let reason):
      Complaint(error: "malformed", message: "The request can't be read: \(reason).")
    case .wrongCredentials:
      Complaint(error: "wrong-credentials", message: "The name or the secret is wrong.")
    case .notFound: Complaint(error: "not-found", message: "There is nothing here.")
    case .methodNotAllowed(let methods):
      Complaint(
        error: "method-not-allowed",
        message: "Only \(methods.joined(separator: ", ")) can be asked here.")
    case .preconditionFailed(let revision):
      Complaint(
        error: "precondition-failed",
        message: revision.map { "The note is at revision \($0)." } ?? "There is no such note.")
    case .tooLarge(let limit):
      Complaint(error: "too-large", message: "A request has at most \(limit) bytes.")
    case .preconditionMissing:
      Complaint(
        error: "precondition-missing",
        message: "A change names the revision in If-Match, or is new by If-None-Match: *.")
    case .notAllowed(let fault):
      Complaint(error: "not-allowed", message: "This is no note: \(fault).")
    case .store(.busy):
      Complaint(error: "store-busy", message: "Another program keeps the store locked.")
    case .store(.diskFull), .store(.readOnly):
      Complaint(error: "store-not-writable", message: "The store is full, or can't be written.")
    case .store:
      Complaint(error: "store-failed", message: "The store is damaged, or can't be used.")
    }
  }

  var fields: [String: String] {
    switch self {
    case .wrongCredentials: ["WWW-Authenticate": "Basic realm=\"notes\", charset=\"UTF-8\""]
    case .methodNotAllowed(let methods): ["Allow": methods.joined(separator: ", ")]
    default: [:]
    }
  }
}

extension NoteServer {
  /// The answer to a request of too many bytes.
  public static var tooLarge: ExchangeResponse {
    .complaint(.tooLarge(limit: requestLimit))
  }
}

extension ExchangeResponse {
  static func complaint(_ complaint: ServerComplaint) -> ExchangeResponse {
    // Two texts: there is nothing that JSON could not hold.
    let body = (try? MessageCoding.encode(complaint.message)) ?? Data("{}".utf8)
    return json(complaint.status, body, fields: complaint.fields)
  }
}
