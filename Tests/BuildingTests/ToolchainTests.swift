import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Where toolchains are found, by a name or a path.
struct ToolchainTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private func add(_ toolchain: String, _ program: String = "usr/bin/swift") throws {
    try home.addScript("\(toolchain)/\(program)", "exit 0")
  }

  private func toolchains(_ variables: [String: String] = [:]) -> Toolchains {
    Toolchains(environment: variables.merging(["HOME": home.path.string]) { given, _ in given })
  }

  private func swift(
    _ text: String, _ variables: [String: String] = [:]
  ) throws(BuildError) -> FilePath {
    try toolchains(variables).swift(of: text, from: home["Scenarios"], for: "old")
  }

  @Test func `a toolchain's name is looked up in the folders of swiftly and swiftenv, in order`()
    throws
  {
    let variables = [
      "SWIFTLY_TOOLCHAINS_DIR": home.file("chosen"), "SWIFTLY_HOME_DIR": home.file("earlier"),
      "SWIFTENV_ROOT": home.file("env"),
    ]
    let places = [
      "chosen", "earlier/toolchains", ".local/share/swiftly/toolchains", "env/versions",
    ]
    #expect(toolchains(variables).folders == places.map { home[$0] } + ["/opt"])
    for place in places { try add("\(place)/6.2.1") }
    for place in places {
      #expect(try swift("6.2.1", variables) == home["\(place)/6.2.1/usr/bin/swift"])
      try FileManager.default.removeItem(atPath: home.file("\(place)/6.2.1"))
    }
    try add(".swiftenv/versions/6.2.1")
    #expect(try swift("6.2.1") == home[".swiftenv/versions/6.2.1/usr/bin/swift"])
    #expect(throws: BuildError.self) { try swift("6.2.1", variables) }
  }

  @Test func `a swift.org archive is found by its version or its whole name`() throws {
    let place = ".local/share/swiftly/toolchains"
    try add("\(place)/swift-6.2.1-RELEASE-ubuntu24.04")
    let swift = home["\(place)/swift-6.2.1-RELEASE-ubuntu24.04/usr/bin/swift"]
    #expect(try self.swift("6.2.1") == swift)
    #expect(try self.swift("swift-6.2.1-RELEASE-ubuntu24.04") == swift)
    #expect(throws: BuildError.self) { try self.swift("6.2") }
    // A folder of exactly that name wins.
    try add("\(place)/swift-6.2.1", "bin/swift")
    try add(".swiftenv/versions/6.2.1")
    #expect(try self.swift("6.2.1") == home[".swiftenv/versions/6.2.1/usr/bin/swift"])
    #expect(try self.swift("swift-6.2.1") == home["\(place)/swift-6.2.1/bin/swift"])
  }

  @Test(arguments: [
    ("../tools", "tools/usr/bin/swift"), ("../other", "other/bin/swift"),
    ("../tools/usr/bin/swift", "tools/usr/bin/swift"), ("~/tools", "tools/usr/bin/swift"),
  ])
  func `a toolchain's path may lead to a folder or to its swift`(_ text: String, _ expected: String)
    throws
  {
    try add("tools")
    try add("other", "bin/swift")
    #expect(try swift(text) == home[expected])
    #expect(try swift(home.file(expected)) == home[expected])
  }

  @Test func `a missing toolchain is reported with what is allowed`() throws {
    try add(".local/share/swiftly/toolchains/6.3.1")
    try home.add("empty/usr/bin/readme", "")
    try home.add("text/swift", "")
    // By guards: the compiler takes minutes to see that these patterns leave other errors over.
    let unknown = #expect(throws: BuildError.self) { try swift("6.2.1") }
    guard case .noToolchain("old", "6.2.1", .unknown(let known, let folders)) = unknown else {
      Issue.record("\(unknown.debugDescription)")
      return
    }
    #expect(known.first == "6.3.1")
    #expect(folders == toolchains().folders)
    let missing = #expect(throws: BuildError.self) { try swift("../missing") }
    guard case .noToolchain("old", "../missing", .missing(let path, let others)) = missing else {
      Issue.record("\(missing.debugDescription)")
      return
    }
    #expect(path == home["missing"])
    #expect(others.first == "6.3.1")
    #expect(
      throws: BuildError.noToolchain(build: "old", toolchain: "../empty", .noSwift(home["empty"]))
    ) { try swift("../empty") }
    #expect(
      throws: BuildError.noToolchain(
        build: "old", toolchain: "../text/swift", .noProgram(home["text/swift"]))
    ) { try swift("../text/swift") }
    // Neither a name in the tree of names, nor one that leads out of it.
    for text in ["..", ".", "usr"] {
      #expect(throws: BuildError.self) { try swift(text) }
    }
  }

  @Test func `each problem of a toolchain is explained in a sentence`() {
    let path =
      "the path of a folder with usr/bin/swift or bin/swift, or of the program swift itself"
    func words(_ problem: BuildError.UnusableToolchain) -> String {
      BuildError.noToolchain(build: "old", toolchain: "t", problem).description
    }
    let which = "The build 'old' asks for the toolchain 't', which "
    #expect(
      words(.unknown(known: ["6.3.1", "swift", "6.3.1"], folders: ["/a", "/opt"]))
        == which + "is not installed in /a, /opt. Allowed: 6.3.1, swift, or \(path).")
    #expect(
      words(.unknown(known: [], folders: ["/opt"]))
        == which + "is not installed in /opt. Allowed: \(path); no toolchain has a name here "
        + "('swiftly install' gives it one).")
    #expect(
      words(.missing("/a/t", known: ["6.3.1"]))
        == which + "does not exist (/a/t). Allowed: 6.3.1, or \(path).")
    #expect(
      words(.noProgram("/a/t"))
        == which + "is a file that may not be executed (/a/t). Allowed: \(path).")
    #expect(
      words(.noSwift("/a/t"))
        == which + "is a folder without a program usr/bin/swift or bin/swift (/a/t). "
        + "Allowed: \(path).")
    #expect(
      words(.silent("/a/t/bin/swift", log: "no such library"))
        == which + "does not work: '/a/t/bin/swift --version' fails.\nno such library")
  }

  @Test func `a disassembler that comes with a toolchain is preferred to the one in PATH`() throws {
    let builder = DriverBuilder(
      folder: home.path, searchPath: home.file("path"), progress: { _, _ in })
    let swift = home["tools/usr/bin/swift"]
    try add("path", "objdump")
    #expect(builder.tool("objdump", of: swift) == home["path/objdump"])
    try add("path", "llvm-objdump")
    try add("tools", "usr/bin/llvm-objdump")
    #expect(builder.tool("llvm-objdump", of: swift) == home["tools/usr/bin/llvm-objdump"])
    #expect(builder.tool("llvm-objdump", of: nil) == home["path/llvm-objdump"])
  }
}
