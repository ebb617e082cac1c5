import Foundation
import Glibc
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Experimenting

/// Files that requests name, before anything runs.
struct RequestFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The mistakes of a scenario whose request has another key, one a line; none for a good file.
  private func mistakes(_ key: String, certificate: String = "ca.pem") throws -> String {
    try folder.add("ca.pem", "")
    let file = try folder.add(
      "s.yml",
      """
      scenario: s
      builds: { a: { variables: { release: v1 } } }
      services: { server: { command: [server, "${port}"] } }
      http: { certificate: \(certificate) }
      stories:
        list:
          steps:
            - http: POST /${user}
              \(key)
              expect: { status: 200 }
      """)
    do {
      _ = try ScenarioFile(file.string)
      return ""
    } catch let error as InvalidScenario {
      return error.description.replacing(folder.path.string + "/", with: "")
    }
  }

  @Test
  func `a file that is not there is named with its place, and with the one that may be meant`()
    throws
  {
    try folder.add("rows/users.csv", "user\na\n")
    #expect(
      try mistakes("data: rows/user.csv") == """
        s.yml:9:15: 'data' names 'rows/user.csv', which does not exist; allowed: a file, by its path from the \
        scenario's folder. Did you mean 'rows/users.csv'?
        """)
    #expect(try mistakes("data: rows/users.csv") == "")
    #expect(
      try mistakes("data: rows/users.csv", certificate: "trusted-authority").hasPrefix(
        "s.yml:4:22: 'certificate' names 'trusted-authority', which does not exist;"))
  }

  @Test func `a file by a variable is looked for by the runs`() throws {
    #expect(try mistakes("data: ${release}.csv") == "")
    #expect(try mistakes("data: v1.csv").contains("which does not exist;"))
  }

  @Test func `a folder and a named pipe are no files`() throws {
    try folder.add("folder/a", "")
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(try mistakes("data: folder").contains("'data' names 'folder', which is a folder;"))
    #expect(try mistakes("data: pipe").contains("'data' names 'pipe', which is a named pipe;"))
  }

  @Test(arguments: [
    ("", "users.csv:1:1: the file is empty; allowed: a header and rows."),
    ("user,unit\n", "users.csv:1:1: there is only a header; allowed: a header and rows."),
    ("user,unit\na,b\nc\n", "users.csv:3:1: 1 field, but the header has 2; allowed: user,unit."),
    ("user\n\"a\n", "users.csv:2:1: a quote that is never closed."),
  ])
  func `a file of data needs a header and rows`(_ text: String, _ mistake: String) throws {
    try folder.add("users.csv", text)
    #expect(try mistakes("data: users.csv") == mistake)
  }

  @Test func `steps and users of whose answers only the status is checked are named`() throws {
    func advice(_ expected: String) throws -> [String] {
      let file = try folder.add(
        "s.yml",
        """
        scenario: s
        builds: { a: {} }
        services: { server: { command: [server, "${port}"] } }
        stories:
          list: { steps: [{ http: GET /, expect: \(expected) }] }
          many: { users: { arrivals: 10/s, for: 1 s, stories: { list: 1 } } }
        """)
      return try ScenarioFile(file.string).advice.map {
        $0.replacing(folder.path.string + "/", with: "")
      }
    }
    #expect(
      try advice("{ status: 200 }") == [
        """
        s.yml: nothing but the status of 'GET /' is expected, so doing less work would pass. 'expect' takes \
        digest, bytes, text, headers and JSON paths such as $.id.
        """
      ])
    #expect(
      try advice("{ digest: \"00ff\" }") == [
        """
        s.yml: answers to the users of 'many' are not compared with a digest, so of some only the status is \
        checked, if that, and doing less work would pass. 'expect' takes JSON paths such as $.id, too.
        """
      ])
    #expect(try advice("{ $.id: 1 }") == [])
  }

  /// The hash of the files of each of the stories `get`, `send`, `list` and `many`.
  private func contents(_ keys: String = "") throws -> [String?] {
    let file = try folder.add(
      "s.yml",
      """
      scenario: s
      builds: { a: {} }
      services: { server: { command: [server, "${port}"] } }
      \(keys)
      stories:
        get: { steps: [{ http: GET /, expect: { status: 200 } }] }
        send: { steps: [{ http: POST /, file: body.json, expect: { status: 201 } }] }
        list:
          after: [send]
          steps: [{ http: "GET /${user}", data: users.csv, expect: { status: 200 } }]
        many: { users: { arrivals: 10/s, for: 1 s, stories: { list: 1 } } }
      """)
    return try Experiment(
      .scenario(ScenarioFile(file.string)), named: "e", builds: [], on: nil, rounds: 1
    ).stories.map(\.contents)
  }

  @Test func `files that a story or its users send are known by their content`() throws {
    try folder.add(["body.json": "{}", "users.csv": "user\na\n"])
    let first = try contents()
    #expect(first.map { $0 == nil } == [true, false, false, false])
    #expect(try contents() == first)
    try folder.add("users.csv", "user\nb\n")
    let second = try contents()
    #expect(zip(first, second).map { $0 == $1 } == [true, true, false, false])
    try folder.add("body.json", "[]")
    let third = try contents()
    #expect(zip(second, third).map { $0 == $1 } == [true, false, false, false])
  }

  @Test func `the certificate that requests trust is known by its content in each story`() throws {
    try folder.add(["body.json": "{}", "users.csv": "user\na\n", "ca.pem": "1\n"])
    let plain = try contents()
    let first = try contents("http: { certificate: ca.pem }")
    // As sha256sum hashes the path and what it prints of the file.
    #expect(first[0] == "41b014a98cbed2f42863151ed7d50159424a7ca78a1f1a98ed4736fc28c5cee2")
    #expect(zip(plain, first).map { $0 == $1 } == [false, false, false, false])
    try folder.add("ca.pem", "2\n")
    let second = try contents("http: { certificate: ca.pem }")
    #expect(zip(first, second).map { $0 == $1 } == [false, false, false, false])
  }

  @Test func `a file of data is text`() throws {
    try Data([0xff]).write(to: URL(fileURLWithPath: folder.file("users.csv")))
    #expect(
      try mistakes("data: users.csv")
        == "users.csv:1:1: this is not text in UTF-8; allowed: a header and rows.")
  }
}
