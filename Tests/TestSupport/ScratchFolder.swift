import Foundation
public import SystemPackage

/// A folder for one test, deleted with the value.
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
  /// It is three folders below `/tmp`, where compilers leave hundreds of folders: the place in which
  /// revisions are built has links to everything around their repository, up to three folders above it.
  private static let base = "/tmp/rehearse-tests-\(getuid())/processes/\(getpid())"

  /// Whether it could be made; it is deleted when the process ends.
  private static let made = Result {
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    // Also deletes folders that live as long as the process.
    atexit { try? FileManager.default.removeItem(atPath: ScratchFolder.base) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  /// A path in it.
  public subscript(_ name: String) -> FilePath { path.pushing(FilePath(name)) }

  /// The same as text.
  public func file(_ name: String) -> String { self[name].string }

  /// Writes a file, and creates the folders it needs.
  @discardableResult
  public func add(_ name: String, _ content: String) throws -> FilePath {
    let file = self[name]
    try Self.write(content, to: file)
    return file
  }

  /// Writes several files.
  public func add(_ files: KeyValuePairs<String, String>) throws {
    for (name, content) in files { try add(name, content) }
  }

  static func write(_ content: String, to file: FilePath) throws {
    try FileManager.default.createDirectory(
      atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(fileURLWithPath: file.string))
  }

  /// Writes an executable script; a shell script unless its first line names another program.
  ///
  /// Another process makes the executable: a child that a parallel test is just starting may
  /// inherit a descriptor that this process writes to, and then the file could not be executed.
  @discardableResult
  public func addScript(_ name: String, _ content: String) throws -> FilePath {
    let first = content.hasPrefix("#!") ? "" : "#!/bin/sh\n"
    let text = try add("\(name).text", "\(first)\(content)\n")
    let installed = try Completion.of(
      ["/usr/bin/install", "-m", "755", text.string, self[name].string])
    guard installed.status == 0 else { throw Errno.ioError }
    return self[name]
  }

  /// The relative paths of all files in it, including hidden ones and those in folders.
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
