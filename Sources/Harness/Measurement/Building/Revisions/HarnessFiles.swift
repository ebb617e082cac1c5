import Foundation
import Scenarios
import SystemPackage

/// The files of a repository that drive the app, rather than belong to it: files named in a build's
/// command, the kit's copies beside them, the files that the scenario gives the driver, and in
/// packages the sources of the driver's own target.
struct HarnessFiles: Sendable {
  /// Paths from the repository's top.
  private var files: Set<String> = []
  /// Folders, with a slash at the end.
  private var folders: Set<String> = []

  /// The kit's files that `rehearse init` writes, or that people copy from Kits.
  private static let copies: Set = ["rehearse_driver.py", "rehearse-driver.mjs"]

  init(of side: RevisionBuilder.BuildAtRevision, in sources: RevisionSources) async throws {
    var places: [String] = []
    switch side.build.origin {
    case .command(let words): places = Self.names(in: words)
    case .package(let package) where package.hasDriver:
      let place = try sources.place(of: package)
      let folder = sources.repository.appending(place.components)
      for folder in try await Self.folders(of: package, in: folder) {
        folders.insert(place.appending(FilePath(folder).components).string + "/")
      }
    case .package, .steps: break
    }
    let named = places.compactMap { Self.place($0, in: sources) }
    files.formUnion(named)
    for path in side.givenFiles.compactMap({ Self.place($0, in: sources) }) {
      files.insert(path)
      folders.insert(path + "/")
    }
    besides = Set(named.map { FilePath($0).removingLastComponent().string })
  }

  /// The folders of the files that a command names.
  private let besides: Set<String>

  /// Returns whether a path from the repository's top is one of them.
  func contain(_ path: String) -> Bool {
    if files.contains(path) || folders.contains(where: path.hasPrefix) { return true }
    let place = FilePath(path)
    guard let name = place.lastComponent?.string,
      Self.copies.contains(name) || name.wholeMatch(of: /RH[A-Z][A-Za-z]*\.[hm]/) != nil
    else { return false }
    return besides.contains(place.removingLastComponent().string)
      || folders.contains { place.removingLastComponent().string + "/" == $0 }
  }

  /// The words that may name files; for `-m module` the module's.
  private static func names(in words: [String]) -> [String] {
    var names = words
    for (option, module) in zip(words, words.dropFirst()) where option == "-m" {
      let path = module.replacing(".", with: "/")
      names += [path + ".py", path + "/__main__.py"]
    }
    return names
  }

  /// The path from the top that a word means in the scenario's folder; nil if it leads elsewhere.
  private static func place(_ word: String, in sources: RevisionSources) -> String? {
    let folder = sources.repository.appending(sources.scenario.components)
    let word = VariableText.resolved(word, by: [VariableText.scenarioFolder: folder.string])
    guard !word.isEmpty, !word.hasPrefix("-"), !word.contains("\n"), !word.contains("\0") else {
      return nil
    }
    let path = folder.pushing(FilePath(word)).lexicallyNormalized()
    // Nor is the scenario's own folder, as in `.`, or one around it.
    guard let place = path.place(in: sources.repository), !folder.starts(with: path) else {
      return nil
    }
    return place.string
  }

  /// The source folders of a product's own targets, relative to the package.
  private static func folders(
    of package: PackageBuild, in folder: FilePath
  ) async throws -> [String] {
    let usual = ["Sources/\(package.product)"]
    guard FileManager.default.fileExists(atPath: folder.appending("Package.swift").string) else {
      return usual
    }
    let manifest: PackageManifest
    do {
      manifest = try await PackageManifest(of: folder)
    } catch is BuildError {
      return usual
    }
    let names = manifest.products.first { $0.name == package.product }?.targets ?? [package.product]
    return names.map { name in
      manifest.targets.first { $0.name == name }?.path ?? "Sources/\(name)"
    }
  }
}

extension GitRepository {
  /// A commit with some files from another one, and everything else as its own. The same files
  /// always make the same commit; if nothing changes it is the commit itself.
  func commit(_ commit: String, taking paths: [String], from other: String) async throws -> String {
    guard !paths.isEmpty else { return commit }
    let index = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearse-index-\(UUID().uuidString)").path
    // Made here, under a unique name.
    defer { try? FileManager.default.removeItem(atPath: index) }
    let environment = ["GIT_INDEX_FILE": index]
    try await git(["read-tree", commit], environment)
    let wanted = Set(paths)
    // `MODE KIND OBJECT`, a tab, and the path, in the form that `update-index` takes.
    let entries = try await git(["ls-tree", "-r", "-z", "--full-tree", other])
      .split(separator: "\0").filter { entry in
        entry.split(separator: "\t", maxSplits: 1).last.map { wanted.contains(String($0)) } ?? false
      }
    let none = String(repeating: "0", count: commit.count)
    let removals = paths.map { "0 \(none)\t\($0)\0" }.joined()
    try await git(
      ["update-index", "-z", "--index-info"], environment,
      input: removals + entries.map { "\($0)\0" }.joined())
    return try await self.commit(
      tree: try await git(["write-tree"], environment), after: commit,
      "A revision with another's harness")
  }
}
