public import AppExchange
import Foundation
public import NoteExchange

/// What a synchronisation has done.
public struct SyncReport: Hashable, Sendable {
  /// Changes that were sent, and what the server made of them.
  public internal(set) var sent = 0, created = 0, updated = 0, deleted = 0
  /// Notes of others that are here now, and those that went.
  public internal(set) var received = 0, removed = 0
  /// Edits that became notes of their own, since somebody else had edited the same note.
  public internal(set) var conflicts = 0
  /// Notes that could not be sent. They stay to be sent, and all others were.
  public internal(set) var problems: [SyncProblem] = []
}

/// A note that could not be sent.
public enum SyncProblem: Hashable, Sendable {
  /// Its file can't be read.
  case unreadable(NoteID, NoteError)
  /// The server does not take it.
  case refused(NoteID, name: String, reason: String)
}

/// Brings a store and a server in step, in both directions, when the user asks for it.
///
/// What others changed is pulled and merged first; then all that changed here is pushed in one request
/// (in several above 24 MiB). Each answer is taken in one transaction. Where one does not
/// come, or only half, nothing is lost and nothing is there twice: whatever was not acknowledged is sent
/// again next time, and the server knows by the device's counter of edits what it has seen.
public struct Synchroniser: Sendable {
  /// How often a push is repeated while others change the same notes at the same time.
  static let attempts = 3

  let book: NoteBook
  let route: any ExchangeRoute
  let server: String
  let credentials: Credentials

  /// A synchroniser of a book; `server` is what errors call the server.
  public init(
    _ book: NoteBook, by route: any ExchangeRoute, server: String, credentials: Credentials
  ) {
    (self.book, self.route) = (book, route)
    (self.server, self.credentials) = (server, credentials)
  }

  /// Synchronises.
  /// - Throws: ``NoteError``, one of the network's, the server's or the store's.
  public func run() throws(NoteError) -> SyncReport {
    var report = SyncReport()
    try pull(&report)
    for _ in 0..<Self.attempts {
      if try push(&report) == 0 { break }
    }
    return report
  }

  private func pull(_ report: inout SyncReport) throws(NoteError) {
    var more = true
    while more {
      let since = try book.cursor()
      let page: PullAnswer = try ask(
        ExchangeRequest("GET", "/changes?since=\(since)&device=\(book.device)"))
      guard !page.more || page.revision > since else {
        throw .notUnderstood(server: server, reason: "its pages do not end")
      }
      try Self.check(page.notes, server)
      // Where nothing is new there is nothing to write.
      if page.revision != since { try book.take(page, &report) }
      more = page.more
    }
  }

  /// Pushes all that is pending.
  /// - Returns: the number of conflicts, whose copies are to be pushed too.
  private func push(_ report: inout SyncReport) throws(NoteError) -> Int {
    var conflicts = 0
    var (last, isFull) = (Int64(0), true)
    report.problems = []
    while isFull {
      let batch = try book.collect(after: last)
      (last, isFull) = (batch.last, batch.isFull)
      report.problems += batch.problems
      guard !batch.changes.isEmpty else { continue }
      let push = Push(device: book.device, changes: batch.changes)
      let answer: PushAnswer = try ask(
        ExchangeRequest("POST", "/changes", body: Self.encode(push)))
      guard answer.results.map(\.id) == batch.changes.map(\.id) else {
        throw .notUnderstood(server: server, reason: "it answers for other notes than were sent")
      }
      try Self.check(answer.results.compactMap(\.served), server)
      report.sent += batch.changes.count
      conflicts += answer.results.count { $0.outcome == .conflict }
      try book.acknowledge(answer, of: batch, &report)
    }
    return conflicts
  }

  /// Asks the server, and reads its answer.
  private func ask<Answer: Decodable>(_ request: ExchangeRequest) throws(NoteError) -> Answer {
    var request = request
    request.credentials = credentials
    let response: ExchangeResponse
    do {
      response = try route.answer(to: request)
    } catch {
      throw NoteError(error, server: server)
    }
    guard response.status == 200 else { throw refusal(response) }
    do {
      return try MessageCoding.decode(Answer.self, from: response.body)
    } catch {
      throw .notUnderstood(server: server, reason: "\(response.body.count) bytes are no such JSON")
    }
  }

  private func refusal(_ response: ExchangeResponse) -> NoteError {
    guard let complaint = try? MessageCoding.decode(Complaint.self, from: response.body) else {
      return .notUnderstood(server: server, reason: "status \(response.status) without a reason")
    }
    return response.status == 401
      ? .wrongCredentials(server: server, user: credentials.user)
      : .serverRefused(server: server, status: response.status, reason: complaint.message)
  }

  /// Whatever the server sends is to be a note, for it becomes one here.
  private static func check(_ notes: [ServedNote], _ server: String) throws(NoteError) {
    for note in notes {
      do {
        try note.note?.check()
      } catch {
        throw .notUnderstood(server: server, reason: "note \(note.id): \(error)")
      }
    }
  }

  private static func encode(_ push: Push) throws(NoteError) -> Data {
    do {
      return try MessageCoding.encode(push)
    } catch {
      // Text and numbers: there is nothing that JSON could not hold.
      throw .notUnderstood(server: "the client", reason: "\(error)")
    }
  }
}

extension NoteError {
  /// Makes the caller's error of an answer that did not come.
  init(_ failure: ExchangeFailure, server: String) {
    self =
      switch failure {
      case .addressNotAllowed(let address): .addressNotAllowed(address)
      case .notReached(let reason): .notReached(server: server, reason: reason)
      case .timedOut(let milliseconds): .timedOut(server: server, milliseconds: milliseconds)
      case .cutOff(let reason): .cutOff(server: server, reason: reason)
      case .noHTTP(let reason): .notUnderstood(server: server, reason: reason)
      }
  }
}
