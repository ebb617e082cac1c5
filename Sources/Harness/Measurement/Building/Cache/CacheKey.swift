import Foundation
import Recording
import Scenarios
import SystemPackage

/// Hashes everything that a package's executables at a revision are made of, except files outside
/// the revision, which are in the entry's record of inputs.
struct CacheKey {
  /// The name of the entry: 64 hexadecimal digits.
  let text: String

  /// Makes the key of a build in a work tree at its revision. `package` is the path from the repository's top
  /// to the package. The compiler is the `swift`, because a program finds its libraries beside it, and its
  /// output on version and target.
  init(
    of build: PackageBuild, layouts: Int?, at commit: String, in tree: LinkedWorkTree,
    package: FilePath, compiler: (swift: FilePath, words: String)
  ) async throws {
    let folder = try tree.folder(package)
    var parts = [
      "rehearse executable 5", compiler.swift.string, compiler.words, tree.place.tree.string,
      package.string, build.product,
      build.configuration.rawValue, layouts.map { "\($0)" } ?? "as linked",
    ]
    parts += build.swiftFlags.map { "flag \($0)" }
    parts += build.services.map { "service \($0)" }
    parts.append(Self.resolvedVersions(in: folder) ?? "no dependencies")
    parts += try await tree.identity(of: commit)
    parts += GivenVariables.those(of: ProcessInfo.processInfo.environment)
    text = SHA256.text(of: SHA256.digest(of: parts.joined(separator: "\0")))
  }

  /// The versions of a package's dependencies; nil if they are not pinned.
  static func resolvedVersions(in package: FilePath) -> String? {
    try? String(contentsOfFile: package.appending("Package.resolved").string, encoding: .utf8)
  }

  /// Returns whether the key covers everything that a build was made of. It does not if versions
  /// were chosen during the build, or a dependency is outside the repository.
  static func isComplete(
    for package: FilePath, resolvedBefore versions: String?, in tree: FilePath, scratch: FilePath
  ) -> Bool {
    guard resolvedVersions(in: package) == versions,
      let data = try? Data(
        contentsOf: URL(filePath: scratch.appending("workspace-state.json").string)),
      let state = try? JSONDecoder().decode(WorkspaceState.self, from: data)
    else { return false }
    return state.object.dependencies.allSatisfy { dependency in
      let reference = dependency.packageRef
      return !["fileSystem", "localSourceControl"].contains(reference.kind)
        || FilePath(reference.location).lexicallyNormalized().starts(with: tree)
    }
  }

  /// The package manager's state file about a package's dependencies.
  private struct WorkspaceState: Decodable {
    let object: Object

    struct Object: Decodable {
      let dependencies: [Dependency]
    }

    struct Dependency: Decodable {
      let packageRef: Reference
    }

    struct Reference: Decodable {
      let kind: String
      let location: String
    }
  }
}
