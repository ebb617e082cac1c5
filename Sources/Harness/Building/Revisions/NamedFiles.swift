import Foundation
import Scenarios
import SystemPackage

/// The files that a scenario names in any of its texts: what it starts may read them, whatever they are.
///
/// Which word of a command is a path nobody knows, nor the folder it begins at. So a file counts as
/// named where its name stands anywhere in a text, and where any word, taken from the scenario's folder,
/// leads to it or to a folder that holds it.
///
/// What makes a build is given the folder of its sources (`cmake -S ..`), from which it reads what is to be
/// compiled. So there a word for the repository's top, or for a folder that holds the scenario's, names
/// no file by itself; but where a text has a pattern, which may be about that folder.
struct NamedFiles {
  /// The texts that say what a build is and how it is started: commands with their input and environment,
  /// files that are copied, the facts of a fixture, and variables.
  private let used: Words
  /// The texts of `make` alone.
  private let making: Words

  /// The files that a build and the rest of its scenario name.
  /// - Parameters:
  ///   - texts: those of the scenario that are no part of the build.
  ///   - folder: the path from the repository's top to the scenario's folder.
  ///   - tree: work trees in which symbolic links are followed.
  init(of build: Build, and texts: [String], from folder: FilePath, in trees: [FilePath]) {
    func words(_ texts: [String], within outermost: FilePath? = nil) -> Words {
      Words(texts, of: build, from: folder, in: trees, within: outermost)
    }
    used = words(texts + build.texts)
    let commands = build.making.flatMap(\.words)
    let hasPattern = commands.contains { $0.contains { "*?[".contains($0) } }
    making = words(commands, within: hasPattern ? nil : FilePath(root: nil, folder.components))
  }

  /// Returns whether what is measured may read a file, by its path from the repository's top.
  func mayBeRead(_ path: String) -> Bool { used.name(path) }

  /// Returns whether anything may read a file, also what makes the build.
  func contain(_ path: String) -> Bool { used.name(path) || making.name(path) }

  /// Texts, and the places to which their words lead.
  private struct Words {
    private let texts: [String]
    private let places: [FilePath]

    /// - Parameter scenario: where it is given, words for it, or for a folder that holds it, name nothing.
    init(
      _ texts: [String], of build: Build, from folder: FilePath, in trees: [FilePath],
      within scenario: FilePath?
    ) {
      let values = CommandHost(folder: ".", variables: build.variables).values
      self.texts = texts.map { VariableText.resolved($0, by: values) }
      let words = Set(self.texts.flatMap(Self.words))
      let places = words.flatMap { word in
        let path = FilePath(word)
        let place = FilePath("/").pushing(folder).pushing(path).lexicallyNormalized()
        let linked = trees.compactMap { tree in
          tree.appending(folder.components).pushing(path).resolved.place(in: tree.resolved)
        }
        return linked + (path.isAbsolute ? [] : [FilePath(root: nil, place.components)])
      }
      self.places = places.filter { scenario?.starts(with: $0) != true }
    }

    func name(_ path: String) -> Bool {
      let file = FilePath(path)
      let name = file.lastComponent?.string ?? path
      return texts.contains { $0.contains(name) } || places.contains(where: file.starts)
    }

    /// The words of a text, and their parts, as `a` of `--input=a`; of one in which a shell would put
    /// something else, the folder before that.
    private static func words(_ text: String) -> [String] {
      let blank = text.split { $0.isWhitespace || "'\"`;|&<>()".contains($0) }
      let parts = blank.flatMap { $0.split { "=:,".contains($0) } }
      return ([text] + (blank + parts).map(String.init)).filter { !$0.contains("\0") }.map { word in
        guard let sign = word.firstIndex(where: { "*?[{$".contains($0) }) else { return word }
        let folder = word[..<sign].lastIndex(of: "/").map { word[...$0] } ?? "."
        return String(folder)
      }
    }
  }
}

extension Build {
  /// The texts that say how it is started, as the scenario gives them.
  fileprivate var texts: [String] {
    let started: [String] =
      switch origin {
      case .package: []
      case .command(let words): words
      case .steps(let commands):
        commands.flatMap { command in
          command.words + [command.input].compactMap(\.self) + command.environment.values
        }
      }
    return started + variables.values + services.flatMap(\.texts)
  }
}
