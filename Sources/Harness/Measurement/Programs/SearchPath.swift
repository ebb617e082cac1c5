import Foundation
import SystemPackage

/// The folders in which programs are looked up by name, in order.
public struct SearchPath: Sendable, Equatable, ExpressibleByStringLiteral {
  private let folders: [FilePath]

  /// Creates a search path from a text such as `PATH`.
  public init(_ text: String) { folders = text.split(separator: ":").map { FilePath(String($0)) } }

  /// Creates a search path from a text such as `"/usr/local/bin:/usr/bin"`.
  public init(stringLiteral text: String) { self.init(text) }

  private init(_ folders: [FilePath]) { self.folders = folders }

  /// The `PATH` of this process.
  public static var own: SearchPath {
    SearchPath(ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// This search path with another folder in front.
  public func preceded(by folder: FilePath) -> SearchPath { SearchPath([folder] + folders) }

  /// The first program with this name; nil if no folder has one.
  public func program(_ name: String) -> FilePath? {
    folders.lazy.map { $0.appending(name) }.first(where: Self.isProgram)
  }

  /// The program named by a command's first word: by its path from a folder, or by its name.
  public func program(_ word: String, from folder: FilePath) -> FilePath? {
    guard word.contains("/") else { return program(word) }
    let path = folder.pushing(FilePath(word))
    return Self.isProgram(path) ? path : nil
  }

  /// Returns whether a path is a file with permission to execute. For folders that permission means
  /// something else.
  public static func isProgram(_ path: FilePath) -> Bool {
    isFile(path) && FileManager.default.isExecutableFile(atPath: path.string)
  }

  /// Returns whether something other than a folder is at a path.
  public static func isFile(_ path: FilePath) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
