import AppStorage
import DriverKit
import FieldNotes
import NoteExchange

/// What the views show.
extension NotesSession {
  /// The words of `filter`.
  private enum Shown: String, CaseIterable {
    case all, text, camera, audio, pending

    var filter: NoteFilter {
      switch self {
      case .all: NoteFilter()
      case .pending: NoteFilter(isPending: true)
      case .text: NoteFilter(kinds: [.text])
      case .camera: NoteFilter(kinds: [.camera])
      case .audio: NoteFilter(kinds: [.audio])
      }
    }
  }

  static let listVerbs: [Verb<NotesSession>] = [
    Verb("list") { app, arguments in
      try arguments.allow(["filter", "sort", "tags", "match"])
      let names = arguments.names
      var filter =
        names.contains("filter")
        ? try arguments.choice("filter", of: Shown.self).filter : NoteFilter()
      filter.tags = try arguments.list("tags", of: String.self, default: [])
      if names.contains("match") {
        filter.match = try arguments.choice("match", of: NoteFilter.Match.self)
      }
      let order =
        names.contains("sort") ? try arguments.choice("sort", of: NoteOrder.self) : .date
      return app.listing { try app.device.book.notes(filter, by: order) }
    },
    Verb("by-tag") { app, arguments in
      try arguments.allow(["tag"])
      let filter = NoteFilter(tags: [try arguments.text("tag")])
      return app.listing { try app.device.book.notes(filter) }
    },
    // All notes are there again.
    Verb("reopen") { app, arguments in
      try arguments.allow([])
      return app.listing {
        try app.device.reopen()
        return try app.device.book.notes()
      }
    },
    Verb("tags") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.device.book.tags()
      } outcome: { tags, outcome in
        outcome.count(tags.count)
        for tag in tags {
          outcome.mix(tag.name)
          outcome.mix(tag.count)
        }
      }
    },
    Verb("show") { app, arguments in
      try arguments.allow(["note"])
      let id = try app.device.listedNote(arguments)
      return Call {
        try app.device.book.note(id)
      } outcome: { note, outcome in
        outcome.fact("shown", true)
        outcome.mix(note.id.text)
        outcome.mix(note.content.kind.rawValue)
        outcome.mix(note.content.name)
        for tag in note.content.tags { outcome.mix(tag) }
        outcome.mix(note.content.body ?? "")
        if let content = note.content.content { outcome.mix(bytes: [UInt8](content)) }
      }
    },
  ]

  private func listing(_ body: @escaping () throws -> [ListedNote]) -> Call {
    Call(body) { notes, outcome in
      self.device.show(notes)
      outcome.count(notes.count)
      for note in notes {
        outcome.mix(note.id.text)
        outcome.mix(note.kind.rawValue)
        outcome.mix(note.name)
        outcome.mix(Int(note.created.milliseconds))
        outcome.mix(note.isPending ? 1 : 0)
      }
    }
  }
}
