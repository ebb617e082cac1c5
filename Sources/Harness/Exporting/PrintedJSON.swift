import Analysis
import Foundation
import Recording
import Reports
import SystemPackage

/// JSON as Rehearse prints and writes it: keys sorted, so that equal results are equal texts.
public enum PrintedJSON {
  /// The text of a value. It may be printed in a job's log, so it is plain.
  /// - Throws: `EncodingError` for numbers that JSON does not have.
  public static func text(_ value: some Encodable) throws -> String {
    PlainText(json: try exact(value)).description
  }

  /// The text of a value, with whatever signs its words have.
  static func exact(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// A file of a format.
  static func file(_ value: some Encodable, format: String) throws(ExportError) -> String {
    do {
      return try text(value) + "\n"
    } catch {
      // All that such values can be refused for.
      throw .notFinite(format: format)
    }
  }

  /// Values that are many and read by programs alone, each on a line without blanks.
  static func lines(_ values: [some Encodable], format: String) throws(ExportError) -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try values.map {
        PlainText(json: String(decoding: try encoder.encode($0), as: UTF8.self)).description
      }
    } catch {
      throw .notFinite(format: format)
    }
  }
}

/// A baseline as the file that is kept in a repository: sorted keys, a list of measurements a line, so
/// that a difference shows what changed.
public enum BaselineJSON {
  /// The file's text.
  /// - Throws: `EncodingError` for measurements that JSON does not have.
  public static func text(_ baseline: Baseline) throws -> String {
    onOneLine(try PrintedJSON.exact(baseline)) + "\n"
  }

  /// Writes the file, and makes its folder where that is not there.
  /// - Throws: `FileNotWritten`, or as of ``text(_:)``.
  public static func write(_ baseline: Baseline, to file: FilePath) throws {
    let bytes = Array(try text(baseline).utf8)
    let folder = file.removingLastComponent()
    do {
      if !folder.isEmpty {
        try FileManager.default.createDirectory(
          atPath: folder.string, withIntermediateDirectories: true)
      }
    } catch {
      throw FileNotWritten(path: folder, operation: "create folder", underlying: error)
    }
    try ReplacedFile(file).write(bytes)
  }

  /// Lists of numbers alone; text in JSON has no line ends, so none of it can look like one.
  private static func onOneLine(_ text: String) -> String {
    text.replacing(/\[\n([-0-9.eE+,\s]+)\n\s*\]/) { list in
      let numbers = list.1.split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      return "[" + numbers.joined(separator: ", ") + "]"
    }
  }
}

/// The declaration of a comparison, as a file: with its measurements all that it takes to compute its
/// verdicts again (``DecisionDocument``).
public enum DecisionJSON {
  /// The file's text.
  /// - Parameter analysis: what was judged.
  /// - Throws: ``ExportError`` where a number of the rule is not finite.
  public static func text(
    _ judgement: Judgement, of analysis: ExperimentAnalysis
  ) throws(ExportError) -> String {
    try PrintedJSON.file(DecisionDocument(judgement, of: analysis), format: "decision.json")
  }
}
