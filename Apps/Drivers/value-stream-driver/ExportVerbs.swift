import AppStorage
import DriverKit
import Foundation
import ValueStream

/// The map on paper and as a picture, each time over the file before it.
extension ValueStreamSession {
  /// Wide enough to read a card of a map of some hundred.
  static let pictureWidth = 2_048
  /// In seconds since 1970: all runs lead to the same.
  static let printingDate = LibraryFixture.now.milliseconds / 1000

  static let exportVerbs: [Verb<ValueStreamSession>] = [
    Verb("export-pdf") { app, arguments in
      try arguments.allow([])
      return app.exporting(to: "map.pdf") { map, path in
        try map.writePDF(to: path, date: ValueStreamSession.printingDate)
      }
    },
    Verb("export-png") { app, arguments in
      try arguments.allow([])
      return app.exporting(to: "map.png") { map, path in
        try map.writePNG(to: path, width: ValueStreamSession.pictureWidth)
      }
    },
  ]

  /// A call that writes the map on the table.
  private func exporting(
    to name: String, _ write: @escaping (PrintedMap, String) throws -> Void
  ) -> Call {
    writing(to: name) { path in
      try write(PrintedMap(self.editor.map, name: self.mapName), path)
    }
  }

  /// A call that writes a file, and what is said of it: its bytes are the same in every run.
  func writing(to name: String, _ write: @escaping (String) throws -> Void) -> Call {
    let path = "\(directory)/\(name)"
    return Call {
      try write(path)
    } outcome: { _, outcome in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      outcome.fact("written", .bool(!bytes.isEmpty))
      outcome.mix(bytes: Array(bytes))
    }
  }

  /// The heading of the exported map.
  var mapName: String { file?.fileName ?? "Unnamed map" }
}
