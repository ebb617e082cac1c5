import Foundation
import Importing
import Recording
import Scenarios
import SystemPackage

/// A scenario with the file that it was read from.
struct ScenarioFile {
  let path: FilePath
  let text: String
  var scenario: Scenario
  /// What others have published of the stories; nil where the scenario names nothing.
  let published: PublishedRatios?
  /// The stories that are replayed for themselves; nil for all.
  var selectedStories: Set<String>?

  /// Reads a file.
  /// - Throws: ``UnreadableFile``, `InvalidScenario` with every mistake, or `ImportError` for the
  ///   published figures.
  init(_ name: String) throws {
    path = FilePath(name)
    text = try UnreadableFile.text(of: name)
    scenario = try ScenarioParser.parse(text, file: name)
    let folder = Self.folder(of: path)
    let stories = scenario.stories.map(\.name)
    published = try scenario.published.map {
      let file = folder.pushing(FilePath($0.file)).lexicallyNormalized().string
      return try PublishedRatios($0, text: UnreadableFile.text(of: file), stories: stories)
    }
  }

  /// The folder at which relative paths of the scenario start, absolute.
  var folder: FilePath { Self.folder(of: path) }

  private static func folder(of path: FilePath) -> FilePath {
    let working = FilePath(FileManager.default.currentDirectoryPath)
    return working.pushing(path).removingLastComponent().lexicallyNormalized()
  }
}

/// A file that can't be read, or is no text.
struct UnreadableFile: Error, CustomStringConvertible {
  let description: String

  /// The file's text.
  static func text(of name: String) throws -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: name))
    } catch {
      let reason = FileManager.default.fileExists(atPath: name) ? "can't be read" : "is not there"
      throw UnreadableFile(description: "The file \(name) \(reason).")
    }
    guard let text = String(bytes: data, encoding: .utf8) else {
      throw UnreadableFile(description: "The file \(name) is not text in UTF-8.")
    }
    return text
  }
}

extension String {
  /// Whether a subject is meant as a scenario file rather than as a stored experiment.
  var isScenarioFile: Bool {
    hasSuffix(".yml") || hasSuffix(".yaml") || FileManager.default.fileExists(atPath: self)
  }
}
