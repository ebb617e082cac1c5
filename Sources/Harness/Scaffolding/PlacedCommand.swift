import Foundation
import SystemPackage

/// A command that people type in a folder, as a step that works in a folder of its own: what it reads is
/// copied there, and its program is found where it lies.
struct PlacedCommand: Equatable {
  /// The words of the step.
  var words: [String]
  /// What is copied into the folder of a run, as paths from the scenario's.
  var files: [String]

  /// From the scenario's folder to the one in which people type.
  private static let up = ".."

  /// - Parameters:
  ///   - typed: the words as they are typed; one at least.
  ///   - folder: where they are typed.
  init(_ typed: [String], in folder: FilePath) {
    words = []
    files = []
    for (index, word) in typed.enumerated() {
      if index == 0 {
        // A name without a slash is looked up in PATH, here as there.
        words.append(word.contains("/") ? Self.fromScenario(word) : word)
      } else if let separator = word.firstIndex(of: "="), word.hasPrefix("-") {
        let value = String(word[word.index(after: separator)...])
        words.append(word[...separator] + place(value, isScript: false, in: folder))
      } else {
        words.append(place(word, isScript: index == 1, in: folder))
      }
    }
  }

  /// What a command is about: its program, or the script that an interpreter executes. Nil of no words.
  static func subject(of typed: [String]) -> String? {
    guard let program = typed.first else { return nil }
    let script = typed.dropFirst().first.map { FilePath($0) }
    let isInterpreted = !program.contains("/") && scripts.contains(script?.extension ?? "")
    return (isInterpreted ? script : FilePath(program))?.stem ?? program
  }

  /// The extensions of files that an interpreter executes.
  private static let scripts = ["py", "sh", "js", "mjs", "rb", "pl", "php", "lua", "jl", "R", "ts"]

  /// What stands for a word in the step.
  /// - Parameter isScript: whether it may be what an interpreter is to execute.
  private mutating func place(_ word: String, isScript: Bool, in folder: FilePath) -> String {
    guard !word.isEmpty, !word.hasPrefix("/") else { return word }
    let path = folder.pushing(FilePath(word)).lexicallyNormalized()
    var isFolder = ObjCBool(false)
    guard FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder) else {
      return word
    }
    // A script may need what lies beside it, and a folder may hold anything: neither is copied.
    if isFolder.boolValue || isScript && Self.scripts.contains(path.extension ?? "") {
      return "${scenario}/" + Self.fromScenario(word)
    }
    let file = Self.fromScenario(word)
    if !files.contains(file) { files.append(file) }
    return path.lastComponent?.string ?? word
  }

  private static func fromScenario(_ word: String) -> String {
    word.hasPrefix("/") ? word : FilePath(up).pushing(FilePath(word)).lexicallyNormalized().string
  }
}
