import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Scenarios that somebody else wrote.
  @Suite struct UntrustedScenarioTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// A program that leaves a trace wherever it is carried out.
    private func addEvil(_ name: String) throws {
      try shell.folder.addScript(name, "echo executed > '\(shell.folder.file("trace"))'")
    }

    @Test(arguments: [
      """
      driver: { package: ., product: tiny }
      builds: { a: { toolchain: ./evil, configuration: debug } }
      """,
      """
      driver: { package: ., product: tiny }
      builds: { a: { toolchain: ./evil/usr/bin/swift, configuration: debug } }
      """,
      "builds: { a: { command: [./evil/usr/bin/swift], make: [./evil/usr/bin/swift] } }",
    ])
    func `validate executes nothing that a scenario names`(_ builds: String) throws {
      try addEvil("evil/usr/bin/swift")
      try shell.folder.add("Package.swift", "// swift-tools-version: 6.0\n")
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        \(builds)
        stories: { s: { steps: [{ work: {}, expect: { count: 1 } }] } }
        """)
      let validation = try shell.rehearse("validate", "s.yml")
      #expect(validation.status == 0, "\(validation)")
      #expect(!shell.folder.files.contains("trace"))
    }

    private static let kinds = ["a named pipe", "a socket"]

    /// A folder of `files:` with something in it that is no file.
    private func addSpecial(_ kind: String) throws {
      try shell.folder.add(["data/file": "1", "data/deep/file": "1"])
      let path = shell.folder.file("data/deep/special")
      if kind == "a named pipe" {
        try #require(mkfifo(path, 0o600) == 0)
      } else {
        try requirePython()
        let made = try Completion.of(
          ["python3", "-c", "import socket; socket.socket(socket.AF_UNIX).bind('special')"],
          in: shell.folder["data/deep"])
        try #require(made.status == 0, "\(made.errors)")
      }
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        files: [data]
        builds: { a: {} }
        stories: { s: { steps: [{ run: ["true"], expect: { status: 0 } }] } }
        """)
    }

    @Test(arguments: kinds, [["validate", "s.yml"], ["run", "s.yml", "--runs", "1"]])
    func `a special file in a folder of files is refused without waiting for it`(
      _ kind: String, _ arguments: [String]
    ) throws {
      try addSpecial(kind)
      let told = try shell.rehearse(arguments)
      #expect(told.status == 1, "\(told)")
      #expect(
        told.errors.contains(
          "s.yml: 'files' names \(shell.folder["data/deep/special"]), which is \(kind); allowed: files, "
            + "folders of files, and links to them."), "\(told.errors)")
    }

    @Test func `a device is refused, too`() throws {
      try addSpecial("a named pipe")
      let text = try shell.folder.text(of: "s.yml").replacing("[data]", with: "[device]")
      try FileManager.default.createSymbolicLink(
        atPath: shell.folder.file("device"), withDestinationPath: "/dev/zero")
      try shell.folder.add("s.yml", text)
      let told = try shell.rehearse("run", "s.yml", "--runs", "1")
      #expect(told.status == 1 && told.errors.contains("which is a device"), "\(told)")
    }
  }
}
