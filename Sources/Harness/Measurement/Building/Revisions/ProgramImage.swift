import Foundation
import Glibc
import Profiling
import Recording
import Subprocess
import SystemPackage

/// A program as loaded: the bytes of its files except those that no process reads.
///
/// Debug information names lines, so a comment changes it, and the linker's build ID is a hash that includes
/// it. Swift's module hash is a hash of the source, for the compiler's own use. None of these is executed.
/// A payload behind the program itself is read by it, so it counts.
public struct ProgramImage: Sendable {
  private let tool: FilePath?

  /// - Parameter find: looks up a program by name.
  init(find: (String) -> FilePath?) { tool = find("objcopy") ?? find("llvm-objcopy") }

  /// The SHA-256 of one file in the way in which a record says it was used, ignoring the path of the folder `tree`.
  /// Only a program that runs, and a library that a loader reads, are used as loaded. A program that is also read may
  /// read itself, and who reads an object, an archive or a core dump may use all of it.
  func hash(
    of path: FilePath, leavingOut tree: FilePath?, usedAs uses: [InputRecord.Use]
  ) async throws -> String {
    let isLoaded =
      try uses.contains(.executed) ? !uses.contains(.read) : Self.file(at: path)?.isLibrary ?? false
    return try await isLoaded
      ? hash(of: path, leavingOut: tree) : Self.sum(of: path, leavingOut: tree)
  }

  /// The SHA-256 of one file as loaded, ignoring the path of the folder `tree`, if given; of all its bytes if
  /// it is no program, or can't be stripped.
  func hash(of path: FilePath, leavingOut tree: FilePath?) async throws -> String {
    guard let tool, let file = try Self.file(at: path) else {
      return try Self.sum(of: path, leavingOut: tree)
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearse-image-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    // Made here, under a unique name.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let copy = FilePath(folder).appending("image")
    let result = try await run(
      .path(tool),
      arguments: [
        "--strip-all", "--remove-section=.note.gnu.build-id", "--remove-section=.swift_modhash",
        path.string, copy.string,
      ], output: .discarded, error: .discarded)
    try Task.checkCancellation()
    guard result.terminationStatus.isSuccess else {
      return try Self.sum(of: path, leavingOut: tree)
    }
    let sum = try Self.sum(of: copy, leavingOut: tree)
    // The copy lacks what is behind the program.
    let rest = try Data(contentsOf: URL(filePath: path.string), options: .mappedIfSafe)
      .dropFirst(file.end)
    return rest.isEmpty
      ? sum : SHA256.text(of: SHA256.digest(of: "\(sum) \(Self.sum(of: rest, leavingOut: tree))"))
  }

  private static func sum(of path: FilePath, leavingOut tree: FilePath?) throws -> String {
    guard let tree else { return try Checksum(of: path, build: "").sha256 }
    var data = try Data(contentsOf: URL(filePath: path.string), options: .mappedIfSafe)
    data.leaveOutTimeOfSource(path)
    return sum(of: data, leavingOut: tree)
  }

  private static func sum(of data: Data, leavingOut tree: FilePath?) -> String {
    let place = tree.map { Data($0.string.utf8) }
    var hash = SHA256()
    var start = data.startIndex
    while let place, let found = data.range(of: place, in: start..<data.endIndex) {
      data[start..<found.lowerBound].withUnsafeBytes { hash.update($0) }
      // Something that no file contains here: a zero byte would end a text.
      Data("\0\(place.count)\0".utf8).withUnsafeBytes { hash.update($0) }
      start = found.upperBound
    }
    data[start...].withUnsafeBytes { hash.update($0) }
    return SHA256.text(of: hash.finish())
  }

  /// The parts of a program, library or object; nil if it is none, or of a kind that is not known.
  private static func file(at path: FilePath) throws -> ElfFile? {
    guard try isELF(path) else { return nil }
    let bytes = try Data(contentsOf: URL(filePath: path.string), options: .mappedIfSafe)
    return try? ElfFile([UInt8](bytes))
  }

  /// A Boolean value indicating whether a file is a program or library in machine code.
  public static func isELF(_ path: FilePath) throws -> Bool {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path.string))
    defer { try? handle.close() }
    return try handle.read(upToCount: 4) == Data([0x7F, 0x45, 0x4C, 0x46])
  }

  /// The relative paths of all files below a folder, without pipes and the like.
  static func names(in folder: FilePath) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.string).filter { name in
      var facts = stat()
      return stat(folder.appending(name).string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    }
  }
}

extension Data {
  /// Leaves out the time of the source that Python bytecode was made of, which is another in each tree. Python
  /// only checks it, and reads the source if it does not match, which shows in the record of inputs.
  ///
  /// Four bytes each of the version, of flags (0: by time), of the time and of the source's size (PEP 552).
  fileprivate mutating func leaveOutTimeOfSource(_ path: FilePath) {
    guard InputComparison.isBytecode(path.string), count >= 16, self[4..<8].allSatisfy({ $0 == 0 })
    else { return }
    replaceSubrange(8..<12, with: Data(count: 4))
  }
}
