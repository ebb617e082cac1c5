import ArgumentParser
import Foundation
import SystemPackage

/// Whether the user stands for what the repository's file of settings says.
struct TrustOptions: ParsableArguments {
  @Flag(help: help)
  var trust = false

  static let help = ArgumentHelp(
    "Let rehearse.yml name places outside of \(SettingPlaces.words).",
    discussion: "Else it may not: anybody's pull request can bring such a file.")

  /// A Boolean value indicating whether it was given: known before the command line is parsed, since options
  /// are held against the settings while it is.
  static let isGiven: Bool = {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let prepared = (try? TypedArguments.prepared(arguments)) ?? []
    return prepared.prefix { $0 != "--" }.contains("--trust")
  }()
}

/// The places that a file of settings may name: folders that are for what Rehearse makes. Files are written
/// and removed there, and the file may be of a checkout that nobody has looked at.
struct SettingPlaces {
  /// The folders in which a place may lie in a folder of its own: the file's, and the repository's top.
  let roots: [FilePath]
  let isTrusted: Bool

  private static let folders = [".build", "Results", "Performance"]

  /// The folders, in words.
  static var words: String {
    "\(folders.dropLast().joined(separator: ", ")) and \(folders.last ?? "")"
  }

  /// What is allowed, where a path is not; else nil.
  func allowed(_ text: String) -> String? {
    guard !isTrusted, !isInside(FilePath(text)) else { return nil }
    return "a path in \(Self.words.replacing(" and ", with: " or ")), beside this file or at the "
      + "repository's top, without '..' and without links that lead out; --trust lets it lead anywhere"
  }

  private func isInside(_ path: FilePath) -> Bool {
    guard path.isRelative, let file = roots.first, !path.components.contains("..") else {
      return false
    }
    let target = Self.resolved(file.pushing(path))
    return roots.contains { root in
      Self.folders.contains { target.starts(with: Self.resolved(root).appending($0)) }
    }
  }

  /// The same place without symbolic links, as far as it is there.
  private static func resolved(_ path: FilePath) -> FilePath {
    var (there, rest) = (path.lexicallyNormalized(), [FilePath.Component]())
    while let last = there.lastComponent {
      if let real = realpath(there.string, nil) {
        defer { free(real) }
        return FilePath(platformString: real).appending(rest.reversed())
      }
      // A link that leads nowhere yet leads out as well as any.
      if let goal = try? FileManager.default.destinationOfSymbolicLink(atPath: there.string) {
        return resolved(there.removingLastComponent().pushing(FilePath(goal)))
          .appending(rest.reversed())
      }
      rest.append(last)
      there.removeLastComponent()
    }
    return path.lexicallyNormalized()
  }
}
