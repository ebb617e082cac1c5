import AppPages
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import ValueStream

/// What a file is replaced with is as if it had been written in place.
@Suite struct ReplacingTests {
  private let map = PrintedMap(StreamMap(), name: "Roof")
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder[name].string, withDestinationPath: target)
  }

  private func target(of name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: folder[name].string)
  }

  private func permissions(of name: String) -> mode_t {
    var status = stat()
    return lstat(folder[name].string, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func `exporting to a symbolic link writes its target and keeps the link`() throws {
    try folder.add("below/old", "old")
    try link("absolute", to: folder["below/old"].string)
    try link("below/relative", to: "../absolute")
    try map.writePDF(to: folder["below/relative"].string, date: 0)
    #expect(try target(of: "below/relative") == "../absolute")
    #expect(try target(of: "absolute") == folder["below/old"].string)
    #expect(try folder.bytes(of: "below/old").starts(with: Array("%PDF".utf8)))
    #expect(folder.files == ["absolute", "below/old", "below/relative"])
  }

  @Test func `exporting to a symbolic link creates the target if it is missing`() throws {
    try folder.add("below/other", "")
    try link("dangling", to: "below/new")
    try map.writePDF(to: folder["dangling"].string, date: 0)
    #expect(try target(of: "dangling") == "below/new")
    #expect(try folder.bytes(of: "below/new").starts(with: Array("%PDF".utf8)))
  }

  @Test func `exporting to a symbolic link that can't be followed is refused with the reason`()
    throws
  {
    try link("one", to: "two")
    try link("two", to: "one")
    try link("astray", to: "none/new")
    let notUnicode: [CChar] = [-1, 0]
    symlink(notUnicode, folder["odd"].string)
    for (name, reason) in [
      ("one", "follow: Too many levels of symbolic links"),
      ("odd", "follow: Invalid or incomplete multibyte or wide character"),
      ("astray", "create: No such file or directory"),
    ] {
      let path = folder[name].string
      let error = #expect(throws: ExportError.self) { try map.writePDF(to: path, date: 0) }
      #expect(error?.description == "Cannot write \(path): \(reason).")
    }
    #expect(try target(of: "one") == "two")
  }

  @Test(arguments: [mode_t(0o600), 0o640, 0o644, 0o666, 0o755])
  func `a replaced file keeps its permissions`(mode: mode_t) throws {
    let file = try folder.add("map", "old")
    chmod(file.string, mode)
    try map.writePNG(to: file.string, width: 200)
    #expect(permissions(of: "map") == mode)
  }

  @Test func `a new file has the permissions that the umask leaves`() async throws {
    await #expect(processExitsWith: .success) { [path = folder.path.string as String] in
      let map = PrintedMap(StreamMap(), name: "Roof")
      for mask in [mode_t(0o002), 0o027, 0o077] {
        umask(mask)
        let file = path + "/\(mask)"
        try map.writePDF(to: file, date: 0)
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o666 & ~mask)
      }
    }
  }

  @Test func `names as long as the file system allows are written`() throws {
    for name in [
      String(repeating: "\u{1F600}", count: 61) + ".pdf", String(repeating: "n", count: 255),
    ] {
      try map.writePDF(to: folder[name].string, date: 0)
      #expect(try folder.bytes(of: name).starts(with: Array("%PDF".utf8)))
    }
    #expect(folder.files.count == 2)
  }
}
