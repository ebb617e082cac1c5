import Foundation
import ProcFS
import Recording
import SystemPackage

/// The files in which a kernel tells about its machine, below a root that tests replace.
struct MachineFiles: Sendable {
  private let root: FilePath

  init(root: FilePath) { self.root = root }

  /// Where a file of the machine is.
  func path(_ absolute: String) -> FilePath { root.appending(FilePath(absolute).components) }

  /// What a parser makes of a file.
  func read<Content>(
    _ path: String, _ parse: (ProcText) throws(ProcFSError) -> Content
  ) throws(ProcFSError) -> Content {
    try WholeFile.read(self.path(path), parse)
  }

  /// The one line of a file of /sys.
  func line(_ path: String) throws(ProcFSError) -> String {
    try read(path) { text throws(ProcFSError) in
      guard let line = text.lines.first?.trimmingCharacters(in: .whitespaces), !line.isEmpty else {
        throw .unexpected(path: self.path(path), text: "", allowed: "a line")
      }
      return line
    }
  }

  /// A file's whole number.
  func number(_ path: String) throws(ProcFSError) -> Int {
    let line = try line(path)
    guard let number = Int(line) else {
      throw .unexpected(path: self.path(path), text: line, allowed: "a whole number")
    }
    return number
  }

  /// A file that says 0 or 1.
  func flag(_ path: String) throws(ProcFSError) -> Bool {
    switch try line(path) {
    case "0": return false
    case "1": return true
    case let line: throw .unexpected(path: self.path(path), text: line, allowed: "0 or 1")
    }
  }

  /// The names in a folder, in order.
  func names(in folder: String) throws(ProcFSError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path(folder).string).sorted()
    } catch {
      throw .unreadable(path: path(folder), errno: .noSuchFileOrDirectory)
    }
  }

  /// Whether there is such a file.
  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: self.path(path).string)
  }
}

extension Fact {
  /// What a reading gives, or why it gives nothing.
  init(_ read: () throws(ProcFSError) -> Value) {
    do { self = .known(try read()) } catch { self = .unknown(reason: error.description) }
  }
}
