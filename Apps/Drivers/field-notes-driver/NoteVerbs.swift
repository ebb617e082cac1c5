import DriverKit
import FieldNotes
import NoteExchange

/// Making and changing notes. A step on a note takes the one at the position `note` of what the last
/// `list` showed, or else the next.
extension NotesSession {
  static let noteVerbs: [Verb<NotesSession>] = [
    // Repeated, each text has another number in its first line.
    Verb("create-text") { app, arguments in
      try arguments.allow(["body", "name", "tags"])
      app.made += 1
      return try app.adding(.text("\(arguments.text("body")) \(app.made)"), arguments)
    },
    Verb("create-picture") { app, arguments in
      try arguments.allow(["name", "tags"])
      return try app.adding(.picture(app.file()), arguments)
    },
    Verb("create-sound") { app, arguments in
      try arguments.allow(["name", "tags"])
      return try app.adding(.sound(app.file()), arguments)
    },
    Verb("edit") { app, arguments in
      try arguments.allow(["note", "body"])
      let body = try arguments.text("body")
      return try app.changing(arguments) { try app.device.book.edit($0, body: body) }
    },
    Verb("replace") { app, arguments in
      try arguments.allow(["note"])
      let file = app.file()
      return try app.changing(arguments) { try app.device.book.replace($0, with: file) }
    },
    Verb("rename") { app, arguments in
      try arguments.allow(["note", "name"])
      let name = try arguments.text("name")
      return try app.changing(arguments) { try app.device.book.rename($0, to: name) }
    },
    Verb("tag") { app, arguments in
      try arguments.allow(["note", "tag"])
      let tag = try arguments.text("tag")
      return try app.changing(arguments) { try app.device.book.tag($0, tag) }
    },
    Verb("untag") { app, arguments in
      try arguments.allow(["note", "tag"])
      let tag = try arguments.text("tag")
      return try app.changing(arguments) { try app.device.book.untag($0, tag) }
    },
    Verb("delete") { app, arguments in
      try arguments.allow(["note"])
      return try app.changing(arguments) { try app.device.book.delete($0) }
    },
  ]

  /// The file of a picture or a recording, another one each time.
  private func file() -> [UInt8] {
    made += 1
    return NoteFixture.file(bytes: fileBytes, seed: seed &+ UInt64(made))
  }

  private func adding(_ matter: NoteMatter, _ arguments: Arguments) throws -> Call {
    let name: String? = arguments.names.contains("name") ? try arguments.text("name") : nil
    let tags = try arguments.list("tags", of: String.self, default: [])
    return Call {
      try self.device.book.add(matter, name: name, tags: tags)
    } outcome: { id, outcome in
      outcome.fact("created", true)
      outcome.mix(id.text)
    }
  }

  private func changing(
    _ arguments: Arguments, _ change: @escaping (NoteID) throws -> Void
  ) throws -> Call {
    let id = try device.listedNote(arguments)
    return Call {
      try change(id)
    } outcome: { _, outcome in
      outcome.fact("done", true)
      outcome.mix(id.text)
    }
  }
}
