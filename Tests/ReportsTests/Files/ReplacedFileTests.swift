import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Reports

@Suite struct ReplacedFileTests {
  @Test func `a file is replaced as a whole, and nothing else is left`() throws {
    let folder = try ScratchFolder()
    let file = try folder.add("page", "old")
    try ReplacedFile(file).write(Array("new".utf8))
    #expect(folder.files == ["page"])
    #expect(try folder.text(of: "page") == "new")
  }

  @Test func `who may read a file stays the same when it is replaced`() throws {
    let folder = try ScratchFolder()
    let file = try folder.add("page", "old")
    chmod(file.string, 0o640)
    try ReplacedFile(file).write(Array("new".utf8))
    var facts = stat()
    #expect(stat(file.string, &facts) == 0 && facts.st_mode & 0o7777 == 0o640)
  }

  @Test func `an old file can be removed before the new one is there, but no device or folder`()
    throws
  {
    let folder = try ScratchFolder()
    let old = try folder.add("page", "old")
    for path in [old, old, "/dev/full", folder.path] { try ReplacedFile(path).removeOld() }
    #expect(folder.files == [])
    try folder.add("page", "new")
    #expect(folder.files == ["page"])
  }

  @Test func `many files are replaced together, and nothing else is left`() throws {
    let folder = try ScratchFolder()
    try folder.add("7", "old")
    let files = (1...120).map { (path: folder["\($0)"], bytes: Array("new \($0)".utf8)) }
    try ReplacedFile.replace(files, in: folder.path)
    #expect(Set(folder.files) == Set((1...120).map { "\($0)" }))
    #expect(try folder.text(of: "7") == "new 7")
    #expect(try folder.text(of: "120") == "new 120")
  }

  @Test func `none of many files is replaced if one can't be`() throws {
    let folder = try ScratchFolder()
    try folder.add("7", "old")
    var files = (1...120).map { (path: folder["\($0)"], bytes: [UInt8]()) }
    files.append((path: "/dev/full", bytes: []))
    #expect(throws: OutputError.self) { try ReplacedFile.replace(files, in: folder.path) }
    #expect(folder.files == ["7"])
    #expect(try folder.text(of: "7") == "old")
  }

  @Test func `the error names a destination that can't be written`() {
    let error = #expect(throws: OutputError.self) {
      try ReplacedFile("/nowhere/page").write([])
    }
    let words = error?.description ?? ""
    #expect(words.hasPrefix("The file /nowhere/page could not be written: create /nowhere/.page."))
    #expect(words.hasSuffix(": No such file or directory."))
  }

  @Test func `a device or a folder is not replaced`() throws {
    let folder = try ScratchFolder()
    for path in ["/dev/full", folder.path] {
      let error = #expect(throws: OutputError.self) { try ReplacedFile(path).write([]) }
      #expect(error?.description.contains(": replace what is no regular file: ") == true)
    }
    var facts = stat()
    #expect(stat("/dev/full", &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `a full device is reported`() throws {
    let device = try FileDescriptor.open("/dev/full", .writeOnly)
    let error = #expect(throws: OutputError.self) {
      try ReplacedFile("page").fill(device, with: Array(repeating: 1, count: 100))
    }
    #expect(
      error?.description
        == "The file page could not be written: write: No space left on device.")
  }

  @Test(.enabled(if: MountedVolume.isAllowed, "Mounting a file system takes root."))
  func `a full disk leaves the old file and no other file`() throws {
    let volume = try MountedVolume(size: "16k")
    defer { withExtendedLifetime(volume) {} }
    let folder = volume.folder
    let file = try folder.add("page", "old")
    #expect(throws: OutputError.self) {
      try ReplacedFile(file).write(Array(repeating: 1, count: 80_000))
    }
    #expect(folder.files == ["page"])
    #expect(try folder.text(of: "page") == "old")
  }
}
