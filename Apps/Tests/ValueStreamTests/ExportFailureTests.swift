import AppPages
import Glibc
import SeededRandom
import SystemPackage
import TestSupport
import Testing

@testable import ValueStream

/// Whatever fails, the old file is as it was and nothing is left beside it.
@Suite struct ExportFailureTests {
  private let map: PrintedMap
  private let folder: ScratchFolder

  init() throws {
    var random = SplitMix64(seed: 1)
    map = PrintedMap(
      try StreamMap(StickerSequence(try (1...300).map { try random.sticker(Int64($0)) })),
      name: "Roof")
    folder = try ScratchFolder()
  }

  /// Writes both kinds; the texts of the errors.
  private func refusals(_ path: FilePath) -> [String] {
    let errors = [
      #expect(throws: ExportError.self) { try map.writePDF(to: path.string, date: 0) },
      #expect(throws: ExportError.self) { try map.writePNG(to: path.string, width: 1_500) },
    ]
    return errors.compactMap { $0?.description }
  }

  private func twice(_ text: String) -> [String] { [text, text] }

  @Test func `exporting replaces an old file and leaves no other file behind`() throws {
    let file = try folder.add("map", "old")
    try map.writePDF(to: file.string, date: 0)
    #expect(try folder.bytes(of: "map").starts(with: Array("%PDF".utf8)))
    try map.writePNG(to: file.string, width: 300)
    #expect(try folder.bytes(of: "map").starts(with: [0x89, 0x50]))
    #expect(folder.files == ["map"])
  }

  @Test func `exporting into a missing folder is refused`() {
    let file = folder["none"].appending("map")
    #expect(
      refusals(file) == twice("Cannot write \(file): create: No such file or directory."))
  }

  @Test func `exporting to the path of a folder or a device is refused`() throws {
    try folder.add("map/inside", "old")
    for path in [folder["map"], "/dev/full", folder.path.appending("map/")] {
      #expect(
        refusals(path)
          == twice(
            "Cannot write \(path): there is something of that name that is no regular file."))
    }
    #expect(folder.files == ["map/inside"])
  }

  @Test func `an empty file name, and one too long for the file system, are refused`() {
    #expect(refusals("") == twice("Cannot write : replace: No such file or directory."))
    let long = folder[String(repeating: "ü", count: 200)]
    #expect(refusals(long) == twice("Cannot write \(long): replace: File name too long."))
    #expect(folder.files == [])
  }

  @Test func `if the export exceeds the process's file size limit, the old file stays`()
    async throws
  {
    let file = try folder.add("map", "old")
    await #expect(processExitsWith: .success) { [path = file.string as String] in
      let map = try ExportFailureTests().map
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let usual = limit.rlim_cur
      limit.rlim_cur = 10_000
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let errors = [
        #expect(throws: ExportError.self) { try map.writePDF(to: path, date: 0) },
        #expect(throws: ExportError.self) { try map.writePNG(to: path, width: 1_500) },
      ]
      limit.rlim_cur = usual
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      for error in errors {
        #expect(error?.description == "Cannot write \(path): write: File too large.")
      }
    }
    #expect(folder.files == ["map"])
    #expect(try folder.text(of: "map") == "old")
  }

  @Test(.enabled("Mounting is not allowed here") { MountedVolume.isAllowed })
  func `on a full disk the export fails and the old file stays`() throws {
    let volume = try MountedVolume(size: "24k")
    let file = try volume.folder.add("map", "old")
    #expect(refusals(file) == twice("Cannot write \(file): write: No space left on device."))
    #expect(volume.folder.files == ["map"])
    #expect(try volume.folder.text(of: "map") == "old")
  }

  @Test(.enabled("Mounting is not allowed here") { MountedVolume.isAllowed })
  func `on a read-only disk the export fails and the old file stays`() throws {
    let volume = try MountedVolume(size: "1m")
    let file = try volume.folder.add("map", "old")
    try volume.makeReadOnly()
    #expect(refusals(file) == twice("Cannot write \(file): create: Read-only file system."))
    #expect(try volume.folder.text(of: "map") == "old")
  }

  @Test(.enabled("The administrator may write anywhere") { geteuid() != 0 })
  func `in a read-only folder the export fails and the old file stays`() throws {
    let file = try folder.add("map", "old")
    chmod(folder.path.string, 0o500)
    defer { chmod(folder.path.string, 0o700) }
    #expect(refusals(file) == twice("Cannot write \(file): create: Permission denied."))
    #expect(try folder.text(of: "map") == "old")
  }

  @Test func `drawing errors state the path and the reason, or the limit`() {
    #expect(
      ExportError.notDrawn(path: "map.pdf", reason: "out of memory").description
        == "Cannot draw map.pdf: out of memory.")
    #expect(
      ExportError.heightNotAllowed(pixels: 16_385, allowed: 1...16_384).description
        == "A picture can't be 16385 pixels high: allowed are 1 to 16384. A narrower one is lower.")
  }
}
