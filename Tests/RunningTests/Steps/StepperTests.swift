import DriverProtocol
import Foundation
import Glibc
import SeededRandom
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// The small driver that carries out commands, by itself.
@Suite struct StepperTests {
  private static let program = BuiltProducts.path(of: "rehearse-stepper").string
  private let folder: ScratchFolder
  private let stepper: Conversation

  init() throws {
    folder = try ScratchFolder()
    stepper = try Conversation([Self.program])
    _ = try stepper.ask(#"{"request":"prepare","fixture":{},"directory":"\#(folder.path)"}"#)
  }

  /// Asks for a step with these arguments, written as JSON.
  private func step(_ arguments: String, repeat count: Int = 1) throws -> Reply {
    let line = try stepper.ask(
      #"{"arguments":{\#(arguments)},"repeat":\#(count),"request":"step","verb":"run"}"#)
    return try LineCodec.message(Reply.self, from: Array(line.utf8))
  }

  @Test func `the stepper speaks the protocol from hello to bye`() throws {
    #expect(
      try stepper.ask(#"{"request":"hello","protocol":1}"#)
        == #"{"ok":true,"protocol":1,"driver":"rehearse-stepper","verbs":["run"]}"#)
    let reply = try step(#""0":"sh","1":"-c","2":"echo a; exit 3","stdout":"out""#)
    #expect(reply.ok && reply.command?.status == 3 && reply.command?.signal == nil)
    #expect(reply.command?.leaves == false)
    #expect(try folder.text(of: "out") == "a\n")
    #expect(try stepper.ask(#"{"request":"bye"}"#) == #"{"ok":true}"#)
    #expect(try #require(ProcessWatch(stepper.pid)).hasEnded())
  }

  @Test func `words reach the command unchanged, whatever is in them`() throws {
    let words = ["printf", "%s.", "", "a b", "it's", "\"\\", "tab\tfeed\n", "ä😀€\u{7F}", "/"]
    let request = Request.step(
      verb: "run",
      arguments: Dictionary(
        uniqueKeysWithValues: words.enumerated().map { ("\($0.offset)", .text($0.element)) }
          + [("stdout", .text("out"))]), repetitions: 1)
    let line = String(decoding: try LineCodec.line(request).dropLast(), as: UTF8.self)
    _ = try stepper.ask(line)
    #expect(try folder.text(of: "out") == words.dropFirst(2).map { "\($0)." }.joined())
    // As another writer of JSON would have them.
    _ = try step(#""0":"printf","1":"%s","2":"\u0041\u00e4\ud83d\ude00\/\b","stdout":"out""#)
    #expect(try folder.text(of: "out") == "Aä😀/\u{8}")
  }

  @Test func `a command has its own input, output and environment`() throws {
    try folder.add("in", "hello\n")
    _ = try step(
      #""0":"sh","1":"-c","2":"cat; echo $X; echo \"$PATH\"","stdin":"in","stdout":"out","environment.X":"1=2""#
    )
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    #expect(try folder.text(of: "out") == "hello\n1=2\n\(path)\n")
    _ = try step(#""0":"sh","1":"-c","2":"cat; echo end","stdout":"out""#)
    #expect(try folder.text(of: "out") == "end\n")
  }

  @Test func `the first wrong status ends the repetitions`() throws {
    let counting =
      #""0":"sh","1":"-c","2":"echo x >> log; test $(wc -l < log) -lt 4","stdout":"out""#
    let reply = try step(counting, repeat: 10)
    #expect(reply.command?.status == 1)
    #expect(try folder.text(of: "log") == "x\nx\nx\nx\n")
    try folder.add("log", "")
    let failing = #""0":"sh","1":"-c","2":"echo x >> log; exit 7","stdout":"out","status":"7""#
    #expect(try step(failing, repeat: 3).command?.status == 7)
    #expect(try folder.text(of: "log") == "x\nx\nx\n")
  }

  @Test func `a command that leaves processes behind is reported`() throws {
    let reply = try step(
      #""0":"sh","1":"-c","2":"sleep 600 > /dev/null 2>&1 & echo $!","stdout":"out""#)
    #expect(reply.command?.status == 0 && reply.command?.leaves == true)
    let pid = try #require(Int32(try folder.text(of: "out").dropLast()))
    kill(pid, SIGKILL)
    // It was adopted, and is taken by the next step at the latest.
    while kill(pid, 0) == 0 { _ = try step(#""0":"true","stdout":"out""#) }
    #expect(try step(#""0":"true","stdout":"out""#).command?.leaves == false)
  }

  @Test func `what a process left behind has used is in no command's cost when it ends`() throws {
    let script =
      "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done' > /dev/null 2>&1 & echo $!"
    let first = try step(#""0":"sh","1":"-c","2":"\#(script)","stdout":"out""#)
    let pid = try #require(Int32(try folder.text(of: "out").dropLast()))
    var replies = [first]
    // The one that takes it has left nothing itself, and says that something was.
    while kill(pid, 0) == 0 { replies.append(try step(#""0":"true","stdout":"out""#)) }
    #expect(replies.allSatisfy { $0.command?.leaves == true })
    #expect(replies.allSatisfy { ($0.cost?.cpu ?? .zero) < .milliseconds(50) })
  }

  @Test func `the peak begins anew with each command, and the stepper's own stays below 1.5 MB`()
    throws
  {
    // Anything small: the stepper's own peak is the floor.
    let small = try #require(try step(#""0":"/bin/true","stdout":"out""#).command?.peak)
    _ = try step(#""0":"python3","1":"-c","2":"x = bytearray(64 << 20)","stdout":"out""#)
    let after = try #require(try step(#""0":"/bin/true","stdout":"out""#).command?.peak)
    #expect(small < 4096 && abs(after - small) < 1024)
    let status = try String(contentsOfFile: "/proc/\(stepper.pid)/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      .flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") }
    #expect(try #require(peak) < 1536)
  }

  @Test(arguments: [
    (
      #""0":"no-such-program","stdout":"out""#, "not-started",
      "no-such-program could not be executed: No such file or directory"
    ),
    (#""0":"/","stdout":"out""#, "not-started", "/ could not be executed: Permission denied"),
    (
      #""0":"true","stdin":"none","stdout":"out""#, "no-input",
      "none can't be read: No such file or directory"
    ),
    (
      #""0":"true","stdout":"no/out""#, "no-output",
      "no/out can't be written: No such file or directory"
    ),
    (#""0":"true""#, "no-output", "'stdout' is missing"),
    (#""stdout":"out""#, "no-command", "the words are not all there"),
    (#""1":"true","stdout":"out""#, "no-command", "the words are not all there"),
    (#""0":"true","stdout":"out","nice":"1""#, "unknown-argument", "nice is no argument of 'run'"),
    (#""0":"true","stdout":1"#, "unknown-argument", "stdout is no argument of 'run'"),
    (
      #""0":"true","999999999":"x","stdout":"out""#, "unknown-argument",
      "999999999 is no argument of 'run'"
    ),
    (
      #""0":"true","stdout":"out","environment.=":"1""#, "unknown-argument",
      "environment.= is no argument of 'run'"
    ),
  ])
  func `an impossible step is refused, and the next step is carried out`(
    _ arguments: String, _ code: String, _ message: String
  ) throws {
    #expect(try step(arguments).error == .init(code: code, message: message))
    #expect(try step(#""0":"true","stdout":"out""#).ok)
  }

  @Test(arguments: [
    "", "{", "[]", "null", "hello", #"{"request":"hello","protocol":1}x"#, #"{"request"}"#,
    #"{"request":"bye""#, #"{"request":"bye",}"#, #"{"a":01}"#, #"{"a":-}"#, #"{"a":1.}"#,
    #"{"a":1e}"#,
    #"{"a":[1]}"#, #"{"a":{"b":{}}}"#, #"{"a":{"b":1}"#, #"{"":{"b":1}}"#, #"{"a":"\u0000"}"#,
    #"{"a":"\ud800"}"#, #"{"a":"\udc00"}"#, #"{"a":"\ud800\u0041"}"#, #"{"a":"\x"}"#,
    #"{"a":"\u12"}"#,
    "{\"a\":\"\t\"}", #"{"a":"b"#, #"{"a":truex}"#, #"{"a":tru"#, "\0", "{\"a\0\":1}",
  ])
  func `an invalid line is refused, and the next request is answered`(_ line: String) throws {
    let refusal = #"{"ok":false,"error":{"code":"no-request","message":"the line is no request"}}"#
    #expect(try stepper.ask(line) == refusal)
    #expect(try stepper.ask(#"{"request":"bye"}"#) == #"{"ok":true}"#)
  }

  @Test func `random lines are all answered`() throws {
    let line = Array(
      #"{"arguments":{"0":"true","stdout":"out","environment.A":"\u00e4\n"},"repeat":2,"request":"step","verb":"run"}"#
        .utf8)
    let signs = Array(#"{}[]":,\u0123456789.-+eE truefalsn"#.utf8) + [0, 9, 0xC3, 0xFF]
    var random = SplitMix64(seed: 7)
    for _ in 0..<3000 {
      var changed = line
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0..<changed.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed.remove(at: place)
        case 1: changed.insert(signs.randomElement(using: &random) ?? 0, at: place)
        case 2: changed.removeSubrange(place...)
        default: changed[place] = signs.randomElement(using: &random) ?? 0
        }
        if changed.isEmpty { break }
      }
      let text = String(decoding: changed, as: UTF8.self)
      // Words of chance could be any program; these are no step.
      let answer = try stepper.ask(
        text.replacing("step", with: "stop").replacing("\n", with: " "))
      #expect(answer.hasPrefix(#"{"ok":"#) && answer.hasSuffix("}"), "\(text)")
    }
  }
}
