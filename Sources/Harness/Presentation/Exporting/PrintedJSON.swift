import Analysis
import Foundation
import Recording
import Reports
import SystemPackage

/// JSON as Rehearse prints and writes it: keys sorted, so that equal results are equal texts.
public enum PrintedJSON {
  /// The text of a value. It is plain, because it may be printed in a job's log.
  /// - Throws: `EncodingError` for numbers that JSON does not have.
  public static func text(_ value: some Encodable) throws -> String {
    PlainText(json: try exact(value)).description
  }

  /// The text of a value, with all signs of its words.
  static func exact(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func file(_ value: some Encodable, format: String) throws(OutputError) -> String {
    do {
      return try text(value) + "\n"
    } catch {
      // The only reason to refuse such values.
      throw .notFinite(format: format)
    }
  }

  /// Many values that only programs read, each on a line without spaces.
  static func lines(_ values: [some Encodable], format: String) throws(OutputError) -> [String] {
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

/// A baseline as a file for a repository: sorted keys, one list of measurements per line, so that a diff
/// shows what changed.
public enum BaselineJSON {
  /// The file's text.
  /// - Throws: `EncodingError` for measurements that JSON does not have.
  public static func text(_ baseline: Baseline) throws -> String {
    onOneLine(try PrintedJSON.exact(baseline)) + "\n"
  }

  /// Writes the file, and creates its folder if necessary.
  /// - Throws: `OutputError`, and the errors of ``text(_:)``.
  public static func write(_ baseline: Baseline, to file: FilePath) throws {
    let bytes = Array(try text(baseline).utf8)
    let folder = file.removingLastComponent()
    do {
      if !folder.isEmpty {
        try FileManager.default.createDirectory(
          atPath: folder.string, withIntermediateDirectories: true)
      }
    } catch {
      throw OutputError(path: folder, operation: "create folder", underlying: error)
    }
    try ReplacedFile(file).write(bytes)
  }

  /// Only lists of numbers: text in JSON has no line breaks, so none of it can look like one.
  private static func onOneLine(_ text: String) -> String {
    text.replacing(/\[\n([-0-9.eE+,\s]+)\n\s*\]/) { list in
      let numbers = list.1.split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      return "[" + numbers.joined(separator: ", ") + "]"
    }
  }
}

/// The declaration of a comparison, as a file: with its measurements, its verdicts can be recomputed
/// (``DecisionDocument``).
public enum DecisionJSON {
  /// The file's text.
  /// - Throws: `OutputError` if a number of the rule is not finite.
  public static func text(
    _ judgement: Judgement, of analysis: ExperimentAnalysis
  ) throws(OutputError) -> String {
    try PrintedJSON.file(DecisionDocument(judgement, of: analysis), format: "decision.json")
  }
}
