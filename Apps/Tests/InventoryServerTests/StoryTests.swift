import Foundation
import ServerTestSupport
import SystemPackage
import TestSupport
import Testing

/// Stories of the driver, with the server in its process and as a service.
@Suite struct StoryTests {
  private let folder: ScratchFolder
  private let driver = BuiltProducts.path(of: "inventory-driver").string
  private let httpDriver = BuiltProducts.path(of: "inventory-http-driver").string

  init() throws { folder = try ScratchFolder() }

  private func talk(
    _ command: [String], fixture: String, in name: String
  ) throws -> DriverTalk {
    try FileManager.default.createDirectory(
      atPath: folder.file(name), withIntermediateDirectories: true)
    return try DriverTalk(command, fixture: fixture, in: folder.file(name))
  }

  private func talk(to served: ServedInventory) throws -> DriverTalk {
    let port = served.address.split(separator: ":").last.map(String.init) ?? ""
    return try talk(
      ["/usr/bin/env", "SERVER_PORT=\(port)", httpDriver], fixture: #"{"seed":2015}"#, in: "remote")
  }

  @Test func `a separate server gives the same outcomes as one in the same process`() throws {
    let served = try ServedInventory()
    defer { served.process.kill() }
    let remote = try talk(to: served)
    let local = try talk(
      [driver], fixture: #"{"devices":100,"users":8,"seed":2015}"#, in: "local")
    let login = #""user":"alice","password":"secret","server":"local","unit":"all""#
    for (verb, arguments, repetitions, expected) in [
      ("list", #""filter":"all""#, 1, "not-connected"), ("units", "", 2, "count: 5"),
      ("start", "", 1, "view: login"),
      ("login", login.replacing("secret", with: "wrong"), 1, "wrong-credentials"),
      ("login", login, 2, nil), ("list", #""filter":"all""#, 2, "count: 100"),
      ("rows", #""from":0"#, 1, nil), ("rows", "", 3, nil), ("pictures", "", 2, "count: 1"),
      ("device", #""device":1"#, 2, nil), ("device-by-code", #""device":1"#, 1, nil),
      ("lend", #""comment":"here""#, 5, nil), ("lend-by-code", #""for":"bob""#, 1, nil),
      ("list", #""filter":"mine""#, 1, "count: 15"),
      ("return", "", 3, nil), ("return-by-code", "", 1, nil),
      ("list", #""filter":"mine""#, 1, "count: 11"),
      ("lend", #""device":1000"#, 1, "no-such-device"), ("loans", #""user":"bob""#, 1, nil),
      ("add", #""name":"N","location":"L""#, 2, nil),
      ("add", #""name":"","location":"L""#, 1, "field-empty"), ("menu", "", 1, nil),
      ("edit-login", #""server":"local","user":"bob","unit":"Moon""#, 1, "unknown-unit"),
      (
        "edit-login", #""server":"local","new-server":"backup","user":"bob","unit":"Sales""#, 1, nil
      ),
      ("start", "", 2, nil), ("list", #""filter":"available","unit":"all""#, 1, nil),
    ] as [(String, String, Int, String?)] {
      let (here, there) = (
        try local.step(verb, arguments, repetitions), try remote.step(verb, arguments, repetitions)
      )
      #expect(here.0 == there.0, "\(verb) \(arguments)")
      #expect(here.1 == there.1, "\(verb) \(arguments)")
      if let expected { #expect(there.0 == expected, "\(verb) \(arguments)") }
    }
  }

  @Test func `calls fail offline and work again online, and a lost answer lends nothing twice`()
    throws
  {
    let served = try ServedInventory()
    defer { served.process.kill() }
    let talk = try talk(to: served)
    let login = #""user":"alice","password":"secret","server":"local""#
    for (verb, arguments, expected) in [
      ("login", login.replacing("local", with: "nowhere"), "address-not-allowed"),
      ("login", login.replacing("local", with: "http://127.0.0.1:1"), "not-reached"),
      ("login", login, nil), ("list", #""filter":"available""#, "count: 70"),
      ("go-offline", "", "network: offline"), ("lend", "", "not-reached"),
      ("list", #""filter":"mine""#, "not-reached"), ("start", "", "not-reached"),
      ("go-online", "", "network: online"), ("list", #""filter":"mine""#, "count: 10"),
      ("lose-answer", "", "network: loses-next-answer"),
      ("lend", #""device":2"#, "cut-off"), ("lend", #""device":2"#, "already-lent"),
      ("list", #""filter":"mine""#, "count: 11"),
      ("lose-answer", "", "network: loses-next-answer"),
      ("return", #""device":2"#, "cut-off"), ("return", #""device":2"#, "not-lent"),
      ("list", #""filter":"mine""#, "count: 10"),
    ] as [(String, String, String?)] {
      let step = try talk.step(verb, arguments, 1)
      if let expected { #expect(step.0 == expected, "\(verb) \(arguments)") }
    }
  }

  @Test func `a missing service is reported when the driver prepares`() throws {
    let talk = try Conversation(["/usr/bin/env", "-u", "SERVER_PORT", httpDriver])
    let answer = try talk.ask(
      #"{"request":"prepare","fixture":{},"directory":"\#(folder.path)"}"#)
    #expect(answer.contains("the scenario has no service called 'server'"), "\(answer)")
  }

  @Test func `the driver without a network does not link libcurl`() throws {
    let libraries = try [driver, httpDriver].map { try Completion.of(["ldd", $0]).output }
    #expect(libraries.map { $0.contains("libcurl") } == [false, true])
  }
}
