import AppStorage
import Foundation
import GRDB
import NoteExchange

/// What one request carries to the server.
struct PushBatch {
  var changes: [NoteChange] = []
  /// Notes that can't be sent, since their files can't be read.
  var problems: [SyncProblem] = []
  /// The last note looked at, for the next batch.
  var last: Int64
  /// Whether there may be more.
  var isFull = false
}

extension NoteBook {
  /// The most bytes of JSON in one request, unless a note alone has more; the server takes 64 MiB.
  static let batchBytes = 24 << 20

  /// The number of notes that the server is yet to hear of, deletions too.
  public func pendingCount() throws(NoteError) -> Int {
    try read { database in
      try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM note INDEXED BY note_pending WHERE edits <> pushedEdits") ?? 0
    }
  }

  /// The server's revision up to which all changes of others are here.
  func cursor() throws(NoteError) -> Int64 {
    try read { try Int64.fetchOne($0, sql: "SELECT cursor FROM device") ?? 0 }
  }

  /// Collects what the server is yet to hear of, and notes that it was sent: from now on a note that
  /// is deleted leaves a mark, for the server may know it.
  func collect(after number: Int64) throws(NoteError) -> PushBatch {
    try write { database in
      var batch = PushBatch(last: number)
      var bytes = 0
      while let row = try NoteRow.pending(after: batch.last, in: database) {
        var content: NoteContent?
        if !row.isDeleted {
          do {
            let file = row.resource == nil ? nil : try media.bytes(of: row)
            let note = try row.content(file, in: database)
            bytes += note.bytesAtMost
            // A note alone may have as many as all others together.
            guard batch.changes.isEmpty || bytes <= Self.batchBytes else {
              batch.isFull = true
              break
            }
            content = note
          } catch let error as NoteError {
            batch.problems.append(.unreadable(row.id, error))
            batch.last = row.number
            continue
          }
        }
        batch.last = row.number
        batch.changes.append(
          NoteChange(id: row.id, base: row.base, edit: row.edits, note: content))
        var sent = row
        sent.sentEdits = row.edits
        try sent.updateCounters(in: database)
      }
      return batch
    }
  }

  /// Writes down what the server acknowledged. An edit made since the request was collected has a
  /// higher number than the one acknowledged, so its note stays to be sent.
  func acknowledge(
    _ answer: PushAnswer, of batch: PushBatch, _ report: inout SyncReport
  ) throws(NoteError) {
    var counted = report
    try merging(answer.results.compactMap { $0.outcome == .conflict ? $0.served : nil }, &counted) {
      database, counted in
      for (change, result) in zip(batch.changes, answer.results) {
        guard var row = try NoteRow.find(change.id, in: database) else { continue }
        switch result.outcome {
        case .conflict: continue
        case .refused:
          counted.problems.append(
            .refused(row.id, name: row.name, reason: result.reason ?? "no reason given"))
          continue
        case .created: counted.created += 1
        case .updated: counted.updated += 1
        case .deleted: counted.deleted += 1
        }
        row.base = result.revision
        row.pushedEdits = max(row.pushedEdits, change.edit)
        if row.isDeleted, !row.isPending {
          try row.delete(in: database)
        } else {
          try row.updateCounters(in: database)
        }
      }
    }
    report = counted
  }
}

extension NoteContent {
  /// The most bytes that the note takes in a request. JSON has six for a control character, base64 four
  /// for three.
  fileprivate var bytesAtMost: Int {
    let text = ([name, body ?? ""] + tags).reduce(0) { $0 + $1.utf8.count * 6 + 3 }
    return 300 + text + (content?.count ?? 0) / 3 * 4
  }
}
