import Foundation
import Profiling
import Recording
import Statistics
import SystemPackage
import Tracing

/// Compares what two sides read: whether they are the same, whether they can be compared at all,
/// and which of the changed files were read.
///
/// Two sides are the same if everything their stories read is the same, byte for byte: then their
/// processes have no way to differ. Machine code is compared as loaded (``ProgramImage``), ignoring
/// the path of a side's own tree.
public struct InputComparison: Sendable {
  /// The two sides.
  public let baseline, candidate: SideInputs
  /// The repository; nil if the sides are no revisions.
  let repository: RevisionPair?
  private let image: ProgramImage
  private let allowed: [String]

  /// Takes both sides, and the paths that they may share, as given by the user: absolute, or relative to the
  /// repository's top.
  init(
    _ baseline: SideInputs, _ candidate: SideInputs, of repository: RevisionPair?,
    image: ProgramImage, allowing allowed: [String]
  ) {
    self.baseline = baseline
    self.candidate = candidate
    self.repository = repository
    self.image = image
    self.allowed = allowed
  }

  private var sides: [SideInputs] { [baseline, candidate] }
}

/// The proof that both are the same.
extension InputComparison {
  /// The finding of the inputs about the comparison, and the proof that both sides are the same; nil if
  /// they are not, or that can't be known.
  public func finding() async throws -> (InputFinding, Decision.Proof?) {
    let records = [baseline.replayed, candidate.replayed]
    var finding = InputFinding(
      differing: repository?.differing ?? [],
      sockets: Set(records.flatMap(\.sockets)).sorted(), gap: gap(records))
    let differing = Set(finding.differing)
    let made = sides.map { uses(of: $0.make?.record, among: differing) }
    let replayed = sides.map { uses(of: $0.replayed, among: differing) }
    finding.exercised = Set((made + replayed).flatMap(\.read)).sorted()
    // Builds of the same files have different words, variables or flags, which no file shows.
    guard repository != nil, finding.gap == nil, finding.sockets.isEmpty,
      // If both may share a file that differs, it says nothing about the side with the other version.
      !records.contains(where: {
        $0.files.contains { file in differsInWorkTree(file, differing) }
      }),
      try await isSame(records[0], records[1])
    else { return (finding, nil) }
    finding.unread = stale(made, differing).sorted()
    guard finding.unread.isEmpty else { return (finding, nil) }
    let text = records[1].files.map { "\($0.path) \($0.content ?? "-")" }.joined(separator: "\n")
    return (
      finding,
      Decision.Proof(
        kind: finding.exercised.isEmpty ? .inputs : .program,
        hash: SHA256.text(of: SHA256.digest(of: text)), differing: finding.differing)
    )
  }

  /// Returns whether a file is read in the user's own work tree, and differs between the revisions.
  private func differsInWorkTree(
    _ file: InputRecord.File, _ differing: Set<String>
  ) -> Bool {
    guard file.isContent, let place = placeInWorkTree(file.path) else { return false }
    return Self.ancestry(place).contains(where: differing.contains)
  }

  /// The reason why not all inputs are known, as the end of a sentence; nil if they are.
  private func gap(_ records: [InputRecord]) -> String? {
    for (side, record) in zip(sides, records) {
      if let gap = record.gaps.first { return "\(gap.words) on '\(side.name)'" }
      if side.maker == .commands, side.make == nil {
        return "the make of '\(side.name)' was not traced"
      }
      if side.maker == .commands, let gap = side.make?.record.gaps.first(where: \.isOfTrace) {
        return "\(gap.words) while '\(side.name)' was made"
      }
    }
    return nil
  }

  /// The differing files that a record read, and those that it only checked for.
  private func uses(
    of record: InputRecord?, among differing: Set<String>
  ) -> (read: Set<String>, examined: Set<String>) {
    var uses = (read: Set<String>(), examined: Set<String>())
    for file in record?.files ?? [] {
      guard let place = InputRecord.placeInTree(file.path) ?? placeInWorkTree(file.path) else {
        continue
      }
      // A link on the way, or a submodule's folder, is the path that git names.
      for name in differing.isEmpty ? [] : Self.ancestry(place) where differing.contains(name) {
        if file.isContent || name != place {
          uses.read.insert(name)
        } else {
          uses.examined.insert(name)
        }
      }
    }
    return uses
  }

  /// Sources that differ though both programs are the same, and that neither make read although it
  /// should have. The program may have been built before, and elsewhere.
  private func stale(
    _ made: [(read: Set<String>, examined: Set<String>)], _ differing: Set<String>
  ) -> Set<String> {
    guard sides.allSatisfy({ $0.maker == .commands }) else { return [] }
    // Read by one side only, or examined but not read in a tree in which nothing was made before.
    var stale = made[0].read.symmetricDifference(made[1].read).filter { name in
      sides.allSatisfy { side in
        side.tree.map { FileManager.default.fileExists(atPath: $0.appending(name).string) } ?? false
      }
    }
    for side in made { stale.formUnion(side.examined.subtracting(side.read)) }
    let readsSource = sides.contains { side in
      side.make?.record.files.contains {
        InputRecord.placeInTree($0.path) != nil && $0.isContent && SourceFile.isCompiled($0.path)
      } ?? false
    }
    if !readsSource { stale.formUnion(differing.filter(SourceFile.isCompiled)) }
    return stale.filter(SourceFile.isCompiled)
  }

  /// Returns whether everything in two records is the same on both sides.
  private func isSame(_ one: InputRecord, _ other: InputRecord) async throws -> Bool {
    let (ones, others) = (inputs(one), inputs(other))
    guard ones.keys == others.keys, one.variables == other.variables else { return false }
    for (path, file) in ones {
      guard let twin = others[path] else { return false }
      if file == twin { continue }
      guard file.uses == twin.uses, file.isContent,
        let own = try await loaded(path, of: baseline),
        own == (try await loaded(path, of: candidate))
      else { return false }
    }
    return true
  }

  /// The hash of a side's own file as loaded; nil for other files.
  private func loaded(_ path: String, of side: SideInputs) async throws -> String? {
    if let known = side.loaded[path] { return known }
    guard let place = side.place(path) else { return nil }
    return try await image.hash(of: place, leavingOut: side.tree)
  }

  /// The candidate with the hashes of its own files as loaded, for comparison once they are gone.
  public func keptCandidate() async throws -> SideInputs {
    var side = candidate
    for (path, file) in inputs(side.replayed) where file.isContent {
      side.loaded[path] = try await loaded(path, of: side)
    }
    return side
  }

  private func inputs(_ record: InputRecord) -> [String: InputRecord.File] {
    record.files.filter(\.isInput).reduce(into: [:]) { files, file in
      var file = file
      // If a file was only examined, its size is an input, unless the program wrote it since.
      if file.isContent || file.uses == [.missing] || file.uses.contains(.written) {
        file.size = nil
      }
      files[file.path] = file
    }
  }

  /// The functions that differ between both sides, by the file names of the candidate's programs and
  /// libraries; nil if the stories read anything else that differs, or functions can't be compared.
  public func changedFunctions() async throws -> [String: ChangedFunctions]? {
    let (ones, others) = (inputs(baseline.replayed), inputs(candidate.replayed))
    guard repository != nil, ones.keys == others.keys else { return nil }
    var changed: [String: ChangedFunctions] = [:]
    for (path, file) in ones.sorted(by: { $0.key < $1.key }) {
      guard let twin = others[path], file != twin else { continue }
      guard file.uses == twin.uses, file.isContent, let own = baseline.place(path),
        let other = candidate.place(path), try ProgramImage.isELF(own)
      else { return nil }
      let (hash, twinHash) = (
        try await image.hash(of: own, leavingOut: baseline.tree),
        try await image.hash(of: other, leavingOut: candidate.tree)
      )
      if hash == twinHash { continue }
      guard let code = Self.code(of: own), let twinCode = Self.code(of: other) else { return nil }
      let functions = ChangedFunctions(from: code, to: twinCode)
      // If only data differ, nothing shows whether a story reads them.
      if functions.symbols.isEmpty { return nil }
      changed[other.resolved.lastComponent?.string ?? ""] = functions
    }
    return changed.isEmpty ? nil : changed
  }

  /// The largest program to compare, bytes.
  private static let greatestProgram = 512 << 20

  private static func code(of path: FilePath) -> ProgramCode? {
    guard let bytes = try? Data(contentsOf: URL(filePath: path.string), options: .mappedIfSafe),
      bytes.count <= greatestProgram
    else { return nil }
    return try? ProgramCode([UInt8](bytes))
  }

  /// A path and the folders that contain it: `a/b/c`, `a/b`, `a`.
  private static func ancestry(_ path: String) -> [String] {
    var names = [path]
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      names.append(String(rest))
    }
    return names
  }
}

/// The check that they can be compared.
extension InputComparison {
  /// The files that both sides use in common although each should have its own, sorted.
  public func shared() async throws -> [SharedInput] {
    var shared: [SharedInput] = []
    for side in sides { shared += try await takenFromWorkTree(side) }
    shared += madeForBoth()
    if let taken = takenFromMake() { shared.append(taken) }
    shared += leftForOther()
    return shared.filter { !isAllowed($0.path) }.sorted { $0.path < $1.path }.uniqued
  }

  /// Returns whether the user allowed both sides to share a path.
  public func isAllowed(_ path: String) -> Bool {
    allowed.contains { allowance in
      if allowance == path { return true }
      if let place = InputRecord.placeInTree(path) {
        return FilePath(place).starts(with: FilePath(allowance).lexicallyNormalized())
      }
      let folder = FilePath(allowance)
      let place =
        folder.isAbsolute
        ? folder : (repository?.top ?? FilePath("/")).pushing(folder)
      return FilePath(path).starts(with: place.lexicallyNormalized())
        || FilePath(path).starts(with: place.resolved)
    }
  }

  /// The files that a side reads in the user's own work tree instead of its own.
  private func takenFromWorkTree(_ side: SideInputs) async throws -> [SharedInput] {
    guard let repository else { return [] }
    let differing = Set(repository.differing)
    var shared: [SharedInput] = []
    let records =
      side.stories.values.map { ($0.record, true) }
      + [side.make.map { ($0.record, false) }].compactMap(\.self)
    for (record, isReplayed) in records {
      let own = Set(
        record.files.filter(\.isContent).compactMap { InputRecord.placeInTree($0.path) })
      for file in record.files where file.isContent {
        guard let place = placeInWorkTree(file.path), !own.contains(place) else { continue }
        if Self.ancestry(place).contains(where: differing.contains) {
          shared.append(
            SharedInput(path: file.path, reason: .ofWorkTree(place: place, side: side.name)))
        } else if isReplayed, side.tree != nil, isCode(file),
          !Self.isDependency(place, in: repository.top),
          case let tracked = try await repository.tracked(),
          !Self.ancestry(place).contains(where: tracked.contains)
        {
          shared.append(
            SharedInput(path: file.path, reason: .untracked(place: place, side: side.name)))
        }
      }
    }
    return shared
  }

  /// The files that a make wrote outside its tree and that the stories of both sides read.
  private func madeForBoth() -> [SharedInput] {
    let read = sides.map { Set($0.replayed.files.filter(\.isContent).map(\.path)) }
    return sides.reversed().flatMap { side in
      (side.make?.written ?? []).intersection(read[0]).intersection(read[1]).map {
        SharedInput(path: $0, reason: .madeBy(side: side.name))
      }
    }
  }

  /// A file that the first make left outside its tree and the second used instead of its own
  /// sources. Compilers' caches are different: to use one, a build reads its own sources.
  private func takenFromMake() -> SharedInput? {
    guard let first = baseline.make, let second = candidate.make, let repository,
      candidate.maker == .commands
    else { return nil }
    let taken = second.record.files.first {
      $0.isContent && $0.path.hasPrefix("/") && first.written.contains($0.path)
    }
    guard let taken else { return nil }
    let differing = Set(repository.differing)
    let (own, others) = (
      uses(of: first.record, among: differing), uses(of: second.record, among: differing)
    )
    let unread = own.read.subtracting(others.read).sorted().first { name in
      candidate.tree.map { FileManager.default.fileExists(atPath: $0.appending(name).string) }
        ?? false
    }
    return unread.map {
      SharedInput(
        path: taken.path,
        reason: .takenFromMake(of: baseline.name, by: candidate.name, instead: $0))
    }
  }

  /// The files that a story of the baseline left outside its folders and that one of the candidate read.
  private func leftForOther() -> [SharedInput] {
    baseline.stories.sorted { $0.key < $1.key }.flatMap { name, inputs in
      candidate.replayed.files.filter {
        $0.isContent && $0.path.hasPrefix("/") && inputs.written.contains($0.path)
          && !Self.isBytecode($0.path)
      }.map {
        SharedInput(
          path: $0.path,
          reason: .leftBy(story: name, side: baseline.name, reader: candidate.name))
      }
    }
  }

  /// The path in the user's own work tree; nil for a path elsewhere, or in the folder in which Rehearse builds.
  func placeInWorkTree(_ path: String) -> String? {
    guard let top = repository?.top.string, path.hasPrefix(top + "/") else { return nil }
    let place = String(path.dropFirst(top.count + 1))
    return place.hasPrefix(".build/rehearse/") || place.hasPrefix(".git/") ? nil : place
  }

  /// Returns whether a file is a program, a library, or a script, whose code makes the measured
  /// difference. Data that git does not track are equally an input of both sides.
  private func isCode(_ file: InputRecord.File) -> Bool {
    if file.uses.contains(.executed) { return true }
    if SourceFile.isCode(file.path) { return true }
    let name = FilePath(file.path).lastComponent?.string ?? ""
    let made: Set = ["so", "pyc", "jar", "class", "wasm", "dll", "dylib", "node", "beam", "elc"]
    return name.contains(".so.")
      || FilePath(name).extension.map { made.contains($0.lowercased()) } ?? false
  }

  /// Returns whether a path belongs to a package that was installed for the project, as in
  /// `node_modules` or a virtual environment: no revision has it.
  private static func isDependency(_ place: String, in top: FilePath) -> Bool {
    let parts = place.split(separator: "/").map(String.init)
    let folders: Set = [
      "node_modules", "site-packages", "dist-packages", ".venv", "venv", ".tox", ".nox", ".bundle",
      ".gradle", ".m2", ".direnv", ".pixi", ".conda",
    ]
    if parts.contains(where: folders.contains) { return true }
    return parts.indices.dropLast().contains { index in
      let folder = parts[...index].joined(separator: "/")
      return FileManager.default.fileExists(
        atPath: top.pushing(FilePath(folder)).appending("pyvenv.cfg").string)
    }
  }

  /// Returns whether a path is Python bytecode, which Python makes from a source and checks against
  /// it each time.
  public static func isBytecode(_ path: String) -> Bool {
    path.hasSuffix(".pyc") || path.hasSuffix("/__pycache__")
  }
}
