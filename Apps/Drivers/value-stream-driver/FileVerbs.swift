import AppStorage
import DriverKit
import ValueStream

/// Files: the map on the table is saved into one and opened from one.
extension ValueStreamSession {
  static let fileVerbs: [Verb<ValueStreamSession>] = [
    Verb("save-as") { app, arguments in
      try arguments.allow(["name"])
      return app.saveAs(try arguments.text("name"))
    },
    // Repeated, each copy has a number: "Draft 1", "Draft 2", …
    Verb("save-copy") { app, arguments in
      try arguments.allow(["name"])
      app.copies += 1
      return app.saveAs("\(try arguments.text("name")) \(app.copies)")
    },
    Verb("save") { app, arguments in
      try arguments.allow([])
      var file = try app.openFile()
      return Call {
        try app.library.save(app.editor.map, in: &file)
        app.file = file
        return file
      } outcome: {
        $1.write($0)
      }
    },
    // A change to the next sticker, and a save of nothing else.
    Verb("edit-and-save") { app, arguments in
      try arguments.allow(["minutes"])
      let minutes = try arguments.number("minutes")
      let position = try app.position(Arguments([:]))
      var file = try app.openFile()
      return Call {
        try app.focus(on: position)
        try app.editor.setDuration(minutes: minutes)
        try app.library.save(app.editor.map, in: &file)
        app.file = file
        return file
      } outcome: {
        $1.write($0)
      }
    },
    // Repeated, each opens the next of the files that the last `list` showed.
    Verb("open") { app, arguments in
      try arguments.allow(["name"])
      let name = try app.fileName(arguments)
      return app.drawing {
        let file = try app.library.open(name)
        app.file = file
        app.show(file.map)
      }
    },
    // Closes the app and starts it again: the look chosen last is kept, the map on the table is not.
    Verb("reopen") { app, arguments in
      try arguments.allow([])
      return app.drawing {
        try app.library.keep(app.editor.style)
        try app.library.close()
        app.library = try ValueStreamSession.library(in: app.directory)
        app.editor = MapEditor(style: try app.library.style())
        app.show(StreamMap())
        app.file = nil
      }
    },
    Verb("delete") { app, arguments in
      try arguments.allow(["name"])
      let name = try app.fileName(arguments)
      return Call {
        try app.library.delete(name)
      } outcome: { _, outcome in
        outcome.fact("deleted", .bool(true))
        outcome.mix(name)
      }
    },
    Verb("rename") { app, arguments in
      try arguments.allow(["name", "to"])
      let name = try arguments.text("name")
      let other = try arguments.text("to")
      return Call {
        try app.library.rename(name, to: other)
      } outcome: { _, outcome in
        outcome.fact("name", .text(other))
      }
    },
    Verb("list") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.library.files()
      } outcome: { files, outcome in
        app.listed = files.map(\.fileName)
        outcome.write(files)
      }
    },
    // As one types: a search for every key.
    Verb("type-search") { app, arguments in
      try arguments.allow(["text"])
      let typed = try arguments.text("text")
      let keys = typed.indices.map { String(typed[...$0]) }
      return Call {
        try keys.map { try app.library.search($0) }
      } outcome: { results, outcome in
        for files in results { outcome.write(files) }
        outcome.fact("keys", .integer(results.count))
      }
    },
    Verb("search-stickers") { app, arguments in
      try arguments.allow(["text"])
      let text = try arguments.text("text")
      return Call {
        try app.library.searchStickers(text)
      } outcome: { hits, outcome in
        outcome.count(hits.count)
        for hit in hits {
          outcome.mix(hit.file.fileName)
          outcome.mix(Int(hit.sticker.number))
          outcome.mix(hit.text)
        }
      }
    },
  ]

  private func saveAs(_ name: String) -> Call {
    Call {
      let file = try self.library.saveAs(self.editor.map, named: name)
      self.file = file
      return file
    } outcome: {
      $1.write($0)
    }
  }

  private func openFile() throws -> OpenFile {
    guard let file else { throw NothingToTake.file }
    return file
  }

  /// The file that a step names, or else the next of those listed.
  private func fileName(_ arguments: Arguments) throws -> String {
    if arguments.names.contains("name") { return try arguments.text("name") }
    guard !listed.isEmpty else { throw NothingToTake.listedFile }
    return listed.removeFirst()
  }
}

/// A step takes something that is not there.
private enum NothingToTake: CodedError {
  case file
  case listedFile

  var code: String {
    switch self {
    case .file: "no-file"
    case .listedFile: "nothing-listed"
    }
  }

  var description: String {
    switch self {
    case .file: "The map on the table has no file; a 'save-as' or an 'open' before gives it one."
    case .listedFile: "No listed file is left; a 'list' before this step shows some."
    }
  }
}

extension Outcome {
  fileprivate mutating func write(_ file: OpenFile) {
    count(file.map.stickers.count)
    mix(file.fileName)
    mix(Int(file.dateUpdated.milliseconds))
  }

  fileprivate mutating func write(_ files: [ListedFile]) {
    count(files.count)
    for file in files {
      mix(file.fileName)
      mix(Int(file.dateUpdated.milliseconds))
      mix(file.stickerCount)
      mix(Int(file.leadTime.seconds))
    }
  }
}
