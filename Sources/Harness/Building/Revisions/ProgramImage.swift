import Foundation
import Glibc
import Recording
import Subprocess
import SystemPackage

/// What a program is once it is loaded: the bytes of its files but for those that no process reads.
///
/// Debug information names lines, so a comment changes it, and the linker's build ID is a hash that has
/// it in it. Swift's module hash is one of the source, for the compiler's own use. None of them is any
/// part of what is carried out.
struct ProgramImage {
  private let tool: FilePath?

  /// - Parameter find: looks a program up by its name.
  init(find: (String) -> FilePath?) { tool = find("objcopy") ?? find("llvm-objcopy") }

  /// The SHA-256 of a program with all that lies in its folder, each file by its name; hexadecimal.
  /// - Throws: ``RevisionError/notKept(path:reason:)`` where something can't be read, or what stops the
  ///   task.
  func hash(ofFolder folder: FilePath) async throws -> String {
    let files = FileManager.default
    var lines: [String] = []
    for name in try Self.names(in: folder).sorted() {
      let path = folder.appending(name)
      let isExecutable = files.isExecutableFile(atPath: path.string)
      lines.append("\(try await hash(of: path)) \(isExecutable ? "x" : "-") \(name)")
    }
    return SHA256.text(of: SHA256.digest(of: lines.joined(separator: "\0")))
  }

  /// The SHA-256 of all programs and libraries of a work tree, each by its name: a program of that tree
  /// may start or load any of them.
  ///
  /// The path of the tree itself is no part of it: CMake has it in the text of each `assert` and where
  /// programs look for libraries, and no tree is at the path of another.
  func hash(ofProgramsIn tree: FilePath) async throws -> String {
    let files = FileManager.default
    var lines: [String] = []
    for name in try Self.names(in: tree).sorted() {
      let path = tree.appending(name)
      let isLibrary = name.hasSuffix(".so") || name.contains(".so.")
      guard isLibrary || files.isExecutableFile(atPath: path.string) else { continue }
      lines.append("\(try await hash(of: path, leavingOut: tree)) \(name)")
    }
    return SHA256.text(of: SHA256.digest(of: lines.joined(separator: "\0")))
  }

  /// The SHA-256 of one file as it is loaded; of what is no program, and where nothing can strip one, of
  /// all its bytes.
  /// - Parameter tree: the folder whose path does not count; nil for none.
  func hash(of path: FilePath, leavingOut tree: FilePath? = nil) async throws -> String {
    guard let tool, try Self.isELF(path) else { return try Self.sum(of: path, leavingOut: tree) }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearse-image-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    // Made here, under a name that nobody else has.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let copy = FilePath(folder).appending("image")
    let result = try await run(
      .path(tool),
      arguments: [
        "--strip-all", "--remove-section=.note.gnu.build-id", "--remove-section=.swift_modhash",
        path.string, copy.string,
      ], output: .discarded, error: .discarded)
    try Task.checkCancellation()
    let isStripped = result.terminationStatus.isSuccess
    return try Self.sum(of: isStripped ? copy : path, leavingOut: tree)
  }

  private static func sum(of path: FilePath, leavingOut tree: FilePath?) throws -> String {
    guard let tree else { return try Checksum(of: path, build: "").sha256 }
    let data = try Data(contentsOf: URL(filePath: path.string), options: .mappedIfSafe)
    let place = Data(tree.string.utf8)
    var hash = SHA256()
    var start = data.startIndex
    while let found = data.range(of: place, in: start..<data.endIndex) {
      data[start..<found.lowerBound].withUnsafeBytes { hash.update($0) }
      // What no file has in it at this place: a zero byte would be the end of a text.
      Data("\0\(place.count)\0".utf8).withUnsafeBytes { hash.update($0) }
      start = found.upperBound
    }
    data[start...].withUnsafeBytes { hash.update($0) }
    return SHA256.text(of: hash.finish())
  }

  /// A Boolean value indicating whether a file is a program or library in machine code.
  static func isELF(_ path: FilePath) throws -> Bool {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path.string))
    defer { try? handle.close() }
    return try handle.read(upToCount: 4) == Data([0x7F, 0x45, 0x4C, 0x46])
  }

  /// The paths of all files below a folder, from there; pipes and the like are none.
  static func names(in folder: FilePath) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.string).filter { name in
      var facts = stat()
      return stat(folder.appending(name).string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    }
  }
}
