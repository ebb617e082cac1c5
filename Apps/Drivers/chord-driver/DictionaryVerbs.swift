import AppStorage
import ChordAccounting
import DriverKit
import Foundation

extension ChordSession {
  static let dictionaryVerbs: [Verb<ChordSession>] = [
    // From a file of so many entries, which is made before and is not measured.
    Verb("import-dictionary") { app, arguments in
      try arguments.allow(["count"])
      let fixture = try AccountBookFixture(
        entries: arguments.integer("count"), seed: app.seed)
      return try app.importing(fixture.json)
    },
    Verb("import-json") { app, arguments in
      try arguments.allow(["json"])
      return try app.importing(Array(arguments.text("json").utf8))
    },
    // As one types: a search for every key.
    Verb("search") { app, arguments in
      try arguments.allow(["text"])
      let typed = try arguments.text("text")
      let keys = typed.indices.map { String(typed[...$0]) }
      return Call {
        try keys.map { try app.book.dictionary.search($0) }
      } outcome: { results, outcome in
        for entries in results {
          outcome.count(entries.count)
          for entry in entries { outcome.mix(entry) }
        }
        outcome.fact("keys", .integer(results.count))
      }
    },
    Verb("look-up") { app, arguments in
      try arguments.allow(["pos"])
      let pos = Int64(try arguments.integer("pos"))
      return Call {
        try app.book.dictionary.entry(pos)
      } outcome: { entry, outcome in
        outcome.fact("found", .bool(entry != nil))
        if let entry {
          outcome.fact("type", .text(entry.type))
          outcome.fact("price", .text("\(entry.price)"))
          outcome.mix(entry)
        }
      }
    },
  ]

  private func importing(_ json: [UInt8]) throws -> Call {
    let file = "\(directory)/dictionary.json"
    try Data(json).write(to: URL(fileURLWithPath: file))
    return Call {
      try self.book.importDictionary(ActivityList(file: file))
      return try self.book.dictionary.count()
    } outcome: { count, outcome in
      outcome.count(count)
      self.tellChanges(to: &outcome)
    }
  }
}

extension Outcome {
  mutating func mix(_ entry: DictionaryEntry) {
    mix(Int(entry.pos.number))
    mix(entry.type)
    mix(entry.unit.rawValue)
    mix(Int(entry.price.oere))
  }
}
