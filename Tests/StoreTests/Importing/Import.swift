import Recording
import Store
import TestSupport

/// What an import of one file named `f` makes of a text.
enum Import {
  static let longHeader = "build,story,metric,unit,run,value\n"
  static let profilerHeader = "metric,story,table,pid,peak,lowest,other_processes\n"

  static func file(_ text: String) throws(StoreError) -> ImportedMeasurements {
    var measurements = ImportedMeasurements()
    try measurements.add(text, file: "f", build: "app")
    return measurements
  }

  /// What another tool recorded; the corpus of the readers has it, too.
  static func recorded(_ name: String) throws(StoreError) -> ImportedMeasurements {
    let path = Repository.path("Tests/FuzzingTests/Corpus/results/\(name)")
    var measurements = ImportedMeasurements()
    try measurements.add(
      String(decoding: bytes(of: path), as: UTF8.self), file: name, build: nil)
    return measurements
  }

  /// The runs of rows in the long form.
  static func long(_ rows: String) throws(StoreError) -> [Run] {
    try file(longHeader + rows).runs
  }

  /// The error's text, or nil where there is none.
  static func mistake(in text: String) -> String? {
    do throws(StoreError) {
      _ = try file(text)
      return nil
    } catch {
      return error.description
    }
  }
}
