import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Running

@Suite struct DriverFilesTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `a driver's program is wholly in memory once its files have been read`() throws {
    let program = folder["a driver"]
    // By a process of its own: a file that this one writes may be open in what another test starts
    // meanwhile, and can't be executed then. What stands behind the end of a program is no part of
    // it, so nothing else reads that.
    let copying = try Completion.of([
      "/bin/sh", "-c", "cp \"$1\" \"$2\" && truncate -s +16M \"$2\"", "sh",
      BuiltProducts.testDriver, program.string,
    ])
    #expect(copying.status == 0, "\(copying.errors)")
    try evict(program)
    let stage = try Stage(stories: [], command: [program.string])
    stage.readDriverFiles()
    #expect(try missingPages(of: program) == 0)
  }

  @Test func `what is no file, or not there, is left as it is`() throws {
    let pipe = try NamedPipe(folder["pipe"])
    // A pipe that nobody writes would be waited for without end.
    for path in [pipe.path, folder.path, folder["nowhere"]] { ProcessExecutor.read(path) }
  }

  /// Takes a file out of memory, as far as its file system has another place for it.
  private func evict(_ path: FilePath) throws {
    let file = try FileDescriptor.open(path, .readOnly)
    defer { try? file.close() }
    try #require(fsync(file.rawValue) == 0)
    try #require(posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED) == 0)
  }

  private func missingPages(of path: FilePath) throws -> Int {
    let file = try FileDescriptor.open(path, .readOnly)
    defer { try? file.close() }
    var facts = stat()
    try #require(fstat(file.rawValue, &facts) == 0)
    let length = Int(facts.st_size)
    let memory = try #require(
      mmap(nil, length, PROT_READ, MAP_SHARED, file.rawValue, 0), "errno \(errno)")
    defer { munmap(memory, length) }
    let page = Int(getpagesize())
    var isThere = [UInt8](repeating: 0, count: (length + page - 1) / page)
    try #require(mincore(memory, length, &isThere) == 0)
    return isThere.count { $0 & 1 == 0 }
  }
}
