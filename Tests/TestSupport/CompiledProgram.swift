import Foundation
import Glibc
import Synchronization
public import SystemPackage
import Testing

/// A program in C, which Clang compiles once for all tests of this process.
///
/// It is no test's own: who would change it copies it first.
public struct CompiledProgram: Sendable {
  /// Where it is, for every user.
  public let path: FilePath

  private static let made = Mutex<[[String]: FilePath]>([:])

  private static let folder = Result { () throws -> ScratchFolder in
    let folder = try ScratchFolder()
    guard chmod(folder.path.string, 0o755) == 0 else { throw Errno(rawValue: errno) }
    return folder
  }

  /// Compiles it with options, unless that was done before.
  public init(_ source: String, options: [String]) throws {
    path = try Self.made.withLock { try Self.path(of: source, options, in: &$0) }
  }

  private static func path(
    of source: String, _ options: [String], in made: inout [[String]: FilePath]
  ) throws -> FilePath {
    let key = [source] + options
    if let path = made[key] { return path }
    let (folder, name) = (try Self.folder.get(), "program-\(made.count)")
    try folder.add("\(name).c", source)
    let result = try Completion.of(
      ["clang", "\(name).c", "-o", name] + options, in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    made[key] = folder[name]
    return folder[name]
  }

  /// Lets a test call it by a name in its own folder.
  public func link(to name: FilePath) throws {
    try FileManager.default.linkItem(atPath: path.string, toPath: name.string)
  }
}
