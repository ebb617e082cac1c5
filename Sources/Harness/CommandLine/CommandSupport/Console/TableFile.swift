import ArgumentParser
import Reports
import SystemPackage
import Tables

/// A file named by `--tables`, in the format of its extension.
public struct TableFile: Sendable {
  private let path: FilePath
  private let format: Format

  private enum Format: String, CaseIterable { case md, csv, tex }

  /// The file of a path.
  /// - Throws: `ValidationError` if the file's extension names no format.
  public init(_ file: String) throws {
    path = FilePath(file)
    guard let format = path.extension.flatMap(Format.init) else {
      throw ValidationError("--tables is '\(file)'; allowed: a file ending in .md, .csv or .tex.")
    }
    self.format = format
  }

  /// Writes tables, separated by an empty line; a readable page begins with the sentences.
  public func write(_ tables: [Table], below sentences: [String]) throws {
    let parts =
      switch format {
      case .md:
        sentences.map { MarkdownText($0).description + "\n" }
          + tables.map(MarkdownTableRenderer().rendered)
      case .csv: tables.map(CSVTableRenderer().rendered)
      case .tex: tables.map(LaTeXTableRenderer().rendered)
      }
    try ReplacedFile(path).write(Array(parts.joined(separator: "\n").utf8))
  }
}
