import Foundation

/// What a client has changed since it was last in step with the server: one request.
public struct Push: Hashable, Sendable, Codable {
  /// The store that the changes were made in.
  public var device: NoteID
  /// Each note once.
  public var changes: [NoteChange]

  /// A push.
  public init(device: NoteID, changes: [NoteChange]) {
    (self.device, self.changes) = (device, changes)
  }
}

/// A note that was made, edited or deleted.
public struct NoteChange: Hashable, Sendable, Codable {
  /// The note.
  public var id: NoteID
  /// The server's revision that the change is based on; 0 for none.
  public var base: Int64
  /// The number of edits that the device has made to the note, this one the last. Counters tell edits
  /// apart where clocks, which can be set, don't.
  public var edit: Int64
  /// What the note says now; nil where it is deleted.
  public var note: NoteContent?

  /// A change.
  public init(id: NoteID, base: Int64, edit: Int64, note: NoteContent?) {
    (self.id, self.base, self.edit, self.note) = (id, base, edit, note)
  }
}

/// What became of each change of a push.
public struct PushAnswer: Hashable, Sendable, Codable {
  /// In the order of the changes.
  public var results: [PushResult]

  /// An answer.
  public init(results: [PushResult]) { self.results = results }
}

/// What became of a change.
public struct PushResult: Hashable, Sendable, Codable {
  /// What became of it.
  public enum Outcome: String, Hashable, Sendable, CaseIterable, Codable {
    /// There is the note now.
    case created
    /// The note says so now.
    case updated
    /// There is no such note any more.
    case deleted
    /// Nothing was done: somebody else has changed the note since `base`.
    case conflict
    /// Nothing was done: it is no note. `reason` says why.
    case refused
  }

  /// The note.
  public var id: NoteID
  /// What became of it. A change that is sent again has the same outcome again.
  public var outcome: Outcome
  /// The note's revision now; 0 for none.
  public var revision: Int64
  /// Why it was refused.
  public var reason: String?
  /// What the server has instead, where there is a conflict.
  public var served: ServedNote?

  /// A result.
  public init(
    id: NoteID, outcome: Outcome, revision: Int64, reason: String? = nil,
    served: ServedNote? = nil
  ) {
    (self.id, self.outcome, self.revision) = (id, outcome, revision)
    (self.reason, self.served) = (reason, served)
  }
}

/// What others have changed since a revision: a page of it.
public struct PullAnswer: Hashable, Sendable, Codable {
  /// In the order of revisions.
  public var notes: [ServedNote]
  /// What to ask for next.
  public var revision: Int64
  /// Whether there is more to ask for.
  public var more: Bool

  /// An answer.
  public init(notes: [ServedNote], revision: Int64, more: Bool) {
    (self.notes, self.revision, self.more) = (notes, revision, more)
  }
}

/// A note as the server has it.
public struct ServedNote: Hashable, Sendable, Codable {
  /// The note.
  public var id: NoteID
  /// Its revision.
  public var revision: Int64
  /// The last edit of the asking device that has led to it; 0 for none. An edit whose push was
  /// answered with silence is told by it from one that never arrived.
  public var seen: Int64
  /// What it says; nil where it is deleted.
  public var note: NoteContent?

  /// A note.
  public init(id: NoteID, revision: Int64, seen: Int64, note: NoteContent?) {
    (self.id, self.revision, self.seen, self.note) = (id, revision, seen, note)
  }
}
