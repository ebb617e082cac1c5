import Building
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// Packages that are really compiled, whose code is or is not what their flags say.
@Suite(.serialized, .tags(.endToEnd)) struct ProofTests {
  private let folder: ScratchFolder

  /// Long enough to tell that checks are missing: each of these types is encoded and decoded.
  private static let source =
    (0..<40).map {
      "public struct Value\($0): Codable { var a: Int; var b: String?; var c: [Int]; var d: Double }"
    }.joined(separator: "\n") + """

      public final class Box { public var numbers = [1, 2, 3] }
      let box = Box()
      @inline(never) func replace(_ box: Box, _ index: Int) { box.numbers[index] += index }
      replace(box, CommandLine.arguments.count)
      print(box.numbers)
      """

  init() throws {
    folder = try ScratchFolder()
    try folder.add("Sources/tiny/main.swift", Self.source)
    try describe(settings: "")
  }

  private func describe(settings: String) throws {
    try folder.add(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "tiny",
        targets: [.executableTarget(name: "tiny", swiftSettings: [\(settings)])])
      """)
  }

  private func make(_ name: String, _ flags: [String], searchPath: String? = nil) async throws
    -> BuildChecks
  {
    let package = PackageBuild(
      package: ".", product: "tiny", configuration: .release, swiftFlags: flags)
    let builder = DriverBuilder(folder: folder.path, searchPath: searchPath) { _, _ in }
    let built = try await builder.make(Build(name: name, origin: .package(package)))
    return try #require(built.record.checks)
  }

  private func isPresent(_ proof: BuildChecks.Proof) -> Bool {
    if case .present(let count) = proof { count > 0 } else { false }
  }

  @Test func `the checks in a build's code match its flags`() async throws {
    let checked = try await make("checked", [])
    #expect(isPresent(checked.traps))
    #expect(isPresent(checked.exclusivity))
    #expect(checked.modules.contains { $0.origin == .module && $0.name == "tiny" })
    #expect(!checked.holdsRuntime)
    let noExclusivity = try await make("no-exclusivity", ["-enforce-exclusivity=unchecked"])
    #expect(isPresent(noExclusivity.traps))
    #expect(noExclusivity.exclusivity == .absent)
    let unchecked = try await make("unchecked", ["-Ounchecked"])
    #expect(unchecked.traps == .absent)
    #expect(unchecked.exclusivity == .absent)
  }

  @Test func `a manifest that turns the checks off is detected`() async throws {
    try describe(settings: ".unsafeFlags([\"-Ounchecked\"])")
    let error = await #expect(throws: BuildError.self) { try await make("checked", []) }
    let text = error?.description ?? ""
    #expect(
      text.hasPrefix(
        "The build 'checked' is not what its flags say (swift build -c release): its code should "
          + "have traps of bounds, overflow and precondition checks, but has none in "))
    #expect(text.hasSuffix("in its manifest, or the compiler itself."))
  }

  @Test(.nightly) func `a compiler that ignores its flags is detected`() async throws {
    let tools = try ScratchFolder()
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    try tools.addScript(
      "swift",
      """
      PATH='\(path)'
      for word; do shift; case "$word" in -Ounchecked) word=-O;; esac; set -- "$@" "$word"; done
      exec swift "$@"
      """)
    let error = await #expect(throws: BuildError.self) {
      try await make("unchecked", ["-Ounchecked"], searchPath: "\(tools.path):\(path)")
    }
    #expect(
      error?.description.hasPrefix(
        "The build 'unchecked' is not what its flags say (swift build -c release -Xswiftc "
          + "-Ounchecked): its code should have no trap of a bounds, overflow or precondition check, "
          + "but has ") == true)
  }
}
