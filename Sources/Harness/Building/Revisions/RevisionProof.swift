import Foundation
import Recording
import Scenarios
import SystemPackage

/// Proves that a build is the same at two revisions, as far as that can be known without a run.
struct RevisionProof {
  /// One side, as it was made.
  struct Side {
    /// git's name for all its files.
    let tree: String
    /// The hash of what is loaded of its program; nil where that is not all that is carried out, as of a
    /// script.
    let program: String?
    /// A Boolean value indicating whether the program works among the files of its revision, and could
    /// read them.
    let worksInTree: Bool
  }

  let repository: GitRepository
  /// The files that the scenario names, which are no documentation for that.
  let named: NamedFiles

  /// The proof; nil where there is none, with the files against it where git tracks none of
  /// them.
  func proof(
    of candidate: Side, against baseline: Side
  ) async throws -> (Decision.Proof?, untracked: [String]) {
    guard baseline.worksInTree || candidate.worksInTree else {
      guard let hash = baseline.program, hash == candidate.program else { return (nil, []) }
      return (Decision.Proof(kind: .program, hash: hash, differing: []), [])
    }
    let (paths, read) = try await differing(candidate.tree, from: baseline.tree)
    if read.isEmpty {
      return (Decision.Proof(kind: .files, hash: candidate.tree, differing: paths), [])
    }
    guard let hash = baseline.program, hash == candidate.program,
      read.allSatisfy({ Self.isCompiled($0) && !named.mayBeRead($0) })
    else {
      let others = try await repository.git([
        "ls-files", "--others", "--exclude-standard", "--full-name", "-z",
      ]).split(separator: "\0").map(String.init)
      return (nil, read.allSatisfy(others.contains) ? read : [])
    }
    return (Decision.Proof(kind: .program, hash: hash, differing: paths), [])
  }

  /// The proof of two sides whose programs work among their files, as far as it needs no program; nil where
  /// there is none.
  /// - Parameters:
  ///   - candidate: git's name for all its files.
  ///   - baseline: as before.
  func proof(ofFiles candidate: String, against baseline: String) async throws -> Decision.Proof? {
    let (paths, read) = try await differing(candidate, from: baseline)
    return read.isEmpty ? Decision.Proof(kind: .files, hash: candidate, differing: paths) : nil
  }

  /// The files that differ, and those of them that are no documentation.
  private func differing(
    _ candidate: String, from baseline: String
  ) async throws -> (paths: [String], read: [String]) {
    let paths = try await repository.differingPaths(from: baseline, to: candidate)
    return (paths, paths.filter { named.contain($0) || !Self.isDocumentation($0) })
  }

  /// Returns whether a path is that of documentation, which no program is expected to read: text for
  /// people at the repository's top, and text and pictures in folders that are there for documents or
  /// for the repository's host. Code in these folders is code.
  static func isDocumentation(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map { $0.lowercased() }
    guard let first = parts.first, let last = parts.last else { return false }
    func ends(in endings: [String]) -> Bool { endings.contains { last.hasSuffix(".\($0)") } }
    let text = ["md", "markdown", "rst", "adoc"]
    if parts.count == 1 {
      let words = ["readme", "changelog", "license", "licence", "copying", "authors", "notice"]
      return ends(in: text) || words.contains(last) || words.contains { last == "\($0).txt" }
    }
    guard isDocumentationFolder(first) else { return false }
    let page = text + ["txt", "html", "css", "pdf", "png", "svg", "jpg", "jpeg", "gif"]
    if last == "cmakelists.txt" { return false }
    return ends(in: page) || first.hasPrefix(".") && ends(in: ["yml", "yaml"])
  }

  /// Returns whether a folder at the repository's top is there for documents or for the repository's
  /// host.
  static func isDocumentationFolder(_ name: String) -> Bool {
    ["docs", "doc", ".github", ".gitlab"].contains(name.lowercased())
  }

  /// Returns whether a path is that of a file for a compiler: what of it is carried out is in the program.
  static func isCompiled(_ path: String) -> Bool {
    let endings = [
      "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm", "s", "swift", "rs", "go", "zig",
      "f90", "d",
    ]
    return FilePath(path).extension.map { endings.contains($0.lowercased()) } ?? false
  }
}

extension RevisionBuilder {
  /// The proof that two sides are the same, as far as git knows before anything is made; nil where there is
  /// none. Of packages there never is, and what nothing makes is there already. What was kept may be made
  /// by other tools than the same files now.
  func proof(
    beforeMaking sides: [Side], at revisions: [Revision], of repository: GitRepository,
    _ sources: RevisionSources
  ) async throws -> Decision.Proof? {
    guard sides.count == 2,
      sides.allSatisfy({
        !$0.build.isOfPackage && !$0.build.making.isEmpty && $0.anchor == nil
      })
    else { return nil }
    var trees: [String] = []
    for revision in revisions { trees.append(try await repository.tree(of: revision.commit)) }
    let named = NamedFiles(
      of: sides[1].build, and: sides[1].texts, from: sources.scenario, in: [repository.folder])
    return try await RevisionProof(repository: repository, named: named)
      .proof(ofFiles: trees[1], against: trees[0])
  }

  /// The proof that two sides are the same; nil where there is none, and of another number of sides.
  /// With it the files against one where git tracks none of them.
  /// - Parameter trees: the work trees in which they work; empty where they don't.
  func proof(
    of sides: [Side], _ drivers: [BuiltDriver], in trees: [LinkedWorkTree],
    of repository: GitRepository, _ sources: RevisionSources
  ) async throws -> (Decision.Proof?, untracked: [String]) {
    guard drivers.count == 2, trees.isEmpty || trees.count == 2 else { return (nil, []) }
    let path = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
    let image = ProgramImage { DriverBuilder.search($0, in: path) }
    var proven: [RevisionProof.Side] = []
    for (index, driver) in drivers.enumerated() {
      let program: String? =
        if trees.isEmpty {
          try await image.hash(
            ofFolder: FilePath(driver.commands[0][0]).removingLastComponent())
        } else {
          try await image.hash(
            of: sides[index].build, driver, beside: sides[index].texts,
            in: trees[index].place.tree)
        }
      proven.append(
        RevisionProof.Side(
          tree: try await repository.tree(of: driver.record.revision?.commit ?? ""),
          program: program, worksInTree: !trees.isEmpty))
    }
    // Equal files may have been made to another program by the tools of another day.
    if sides[0].anchor != nil, proven[0].program == nil || proven[0].program != proven[1].program {
      return (nil, [])
    }
    let named = NamedFiles(
      of: sides[1].build, and: sides[1].texts, from: sources.scenario,
      in: [repository.folder] + trees.map(\.place.tree))
    return try await RevisionProof(repository: repository, named: named)
      .proof(of: proven[1], against: proven[0])
  }
}

extension ProgramImage {
  /// The SHA-256 of all programs of a side's work tree; nil where what is carried out may be more than
  /// machine code: a script.
  /// - Parameter texts: those of the scenario that may name files that steps find in their folder.
  fileprivate func hash(
    of build: Build, _ driver: BuiltDriver, beside texts: [String], in tree: FilePath
  ) async throws -> String? {
    let isOfMachineCode =
      switch build.origin {
      case .steps(let commands):
        try StepPrograms(folder: driver.folder ?? tree, tree: tree, copied: texts)
          .areMachineCode(commands)
      default:
        try Self.isProgram(FilePath(driver.commands[0][0]).lexicallyNormalized(), in: tree)
      }
    return isOfMachineCode ? try await hash(ofProgramsIn: tree) : nil
  }

  /// Returns whether a path is that of a program in machine code that lies in a work tree.
  static func isProgram(_ path: FilePath, in tree: FilePath) throws -> Bool {
    try path.starts(with: tree) && isELF(path)
  }
}

/// The programs of steps that are commands, as far as they lie in a work tree.
private struct StepPrograms {
  /// The scenario's folder in the tree.
  let folder: FilePath
  /// The work tree.
  let tree: FilePath
  /// The paths of files that the steps find in their folder.
  let copied: [String]

  /// Returns whether each step starts a program of the tree in machine code, or names no file of the
  /// tree at all, as a tool of the system does; and at least one starts such a program.
  func areMachineCode(_ commands: [StepCommand]) throws -> Bool {
    let programs = try commands.map { command in
      let files = (command.shellText.map(Self.words) ?? command.words).flatMap(files)
      return (isNone: files.isEmpty, isOne: try files.contains { try ProgramImage.isELF($0) })
    }
    return programs.allSatisfy { $0.isNone || $0.isOne } && programs.contains(where: \.isOne)
  }

  /// The files of the tree that a word may name.
  private func files(_ word: String) -> [FilePath] {
    let word = VariableText.resolved(word, by: [VariableText.scenarioFolder: folder.string])
    let name = FilePath(word).lexicallyNormalized().components.first?.string
    let copies = copied.filter { StepFiles.name(of: $0) == name }
    return ([word] + copies).map { folder.pushing(FilePath($0)).lexicallyNormalized() }
      .filter { $0.starts(with: tree) && Self.isFile($0) }
  }

  private static func isFile(_ path: FilePath) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  private static func words(_ shellText: String) -> [String] {
    shellText.split { $0.isWhitespace || "'\"`;|&<>()=".contains($0) }.map(String.init)
  }
}
