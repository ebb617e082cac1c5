import Glibc
import SystemPackage

/// A folder of a test's own, which goes with the value.
final class TemporaryFolder {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/charting-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = FilePath(String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self))
  }

  deinit {
    for name in names() { unlink(path.appending(name).string) }
    rmdir(path.string)
  }

  /// The names of all files in it, hidden ones too.
  func names() -> [String] {
    guard let folder = opendir(path.string) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a file and returns where it is.
  @discardableResult
  func add(_ name: String, _ content: String) throws -> FilePath {
    let file = path.appending(name)
    let descriptor = try FileDescriptor.open(
      file, .writeOnly, options: [.create, .truncate, .closeOnExec],
      permissions: .ownerReadWrite)
    try descriptor.closeAfter { _ = try descriptor.writeAll(content.utf8) }
    return file
  }

  /// A `gnuplot` of this text, for a renderer that searches this folder alone.
  ///
  /// Another process makes the executable: a child that a parallel test is just spawning may
  /// hold a descriptor this process writes to, and then the file could not be run.
  func addGnuplot(_ script: String) throws {
    let text = try add("script", "#!/bin/sh\n\(script)\n")
    let status = system("install -m 755 '\(text)' '\(path)/gnuplot'")
    guard status == 0 else { throw Errno(rawValue: EIO) }
  }

  func content(of name: String) throws -> [UInt8] {
    let descriptor = try FileDescriptor.open(path.appending(name), .readOnly)
    return try descriptor.closeAfter {
      let size = try descriptor.seek(offset: 0, from: .end)
      return try Array(unsafeUninitializedCapacity: Int(size)) { buffer, count in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        count = try descriptor.read(fromAbsoluteOffset: 0, into: bytes)
      }
    }
  }
}
