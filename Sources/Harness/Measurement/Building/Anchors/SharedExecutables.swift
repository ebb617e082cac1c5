import Foundation
import Glibc
import Programs
import Recording
import Scenarios
import SystemPackage

/// A folder in which machines that make parts of one experiment share executables, so that each
/// build is made once and the same program is measured everywhere.
///
/// An entry is identified by the files of a build's repository, what the scenario says of the
/// build, and the architecture. The compiler is not included, because the other machines are to
/// measure what the first one made. Each file is checked against its hash before use. A damaged
/// entry is refused, not made again: it may already have been measured.
public struct SharedExecutables: Sendable, Equatable {
  /// The folder.
  public let folder: FilePath

  /// The folder at that path, which need not exist.
  public init(_ folder: FilePath) { self.folder = folder }

  var entries: ExecutableCache { ExecutableCache(folder: folder, limit: nil) }

  /// The key of a build at a state of its repository; nil if nothing makes the build. The place is the path
  /// from the repository's top to the package, or to the scenario's folder.
  func key(
    of build: Build, layouts: Int?, at commit: String, place: FilePath,
    in repository: GitRepository
  ) async throws -> String? {
    var parts = [
      "rehearse shared executable 2", Self.architecture, build.name, place.string,
      layouts.map { "\($0)" } ?? "as linked", try await repository.tree(of: commit),
    ]
    switch build.origin {
    case .package(let package):
      parts += [package.product, package.configuration.rawValue, package.toolchain ?? "any Swift"]
      parts += package.swiftFlags.map { "flag \($0)" } + package.services.map { "service \($0)" }
    case .command, .steps:
      guard !build.making.isEmpty else { return nil }
      parts += build.making.map { $0.words.joined(separator: "\u{1}") }
    }
    return SHA256.text(of: SHA256.digest(of: parts.joined(separator: "\0")))
  }

  /// Checks that an entry is unchanged.
  /// - Returns: whether it exists.
  /// - Throws: ``RevisionError/sharedDamaged(_:reason:)``.
  func holds(_ key: String) throws(RevisionError) -> Bool {
    guard FileManager.default.fileExists(atPath: folder.appending(key).string) else { return false }
    do {
      _ = try entries.record(of: key)
    } catch {
      throw .sharedDamaged(folder.appending(key), reason: "\(error)")
    }
    return true
  }

  /// Copies the executables of an existing entry. An existing copy stays: another process may be measuring it.
  /// - Throws: ``RevisionError/sharedDamaged(_:reason:)`` if it is damaged, or has gone since.
  func copy(_ key: String, to target: FilePath) throws -> BuiltDriver {
    let found =
      try entries.isCopied(key, at: target)
      ? try entries.found(key, at: target)
      : try Self.found(try entries.copy(key, to: target), folder.appending(key))
    var driver = BuiltDriver(record: found.record, commands: found.commands)
    driver.inputs = found.inputs
    return driver
  }

  /// Restores the files of an existing entry into a work tree, and returns what they were made of.
  /// - Throws: as ``copy(_:to:)``.
  func restore(_ key: String, into files: TreeFiles) throws -> TracedInputs {
    try Self.found(try files.restore(key, from: entries), folder.appending(key)).inputs
  }

  private static func found(
    _ answer: ExecutableCache.Answer, _ entry: FilePath
  ) throws(RevisionError) -> ExecutableCache.Found {
    switch answer {
    case .found(let found): found
    case .missing: throw .sharedDamaged(entry, reason: "it was removed meanwhile")
    case .damaged(let reason): throw .sharedDamaged(entry, reason: reason)
    }
  }

  /// The architecture of programs, as the kernel calls it: `x86_64`.
  private static var architecture: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return withUnsafeBytes(of: name.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
