import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Running

@Suite struct ClaimedDirectoryTests {
  private let folder: ScratchFolder
  private let path: FilePath

  init() throws {
    folder = try ScratchFolder()
    path = folder["claimed"]
  }

  @Test func `a claimed directory can't be claimed again until it is given back`() throws {
    let first = try #require(try ClaimedDirectory(path))
    #expect(try ClaimedDirectory(path) == nil)
    first.remove()
    #expect(!FileManager.default.fileExists(atPath: path.string))
    let second = try #require(try ClaimedDirectory(path))
    second.remove()
  }

  @Test func `a directory that a killed process left behind is emptied and claimed`() throws {
    let left = path.appending("app").appending("database")
    try FileManager.default.createDirectory(
      atPath: left.string, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    chmod(path.string, TemporaryDirectory.mode)
    // The lock's owner is another process, and ends by SIGKILL.
    let holder = Process()
    holder.executableURL = URL(filePath: "/usr/bin/flock")
    holder.arguments = ["--no-fork", path.string, "/bin/sh", "-c", "echo; exec sleep 1000"]
    let output = Pipe()
    holder.standardOutput = output
    try holder.run()
    _ = output.fileHandleForReading.availableData
    #expect(try ClaimedDirectory(path) == nil)
    #expect(FileManager.default.fileExists(atPath: left.string))
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    let next = try #require(try ClaimedDirectory(path))
    defer { next.remove() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path.string) == [])
  }

  @Test func `a link, a file and a directory that others may write are never claimed`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path.string, withDestinationPath: folder.path.string)
    #expect(try ClaimedDirectory(path) == nil)
    try FileManager.default.removeItem(atPath: path.string)
    #expect(FileManager.default.createFile(atPath: path.string, contents: Data()))
    #expect(try ClaimedDirectory(path) == nil)
    try FileManager.default.removeItem(atPath: path.string)
    try FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o777])
    #expect(try ClaimedDirectory(path) == nil)
  }

  @Test func `a directory that can't be made is reported with the reason`() {
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try ClaimedDirectory(folder["nowhere/claimed"])
    }
  }
}
