import Foundation
import Profiling
import Programs
import Recording
import SystemPackage

/// The functions that differ between both sides, if nothing else that is loaded differs.
public struct ChangedCode: Sendable {
  /// The functions of the candidate, by the file names of its programs and libraries.
  public fileprivate(set) var functions: [String: ChangedFunctions] = [:]
  /// The functions of the baseline, by the file names of its own; nil if they can't be compared.
  public fileprivate(set) var earlier: [String: ChangedFunctions]? = [:]
  /// The reason why the functions are unknown, as the end of a sentence; nil if they are known.
  public let gap: String?
  /// The file names on the candidate's side, by the paths in the records.
  public fileprivate(set) var names: [String: String] = [:]
  /// The file names on the baseline's side.
  public fileprivate(set) var earlierNames: [String: String] = [:]

  fileprivate init(gap: String? = nil) { self.gap = gap }

  fileprivate var hash: String {
    let symbols = [functions, earlier ?? [:]].flatMap { $0.values.flatMap(\.symbols) }
    return SHA256.text(of: SHA256.digest(of: Set(symbols).sorted().joined(separator: "\n")))
  }

  /// Returns whether a record has a program as a file that something read, which may be the program itself: then
  /// more than the functions that ran may matter.
  fileprivate func isRead(in record: InputRecord) -> Bool {
    record.files.contains { file in
      names[file.path] != nil && file.uses.contains(.executed) && file.uses.contains(.read)
    }
  }
}

/// The code that differs, and the proof that stories do the same work.
extension InputComparison {
  /// The functions that differ between both sides; nil if the stories read anything else that differs, or nothing
  /// that is loaded differs.
  public func changedCode() async throws -> ChangedCode? {
    let (ones, others) = (inputs(baseline.replayed), inputs(candidate.replayed))
    guard repository != nil, ones.keys == others.keys else { return nil }
    var changed = ChangedCode()
    for (path, file) in ones.sorted(by: { $0.key < $1.key }) {
      guard let twin = others[path] else { continue }
      if file.isAlike(twin), file.content == twin.content, file.size == twin.size { continue }
      guard file.isAlike(twin), file.isContent, let own = baseline.place(path),
        let other = candidate.place(path), try ProgramImage.isELF(own)
      else { return nil }
      let (hash, twinHash) = (
        try await image.hash(of: own, leavingOut: baseline.tree),
        try await image.hash(of: other, leavingOut: candidate.tree)
      )
      if hash == twinHash { continue }
      let name = other.resolved.lastComponent?.string ?? ""
      guard let code = Self.code(of: own, leavingOut: baseline.tree),
        let twinCode = Self.code(of: other, leavingOut: candidate.tree)
      else { return ChangedCode(gap: "the functions of '\(name)' can't be read") }
      guard let functions = ChangedFunctions(from: code, to: twinCode), !functions.symbols.isEmpty
      else {
        return ChangedCode(
          gap: "'\(name)' differs in more than functions, and any function may use that")
      }
      // The trace tells files apart by name alone.
      guard changed.functions.updateValue(functions, forKey: name) == nil else {
        return ChangedCode(gap: "two files that differ are called '\(name)'")
      }
      let earlierName = own.resolved.lastComponent?.string ?? ""
      if let earlier = ChangedFunctions(from: twinCode, to: code),
        changed.earlier?[earlierName] == nil
      {
        changed.earlier?[earlierName] = earlier
      } else {
        changed.earlier = nil
      }
      changed.names[path] = name
      changed.earlierNames[path] = earlierName
    }
    return changed.functions.isEmpty ? nil : changed
  }

  /// Adds the proofs of stories that ran none of the functions that differ, on either side: that they do the same
  /// work.
  public func proofs(
    adding stories: Set<String>, withoutRunning changed: ChangedCode,
    to known: [String: Decision.Proof]
  ) async throws -> [String: Decision.Proof] {
    let differing = Set(repository?.differing ?? [])
    let made = sides.map { uses(of: $0.make?.record, among: differing) }
    // A program that was built before, and elsewhere, may be that of any story.
    guard changed.earlier != nil, stale(made, differing).isEmpty else { return known }
    let proof = Decision.Proof(kind: .work, hash: changed.hash, differing: [])
    // All else that a story uses must be the same, as for every proof.
    var loaded: [InputRecord.File: Bool] = [:]
    var proofs = known
    for story in stories {
      guard let own = baseline.stories[story], let twin = candidate.stories[story] else { continue }
      let records = [own.record, twin.record]
      guard !records.contains(where: changed.isRead(in:)),
        try await isSame(records, differing, &loaded, apart: Set(changed.names.keys))
      else { continue }
      proofs[story] = proof
    }
    return independent(proofs)
  }

  /// The largest program to compare, bytes.
  private static let greatestProgram = 512 << 20

  private static func code(of path: FilePath, leavingOut tree: FilePath?) -> ProgramCode? {
    guard var bytes = try? Data(contentsOf: URL(filePath: path.string), options: .mappedIfSafe),
      bytes.count <= greatestProgram
    else { return nil }
    let place = tree.map { Data($0.string.utf8) }
    var start = bytes.startIndex
    while let place, let found = bytes.range(of: place, in: start..<bytes.endIndex) {
      bytes.replaceSubrange(found, with: Data(count: found.count))
      start = found.upperBound
    }
    return try? ProgramCode([UInt8](bytes))
  }
}
