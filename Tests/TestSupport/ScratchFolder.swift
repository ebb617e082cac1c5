import Foundation
public import SystemPackage

/// A folder of a test's own, which goes with the value.
public final class ScratchFolder: Sendable {
  /// Where it is, without symbolic links.
  public let path: FilePath

  /// Makes an empty folder.
  public init() throws {
    try Self.made.get()
    var template = Array("\(Self.base)/XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = FilePath(
      String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// The folder of this process's scratch folders.
  ///
  /// It lies three folders below `/tmp`, where compilers leave folders by the hundred: what revisions are
  /// built in has links to all that lies around their repository, up to three folders out of it.
  private static let base = "/tmp/rehearse-tests-\(getuid())/processes/\(getpid())"

  /// Whether it could be made; it goes when the process ends.
  private static let made = Result {
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    // With what lives as long as the process.
    atexit { try? FileManager.default.removeItem(atPath: ScratchFolder.base) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  /// A path in it.
  public subscript(_ name: String) -> FilePath { path.pushing(FilePath(name)) }

  /// The same for calls that take a path as text.
  public func file(_ name: String) -> String { self[name].string }

  /// Writes a file, with the folders it needs.
  @discardableResult
  public func add(_ name: String, _ content: String) throws -> FilePath {
    let file = self[name]
    try FileManager.default.createDirectory(
      atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(fileURLWithPath: file.string))
    return file
  }

  /// Writes a script that can be executed; a shell's where its first line names no other program.
  ///
  /// Another process makes the executable: a child that a parallel test is just starting may hold
  /// a descriptor this process writes to, and then the file could not be run.
  @discardableResult
  public func addScript(_ name: String, _ content: String) throws -> FilePath {
    let first = content.hasPrefix("#!") ? "" : "#!/bin/sh\n"
    let text = try add("\(name).text", "\(first)\(content)\n")
    let installed = try Completion.of(
      ["/usr/bin/install", "-m", "755", text.string, self[name].string])
    guard installed.status == 0 else { throw Errno.ioError }
    return self[name]
  }

  /// Every file in it, hidden ones and those in folders too, by path relative to it.
  public var files: [String] {
    let all =
      FileManager.default.enumerator(atPath: path.string)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder = ObjCBool(false)
      return FileManager.default.fileExists(atPath: self[name].string, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// A file's bytes.
  public func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: self[name].string)))
  }

  /// A file's text.
  public func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }
}
