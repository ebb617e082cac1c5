import ArgumentParser
import Foundation
import Programs
import SystemPackage

/// The option to trust the repository's settings file.
public struct TrustOptions: ParsableArguments, Sendable {
  /// A Boolean value indicating whether it was given.
  @Flag(help: help)
  public var trust = false

  /// Options that are not given.
  public init() {}

  static let help = ArgumentHelp(
    "Let rehearse.yml name places outside of \(SettingPlaces.words).",
    discussion: "Without this it may not, because any pull request can bring such a file.")

  /// A Boolean value indicating whether it was given. It is determined before the command line is parsed,
  /// because parsing compares options with the settings.
  static let isGiven: Bool = {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let prepared = (try? TypedArguments.separated(arguments)) ?? []
    return prepared.prefix { $0 != "--" }.contains("--trust")
  }()
}

/// The places that a settings file may name: folders for what Rehearse makes, and the repository for what it
/// reads. Rehearse writes and removes files in the former, and the file may be from a checkout that nobody has
/// reviewed.
struct SettingPlaces {
  /// The folders whose subfolders may be named: the file's folder, and the repository's top.
  let roots: [FilePath]
  let isTrusted: Bool

  private static let folders = [".build", "Results", "Performance"]

  static var words: String {
    "\(folders.dropLast().joined(separator: ", ")) and \(folders.last ?? "")"
  }

  /// The allowed places if the path of a file to make or to read is not allowed; else nil.
  func allowed(_ text: String, asInput isInput: Bool) -> String? {
    guard !isTrusted, !isInside(FilePath(text), isInput) else { return nil }
    let places = isInput ? "of a file" : "in \(Self.words.replacing(" and ", with: " or ")),"
    return "a path \(places) beside this file or \(isInput ? "below" : "at") the repository's top, "
      + "without '..' and without links that lead out; --trust lets it lead anywhere"
  }

  private func isInside(_ path: FilePath, _ isInput: Bool) -> Bool {
    guard path.isRelative, let file = roots.first, !path.components.contains("..") else {
      return false
    }
    let target = Self.resolved(file.pushing(path))
    return roots.contains { root in
      let root = Self.resolved(root)
      return isInput
        ? target.starts(with: root)
        : Self.folders.contains { target.starts(with: root.appending($0)) }
    }
  }

  /// The place without symbolic links, as far as it exists.
  private static func resolved(_ path: FilePath) -> FilePath {
    var (there, rest) = (path.lexicallyNormalized(), [FilePath.Component]())
    while let last = there.lastComponent {
      if let real = there.existing { return real.appending(rest.reversed()) }
      // A dangling link may lead outside, too.
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
