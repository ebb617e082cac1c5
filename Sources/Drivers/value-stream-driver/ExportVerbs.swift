import AppStorage
import DriverKit
import Foundation
import ValueStream

/// The map on paper and as a picture, each time over the file before it.
extension ValueStreamSession {
  /// Wide enough to read a card of a map of some hundred.
  private static let pictureWidth = 2_048

  static let exportVerbs: [Verb<ValueStreamSession>] = [
    Verb("export-pdf") { app, arguments in
      try arguments.allow([])
      return app.exporting(to: "map.pdf") { map, path in
        try map.writePDF(to: path, date: LibraryFixture.now.milliseconds / 1000)
      }
    },
    Verb("export-png") { app, arguments in
      try arguments.allow([])
      return app.exporting(to: "map.png") { map, path in
        try map.writePNG(to: path, width: ValueStreamSession.pictureWidth)
      }
    },
  ]

  /// A call that writes a file, and what is said of it: its bytes are the same in every run.
  private func exporting(
    to name: String, _ write: @escaping (PrintedMap, String) throws -> Void
  ) -> Call {
    let path = "\(directory)/\(name)"
    return Call {
      try write(PrintedMap(self.editor.map.stickers, name: self.mapName), path)
    } outcome: { _, outcome in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      outcome.fact("written", .bool(!bytes.isEmpty))
      outcome.mix(bytes: Array(bytes))
    }
  }

  /// The heading of the exported map.
  private var mapName: String { file?.fileName ?? "Unnamed map" }
}
