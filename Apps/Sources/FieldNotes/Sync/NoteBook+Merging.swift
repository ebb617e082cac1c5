import AppStorage
import Foundation
import GRDB
import NoteExchange

extension NoteBook {
  /// What is added to the name of an edit that somebody else's has overtaken.
  static let conflictMark = " (conflict)"

  /// Takes a page of what others have changed, and goes on from there next time.
  func take(_ page: PullAnswer, _ report: inout SyncReport) throws(NoteError) {
    try merging(page.notes, &report) { database, _ in
      let statement = try PreparedStatement("UPDATE device SET cursor = ?", in: database)
      try statement.bind(page.revision, at: 1)
      try statement.run()
    }
  }

  /// Merges notes of the server into the store, in one transaction with what else the body writes.
  func merging(
    _ served: [ServedNote], _ report: inout SyncReport,
    _ body: (Database, inout SyncReport) throws -> Void
  ) throws(NoteError) {
    let hold = served.contains { $0.note?.content != nil } ? try media.hold() : nil
    defer { hold?.end() }
    var files: [NoteID: String] = [:]
    do {
      for note in served {
        guard let content = note.note?.content, let hold else { continue }
        files[note.id] = try media.add([UInt8](content), under: hold)
      }
      let written = files
      let (merged, unused) = try write { database in
        var (counted, unused) = (report, [String]())
        for note in served {
          let merge = Merge(book: self, database: database, served: note, file: written[note.id])
          unused += try merge.run(&counted)
        }
        try body(database, &counted)
        return (counted, unused)
      }
      media.remove(unused)
      report = merged
    } catch {
      media.remove(Array(files.values))
      throw error
    }
  }
}

/// A note of the server that meets the same note here.
///
/// | here      | unchanged there | edited there                 | deleted there     |
/// |-----------|-----------------|------------------------------|-------------------|
/// | unchanged | nothing         | the server's is taken        | it goes here too  |
/// | edited    | it is pushed    | both are kept                | the edit wins     |
/// | deleted   | it goes there   | the edit wins: it comes back | both forget it    |
///
/// The left column is that of a push, for which the server sends nothing. "Both are kept": the note
/// says what the server says, and what was edited here becomes a note of its own with "(conflict)"
/// behind its name, unless both say the same.
private struct Merge {
  let book: NoteBook
  let database: Database
  let served: ServedNote
  /// The name of the server's file, written already.
  let file: String?

  /// - Returns: files that no note names any more.
  func run(_ report: inout SyncReport) throws -> [String] {
    let unwanted = [file].compactMap(\.self)
    guard var row = try NoteRow.find(served.id, in: database) else {
      guard let content = served.note else { return unwanted }
      var row = NoteRow(id: served.id, content, resource: file)
      row.base = served.revision
      try row.insert(content.tags, in: database)
      report.received += 1
      return []
    }
    guard served.revision > row.base else { return unwanted }
    // Edits that the server has seen are in what it sends, though their answer was lost.
    row.pushedEdits = min(max(row.pushedEdits, served.seen), row.edits)
    switch (row.isPending, row.isDeleted, served.note) {
    case (_, true, nil), (false, _, nil):
      try row.delete(in: database)
      if !row.isDeleted { report.removed += 1 }
      return [row.resource].compactMap(\.self)
    case (true, false, nil):
      row.base = served.revision
      try row.updateCounters(in: database)
      return []
    case (true, false, let content?):
      if let own = try own(row), !own.saysTheSame(as: content) {
        try keep(own, resource: row.resource)
        report.conflicts += 1
        row.resource = nil
      }
      return try replace(&row, by: content, &report)
    case (_, _, let content?):
      return try replace(&row, by: content, &report)
    }
  }

  /// What the note says here; nil where its file is gone, so that nothing can be kept of it.
  private func own(_ row: NoteRow) throws -> NoteContent? {
    do {
      let file = row.resource == nil ? nil : try book.media.bytes(of: row)
      return try row.content(file, in: database)
    } catch NoteError.contentMissing {
      return nil
    }
  }

  /// Makes a note of what was edited here.
  private func keep(_ own: NoteContent, resource: String?) throws {
    var copy = own
    copy.name = Self.marked(own.name)
    var row = NoteRow(id: book.makeID(), copy, resource: resource)
    row.edits = 1
    try row.insert(copy.tags, in: database)
  }

  private func replace(
    _ row: inout NoteRow, by content: NoteContent, _ report: inout SyncReport
  ) throws -> [String] {
    let old = [row.resource].compactMap(\.self)
    (row.kind, row.name, row.created) = (content.kind, content.name, content.created)
    (row.body, row.resource) = (content.body, file)
    (row.base, row.pushedEdits, row.isDeleted) = (served.revision, row.edits, false)
    try row.update(in: database)
    try row.removeTags(in: database)
    for tag in content.tags { try row.add(tag, in: database) }
    report.received += 1
    return old
  }

  private static func marked(_ name: String) -> String {
    var start = name
    while start.utf8.count + NoteBook.conflictMark.utf8.count > NoteContent.nameLimit {
      start.removeLast()
    }
    return start + NoteBook.conflictMark
  }
}
