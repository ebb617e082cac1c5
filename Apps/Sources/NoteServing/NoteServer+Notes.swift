import AppExchange
import Foundation
import GRDB
import NoteExchange

/// Single notes, for programs that keep no store: reading, and changing with the revision at hand.
extension NoteServer {
  func answerNote(
    _ request: ExchangeRequest, _ id: NoteID, of user: String
  ) throws -> ExchangeResponse {
    switch request.method {
    case "GET":
      let row = try read { try ServedRow.find(id, of: user, for: ServedRow.nobody, in: $0) }
      guard let row, row.content != nil else { throw ServerComplaint.notFound }
      let tag = Self.tag(row.revision)
      if request.ifNoneMatch == tag || request.ifNoneMatch == "*" {
        return ExchangeResponse(status: 304, fields: ["ETag": tag])
      }
      return .json(200, try MessageCoding.encode(row.served()), fields: ["ETag": tag])
    case "PUT":
      let content: NoteContent = try Self.decode(request.body)
      do {
        try content.check()
      } catch {
        throw ServerComplaint.notAllowed(error)
      }
      return try change(request, id, to: content, of: user)
    case "DELETE": return try change(request, id, to: nil, of: user)
    default: throw ServerComplaint.methodNotAllowed(["GET", "PUT", "DELETE"])
    }
  }

  private func change(
    _ request: ExchangeRequest, _ id: NoteID, to content: NoteContent?, of user: String
  ) throws -> ExchangeResponse {
    try write { database in
      let row = try ServedRow.find(id, of: user, for: ServedRow.nobody, in: database)
      let present = row.flatMap { $0.content == nil ? nil : $0.revision }
      if let wanted = request.ifMatch {
        guard let present, wanted == "*" || wanted == Self.tag(present) else {
          throw ServerComplaint.preconditionFailed(revision: present)
        }
      } else if request.ifNoneMatch == "*", content != nil {
        guard present == nil else {
          throw ServerComplaint.preconditionFailed(revision: present)
        }
      } else {
        throw ServerComplaint.preconditionMissing
      }
      let outcome: PushResult.Outcome =
        content == nil ? .deleted : present == nil ? .created : .updated
      let revision = try ServedRow.store(
        content, as: id, of: user, by: ServedRow.nobody, outcome: outcome, in: database)
      let fields = ["ETag": Self.tag(revision)]
      guard let content else { return ExchangeResponse(status: 204, fields: fields) }
      let served = ServedNote(id: id, revision: revision, seen: 0, note: content)
      return .json(
        outcome == .created ? 201 : 200, try MessageCoding.encode(served), fields: fields)
    }
  }

  private static func tag(_ revision: Int64) -> String { "\"\(revision)\"" }
}
