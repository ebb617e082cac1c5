import Building
import Foundation
import Glibc
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

struct DriverTwinTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.addScript("app", "exit 7")
  }

  private func driver(_ words: String...) async throws -> BuiltDriver {
    try await DriverBuilder(folder: folder.path) { _, _ in }
      .make(Build(name: "a", origin: .command(words)))
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted() }
  }

  @Test func `the twin is the same program at a path of the same length, until it is removed`()
    async throws
  {
    let driver = try await driver("./app")
    let twin = DriverTwin(of: driver, named: "a again")
    let path = try #require(twin.driver.commands.first?.first)
    #expect(twin.isCopy && twin.driver.commands.count == 1)
    #expect(path != driver.commands[0][0] && path.utf8.count == driver.commands[0][0].utf8.count)
    #expect(FileManager.default.contentsEqual(atPath: path, andPath: driver.commands[0][0]))
    #expect(FileManager.default.isExecutableFile(atPath: path))
    // Read and not executed: a child that another test is just starting may still hold it open to write.
    #expect(try Completion.of(["/bin/sh", path]).status == 7)
    #expect(twin.driver.record.name == "a again")
    #expect(twin.driver.record.recipe == "./app, copied")
    #expect(twin.driver.record.sha256 == driver.record.sha256)
    twin.remove()
    #expect(try files == ["app", "app.text"])
  }

  @Test func `a twin does not overwrite files that are there already`() async throws {
    try folder.add("ap0", "mine")
    let twin = DriverTwin(of: try await driver("./app"), named: "a again")
    #expect(twin.driver.commands[0][0].hasSuffix("/ap1"))
    twin.remove()
    #expect(try folder.text(of: "ap0") == "mine")
    #expect(try files == ["ap0", "app", "app.text"])
  }

  @Test func `the copy of a killed process is removed, but not one in use`() async throws {
    try folder.add("ap0", "left")
    var facts = stat()
    try #require(lstat(folder.file("ap0"), &facts) == 0)
    try folder.add(".ap0.rehearse-twin", "\(facts.st_dev) \(facts.st_ino)")
    try folder.add(".ap0.rehearse-twin-new", "half")
    let driver = try await driver("./app")
    let twin = DriverTwin(of: driver, named: "a again")
    #expect(twin.driver.commands[0][0].hasSuffix("/ap0"))
    #expect(try Completion.of(["/bin/sh"] + twin.driver.commands[0]).status == 7)
    let second = DriverTwin(of: driver, named: "a again")
    #expect(second.driver.commands[0][0].hasSuffix("/ap1"))
    second.remove()
    #expect(try files == [".ap0.rehearse-twin", "ap0", "app", "app.text"])
    twin.remove()
    #expect(try files == ["app", "app.text"])
  }

  @Test func `a mark that came with a checkout does not let a file be removed`() async throws {
    try folder.add(["ap0": "mine", ".ap0.rehearse-twin": ""])
    let twin = DriverTwin(of: try await driver("./app"), named: "a again")
    twin.remove()
    #expect(try folder.text(of: "ap0") == "mine")
  }

  @Test func `the twin of a symbolic link is a copy of its target`() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("lnk"), withDestinationPath: folder.file("app"))
    let twin = DriverTwin(of: try await driver("./lnk"), named: "a again")
    let path = try #require(twin.driver.commands.first?.first)
    #expect(throws: (any Error).self) {
      try FileManager.default.destinationOfSymbolicLink(atPath: path)
    }
    #expect(try Completion.of(["/bin/sh", path]).status == 7)
    twin.remove()
    #expect(try files == ["app", "app.text", "lnk"])
  }

  @Test func `a command of several words is its own twin, without a copy`() async throws {
    let driver = try await driver("./app", "word")
    let twin = DriverTwin(of: driver, named: "a again")
    #expect(!twin.isCopy && twin.driver.commands == driver.commands)
    #expect(twin.driver.record.recipe == driver.record.recipe)
    #expect(try files == ["app", "app.text"])
  }
}
