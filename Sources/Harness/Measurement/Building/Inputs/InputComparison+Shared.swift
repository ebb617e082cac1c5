import Foundation
import Programs
import Recording
import Statistics
import SystemPackage

/// The check that they can be compared.
extension InputComparison {
  /// The files that both sides use in common although each should have its own, sorted.
  public func shared() async throws -> [SharedInput] {
    var shared: [SharedInput] = []
    for side in sides { shared += try await takenFromWorkTree(side) + takenFromOther(side) }
    shared += madeForBoth()
    if let taken = takenFromMake() { shared.append(taken) }
    shared += leftForOther() + keptByDaemon()
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
      let place = folder.isAbsolute ? folder : (repository?.top ?? FilePath("/")).pushing(folder)
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
        // Tools that search upwards find settings in both places, but none needs code twice.
        guard let place = placeInWorkTree(file.path),
          SourceFile.isCode(place) || !own.contains(place)
        else { continue }
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

  /// The files that the stories of a side read in the folder of another. A link outside, which each make sets anew,
  /// leads both to the side that was made last.
  private func takenFromOther(_ side: SideInputs) -> [SharedInput] {
    guard let top = repository?.top else { return [] }
    let folder = RevisionHome.folder(in: top).string + "/"
    return side.replayed.files.filter { file in
      // What lies in the folder itself is Rehearse's mark, which tools find on their way upwards.
      file.isContent && file.path.hasPrefix(folder)
        && file.path.dropFirst(folder.count).contains("/")
    }.map { SharedInput(path: $0.path, reason: .ofOtherSide(side: side.name)) }
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
        $0.isContent && $0.path.hasPrefix("/") && !Self.isCheckedCache($0.path)
          && (inputs.written.contains($0.path)
            || Self.isMoved($0.path, isMovedItself: inputs.moved.contains))
      }.map {
        SharedInput(
          path: $0.path,
          reason: .leftBy(story: name, side: baseline.name, reader: candidate.name))
      }
    }
  }

  /// The daemons with which both the makes and the stories of both sides keep containers: the second make gives its
  /// image the name of the first one's.
  private func keptByDaemon() -> [SharedInput] {
    // Builds of the same files have other words, and may name their images by them.
    guard repository != nil else { return [] }
    let records = sides.flatMap { [$0.make?.record, $0.replayed] }
    let sockets = records.map { Set($0?.sockets ?? []) }
    let common = sockets.dropFirst().reduce(sockets[0]) { $0.intersection($1) }
    return common.filter { socket in
      Self.containerSockets.contains { socket.hasPrefix("unix:/") && socket.hasSuffix("/\($0)") }
    }.map { SharedInput(path: $0, reason: .keptByDaemon) }
  }

  /// The names of sockets of daemons that keep images of containers.
  private static let containerSockets = [
    "buildkitd.sock", "containerd.sock", "crio.sock", "docker.sock", "podman.sock",
  ]

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

  /// Returns whether a path is a cache that its maker checks each time against what it was made from: Python's bytecode,
  /// or fontconfig's lists of the installed fonts.
  public static func isCheckedCache(_ path: String) -> Bool {
    isBytecode(path) || path.hasPrefix("/var/cache/fontconfig/")
  }

  /// Returns whether a path is Python bytecode, which Python makes from a source and checks against
  /// it each time.
  public static func isBytecode(_ path: String) -> Bool {
    path.hasSuffix(".pyc") || path.hasSuffix("/__pycache__")
  }
}
