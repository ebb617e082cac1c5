import Foundation
import Programs
import Recording
import SystemPackage

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
  let image: ProgramImage
  /// The paths that both sides may share, as given by the user: absolute, or relative to the repository's top.
  let allowed: [String]

  var sides: [SideInputs] { [baseline, candidate] }
}

/// The proof that both are the same.
extension InputComparison {
  /// A finding with the proofs that it allows.
  public typealias Found = (
    finding: InputFinding, proof: Decision.Proof?, storyProofs: [String: Decision.Proof]
  )

  /// The finding of the inputs about the comparison, the proof that both sides are the same, and those that single
  /// stories are; nil and empty if they are not, or that can't be known.
  public func finding() async throws -> Found {
    let records = [baseline.replayed, candidate.replayed]
    var finding = InputFinding(
      differing: repository?.differing ?? [],
      sockets: Set(records.flatMap(\.sockets)).sorted(), gap: gap(records))
    finding.scheduling = scheduling.isEmpty ? nil : scheduling
    let differing = Set(finding.differing)
    let made = sides.map { uses(of: $0.make?.record, among: differing) }
    let replayed = sides.map { uses(of: $0.replayed, among: differing) }
    finding.exercised = Set((made + replayed).flatMap(\.read)).union(compiledUnseen).sorted()
    // Builds of the same files have different words, variables or flags, which no file shows.
    guard repository != nil, finding.gap == nil else { return (finding, nil, [:]) }
    let unread = stale(made, differing).sorted()
    var loaded: [InputRecord.File: Bool] = [:]
    let areSame = try await isSame(records, differing, &loaded)
    if areSame { finding.unread = unread }
    // A program that was built before, and elsewhere, may be that of any story.
    guard unread.isEmpty else { return (finding, nil, [:]) }
    var storyProofs: [String: Decision.Proof] = [:]
    for (story, inputs) in candidate.stories {
      guard let twin = baseline.stories[story] else { continue }
      let records = [twin.record, inputs.record]
      guard try await isSame(records, differing, &loaded) else { continue }
      let read = made + records.map { uses(of: $0, among: differing) }
      storyProofs[story] = proof(by: inputs.record, isRead: read.contains { !$0.read.isEmpty })
    }
    storyProofs = independent(storyProofs)
    guard areSame else { return (finding, nil, storyProofs) }
    var whole = proof(by: records[1], isRead: !finding.exercised.isEmpty)
    whole.differing = finding.differing
    return (finding, whole, storyProofs)
  }

  /// The proofs without those of stories that use a path which a story without a proof writes. That one may leave
  /// something else there now, and if it was replayed after them, their records don't show it.
  func independent(_ proofs: [String: Decision.Proof]) -> [String: Decision.Proof] {
    let others = sides.flatMap { side in
      side.stories.filter { proofs[$0.key] == nil }.map(\.value)
    }
    let written = Set(others.flatMap(\.written)).filter { !Self.isCheckedCache($0) }
    let moved = Set(others.flatMap(\.moved)).filter { !Self.isCheckedCache($0) }
    let folders = Set(written.map { FilePath($0).removingLastComponent().string })
    let kept = proofs.filter { story, _ in
      !sides.contains { side in
        let names = side.stories[story]?.written.lazy.filter { !$0.hasPrefix("/") }
        if names?.contains(where: written.contains) ?? false { return true }
        return (side.stories[story]?.record.files ?? []).contains { file in
          let path = side.place(file.path)?.string ?? file.path
          if file.uses.contains(.listed), folders.contains(path) { return true }
          return file.isInput
            && (written.contains(path) || Self.isMoved(path, isMovedItself: moved.contains))
        }
      }
    }
    // These may pass on to others what was left for them.
    return kept.count == proofs.count ? kept : independent(kept)
  }

  /// The proof by a record that is the same on both sides, whether or not a file that differs was read.
  private func proof(by record: InputRecord, isRead: Bool) -> Decision.Proof {
    let text = record.files.map { "\($0.path) \($0.content ?? "-")" }.joined(separator: "\n")
    return Decision.Proof(
      kind: isRead ? .program : .inputs, hash: SHA256.text(of: SHA256.digest(of: text)),
      differing: [])
  }

  /// Returns whether a file is read in the user's own work tree, and differs between the revisions.
  private func differsInWorkTree(_ file: InputRecord.File, _ differing: Set<String>) -> Bool {
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
  func uses(
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

  /// The sources that differ if a package was compiled at a time when nobody recorded what that read: it may have
  /// been any.
  private var compiledUnseen: [String] {
    let isUnseen = sides.contains {
      $0.maker == .packageManager && $0.make?.record.isTraced != true
    }
    return isUnseen ? repository?.differing.filter(SourceFile.isCompiled) ?? [] : []
  }

  /// Sources that differ though both programs are the same, and that neither make read although it
  /// should have. The program may have been built before, and elsewhere.
  func stale(
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

  /// Returns whether everything in the records of both sides is the same, apart from the files at some paths.
  /// `loaded` says of files that differ whether they are the same as used, as far as known.
  func isSame(
    _ records: [InputRecord], _ differing: Set<String>,
    _ loaded: inout [InputRecord.File: Bool], apart paths: Set<String> = []
  ) async throws -> Bool {
    guard records.allSatisfy(\.sockets.isEmpty),
      // If both may share a file that differs, it says nothing about the side with the other version.
      !records.contains(where: { $0.files.contains { differsInWorkTree($0, differing) } })
    else { return false }
    let (ones, others) = (inputs(records[0]), inputs(records[1]))
    guard ones.keys == others.keys, records[0].variables == records[1].variables else {
      return false
    }
    for (path, file) in ones {
      guard let twin = others[path] else { return false }
      guard file.isAlike(twin) else { return false }
      if file.content == twin.content, file.size == twin.size { continue }
      guard file.isContent else { return false }
      if paths.contains(path) { continue }
      let used = file.used
      if loaded[used] == nil { loaded[used] = try await isSameAsLoaded(used) }
      guard loaded[used] == true else { return false }
    }
    return true
  }

  private func isSameAsLoaded(_ file: InputRecord.File) async throws -> Bool {
    guard let own = try await loaded(file, of: baseline) else { return false }
    return try await loaded(file, of: candidate) == own
  }

  /// The hash of a side's own file as used; nil for other files.
  private func loaded(_ file: InputRecord.File, of side: SideInputs) async throws -> String? {
    if let known = side.loaded[file] { return known }
    guard let place = side.place(file.path) else { return nil }
    return try await image.hash(of: place, leavingOut: side.tree, usedAs: file.uses)
  }

  /// The candidate with the hashes of its own files as used, for comparison once they are gone.
  public func keptCandidate() async throws -> SideInputs {
    var side = candidate
    for record in [side.replayed] + side.stories.values.map(\.record) {
      for file in inputs(record).values where file.isContent && side.loaded[file.used] == nil {
        side.loaded[file.used] = try await loaded(file.used, of: side)
      }
    }
    return side
  }

  func inputs(_ record: InputRecord) -> [String: InputRecord.File] {
    record.files.filter(\.isInput).reduce(into: [:]) { files, file in
      var file = file
      // If a file was only examined, its size is an input, unless the program wrote it since.
      if file.isContent || file.uses == [.missing] || file.uses.contains(.written) {
        file.size = nil
      }
      files[file.path] = file
    }
  }

  /// Returns whether a path leads through a folder or a link that was moved: then it may lead to something else.
  static func isMoved(_ path: String, isMovedItself: (String) -> Bool) -> Bool {
    ancestry(path).dropFirst().contains(where: isMovedItself)
  }

  /// A path and the folders that contain it: `a/b/c`, `a/b`, `a`.
  static func ancestry(_ path: String) -> [String] {
    var names = [path]
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      names.append(String(rest))
    }
    return names
  }
}

extension InputRecord.File {
  /// Its path with its uses, without what it holds.
  fileprivate var used: Self { Self(path: path, uses: uses) }
}
