import FieldNotes
import Foundation
import GRDB
import Glibc
import ServerTestSupport
import SystemPackage
import TestSupport
import Testing

/// Two clients and a server, each a process of its own.
@Suite struct DeviceProcessTests {
  private let folder: ScratchFolder
  private let driver = BuiltProducts.path(of: "field-notes-driver").string

  init() throws { folder = try ScratchFolder() }

  private func talk(
    _ command: [String], fixture: String, in directory: String
  ) throws -> DriverTalk {
    try DriverTalk(
      command,
      fixture: #"{"things":40,"tags":3,"pictures":10,"sounds":5,"file-bytes":100,"seed":7"#
        + "\(fixture)}", in: directory)
  }

  private func directory(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder.file(name), withIntermediateDirectories: true)
    return folder.file(name)
  }

  @Test func `separate devices and server give the same outcomes as in one process`() throws {
    let server = try ServerProcess(store: folder.file("server.sqlite"), in: folder)
    defer { server.kill() }
    let serverPort = try #require(server.address.split(separator: ":").last)
    let (socket, port) = try RudeServer.bound()
    close(socket)
    let device = try StartedProcess(
      [driver, "--device", "\(port)"], environment: ["SERVER_PORT": String(serverPort)],
      in: FilePath(try directory("device")))
    let alone = try talk([driver], fixture: "", in: directory("alone"))
    let led = try talk(
      ["/usr/bin/env", "SERVER_PORT=\(serverPort)", "DEVICE_2_PORT=\(port)", driver],
      fixture: #","server":"service""#, in: directory("led"))
    // Until it listens, or has ended.
    while try led.step("use", #""device":2"#, 1).0 == "device-gone" {
      try #require(kill(device.pid, 0) == 0)
    }
    _ = try led.step("use", #""device":1"#, 1)
    var inHand = 1
    for (verb, arguments, repetitions, expected) in [
      ("sync", "", 1, nil), ("use", #""device":2"#, 1, "device: 2"), ("sync", "", 1, nil),
      ("list", #""filter":"text","sort":"name""#, 1, nil),
      ("edit", #""body":"second""#, 6, "done: 1"), ("delete", "", 2, "done: 1"),
      ("show", "", 3, "shown: 1"), ("go-offline", "", 1, "network: offline"),
      ("sync", "", 1, "not-reached"), ("edit", #""note":9999,"body":"""#, 1, "not-listed"),
      ("edit", "", 1, "bad-argument"), ("pending", "", 1, "count: 8"),
      ("use", #""device":1"#, 1, "device: 1"),
      ("list", #""filter":"text","sort":"name""#, 1, nil),
      ("edit", #""body":"first""#, 3, "done: 1"), ("sync", "", 1, nil),
      ("use", #""device":2"#, 1, "device: 2"), ("go-online", "", 1, "network: online"),
      ("lose-answer", "", 1, nil), ("sync", "", 1, "cut-off"), ("sync", "", 1, nil),
      ("list", #""sort":"name""#, 1, nil), ("reopen", "", 1, nil),
      ("use", #""device":1"#, 1, "device: 1"), ("sync", "", 1, nil),
      ("list", #""sort":"name""#, 1, nil), ("pending", "", 1, "count: 0"),
    ] as [(String, String, Int, String?)] {
      let (one, other) = (
        try alone.step(verb, arguments, repetitions), try led.step(verb, arguments, repetitions)
      )
      #expect(one.0 == other.0, "\(verb)")
      if let expected { #expect(one.0 == expected, "\(verb)") }
      if verb == "use" { inHand = arguments.hasSuffix("2") ? 2 : 1 }
      // Of the other device it is a digest of its digests.
      if inHand == 1 { #expect(one.1 == other.1, "\(verb)") }
    }
    // It ends when the story does.
    #expect(try led.ask(#"{"request":"bye"}"#)["ok"] as? Bool == true)
    #expect(device.completion().status == 0)
  }

  @Test func `a device without a service is refused, and so is an invalid port`()
    throws
  {
    let talk = try self.talk(
      ["/usr/bin/env", "-u", "DEVICE_2_PORT", "SERVER_PORT=1", driver],
      fixture: #","server":"service""#, in: directory("talk"))
    #expect(try talk.step("use", #""device":2"#, 1).0 == "no-service")
    #expect(try talk.step("pending", "", 1).0 == "count: 40")
    for (words, text) in [(["x"], "x"), ([], ""), (["0"], "0"), (["65536"], "65536")] {
      let completion = try Completion.of([driver, "--device"] + words)
      #expect(completion.status == 64)
      #expect(
        completion.errors == "'\(text)' behind --device is no port; allowed: 1 to 65535.\n")
    }
  }

  @Test func `a file left by a process killed before its note was added is removed on opening`()
    throws
  {
    let path = try directory("killed")
    let talk = try self.talk([driver], fixture: "", in: path)
    let media = path + "/notes-1.sqlite.media"
    let before = try FileManager.default.contentsOfDirectory(atPath: media).count
    let changes = inotify_init1(Int32(O_CLOEXEC))
    defer { close(changes) }
    try #require(inotify_add_watch(changes, media, UInt32(IN_MOVED_TO)) >= 0)
    // Its file is there, and its note waits for the lock: for five seconds, or until it is killed.
    try DatabaseQueue(path: path + "/notes-1.sqlite").inTransaction(.immediate) { _ in
      try talk.conversation.say(
        #"{"request":"step","verb":"create-picture","arguments":{},"repeat":1}"#)
      var watched = pollfd(fd: changes, events: Int16(POLLIN), revents: 0)
      try #require(poll(&watched, 1, 60_000) == 1)
      talk.conversation.reap()
      return .rollback
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: media).count == before + 1)
    let book = try NoteBook(path: path + "/notes-1.sqlite")
    #expect(try FileManager.default.contentsOfDirectory(atPath: media).count == before)
    #expect(try book.notes().count == 40)
  }
}
