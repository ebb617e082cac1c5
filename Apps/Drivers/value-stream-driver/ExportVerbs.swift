import AppPages
import AppStorage
import DriverKit
import DriverPages
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
      return app.exporting(to: "map.pdf") { map, path, record in
        try map.writePDF(to: path, date: ValueStreamSession.printingDate, record: record)
      }
    },
    Verb("export-png") { app, arguments in
      try arguments.allow([])
      return app.exporting(to: "map.png") { map, path, record in
        try map.writePNG(to: path, width: ValueStreamSession.pictureWidth, record: record)
      }
    },
  ]

  /// A call that writes the map on the table.
  private func exporting(
    to name: String, _ write: @escaping (PrintedMap, String, PageRecord?) throws -> Void
  ) -> Call {
    PageExport(to: "\(directory)/\(name)") { path, record in
      try write(PrintedMap(self.editor.map, name: self.mapName), path, record)
    }.call
  }

  /// The heading of the exported map.
  var mapName: String { file?.fileName ?? "Unnamed map" }
}
