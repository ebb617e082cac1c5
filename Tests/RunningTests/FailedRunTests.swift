import DriverProtocol
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Every way in which a run can fail, with real processes: what is said, and that none is left.
@Suite struct FailedRunTests {
  @Test(arguments: [
    ("crash", Int32(11), "Segmentation fault"), ("crash", 6, "Aborted"), ("crash", 9, "Killed"),
  ])
  func `a crash is reported with its signal`(_ verb: String, _ signal: Int32, _ name: String) throws
  {
    let failure = try failure([
      .of("count", ["to": .integer(1)]), .of("crash", ["signal": .integer(Int(signal))]),
    ])
    #expect(failure.reason == .crashed)
    #expect(
      failure.message == "The driver was ended by signal \(signal) (\(name)) before it answered.")
    #expect(failure.signal == signal && failure.exitCode == nil)
    #expect(failure.step == StepName("story: crash signal=\(signal)"))
  }

  @Test func `an exit is reported with its status and the end of standard error`() throws {
    let failure = try failure([
      .of("exit", ["status": .integer(3), "words": .text("no space left\n")])
    ])
    #expect(
      failure
        == RunFailure(
          reason: .exited, message: "The driver exited with status 3 before it answered.",
          step: StepName("story: exit status=3 words=no space left\n"), exitCode: 3,
          standardError: "no space left\n"))
  }

  @Test func `the end of a long standard error is kept`() throws {
    let failure = try failure([
      .of("complain", ["bytes": .integer(10 << 20)]), .of("exit", ["status": .integer(3)]),
    ])
    #expect(failure.standardError.utf8.count == 4096)
    #expect(failure.standardError.hasSuffix("x\nthe end"))
  }

  @Test func `a step that hangs is ended at its own limit`() throws {
    let folder = try ScratchFolder()
    let file = folder["pid"].string
    let failure = try failure([
      .of("hang", ["file": .text(file)], limit: .seconds(5))
    ])
    #expect(
      failure
        == RunFailure(
          reason: .timedOut, message: "No answer within 5 s.",
          step: StepName("story: hang file=\(file)")))
  }

  @Test func `a step that hangs is ended if Rehearse is asked to stop`() throws {
    let stage = try Stage([.of("hang")])
    stage.interruption.raise()
    #expect(
      stage.run().failure
        == RunFailure(reason: .interrupted, message: "Rehearse was asked to stop."))
  }

  @Test func `a wrong outcome is reported with what was expected and found`() throws {
    let failure = try failure([
      .of("count", ["to": .integer(2)], expecting: ["count": .integer(3)])
    ])
    #expect(
      failure
        == RunFailure(
          reason: .wrongOutcome, message: "Expected count 3, found 2.",
          step: StepName("story: count to=2")))
  }

  @Test func `an unexpected refusal is reported as a wrong outcome`() throws {
    let failure = try failure([.of("refuse", ["code": .text("already-lent")])])
    #expect(failure.reason == .wrongRefusal)
    #expect(
      failure.message == "Led to the refusal 'already-lent': asked to. If it is meant: "
        + "expect: { error: already-lent }.")
  }

  @Test func `a verb that the driver lacks is found before the first step`() throws {
    let failure = try failure([.of("cuont")])
    #expect(failure.reason == .unknownVerb && failure.step == StepName("story: cuont"))
    #expect(
      failure.message.hasPrefix(
        "The driver 'test-driver' has no verb 'cuont'; it knows answer, ask, await, burn, "))
    #expect(failure.message.hasSuffix(". Did you mean 'count'?"))
  }

  @Test func `a refused fixture is reported with the driver's reason`() throws {
    let stage = try Stage(
      [.of("count", ["to": .integer(1)])], fixture: ["refuse": .text("too many devices")])
    #expect(
      stage.run().failure
        == RunFailure(
          reason: .notPrepared, message: "The driver refused the fixture: too many devices."))
  }

  @Test(arguments: [
    (
      "rubbish", RunFailure.Reason.protocolBroken,
      "The driver wrote a line that is not a reply (it is not a JSON object): 'What\u{FFFD}is "
        + "\u{FFFD}[31mthat?'. Standard output is for replies alone; all else belongs on standard error."
    ),
    ("half-a-line", .exited, "The driver exited with status 0 before it answered."),
    (
      "endless-line", .protocolBroken,
      "The driver wrote more than 1048576 bytes without a line feed: "
        + "'\(String(repeating: "x", count: 200))…'."
    ),
    (
      "wrong-version", .protocolBroken,
      "The driver speaks protocol version 99, Rehearse version 1."
    ),
    ("no-cost", .protocolBroken, "The driver's answer to a step has no 'cost'."),
    ("fails-at-the-end", .exited, "The driver exited with status 9 after its last step."),
    (
      "dies-at-the-end", .crashed,
      "The driver was ended by signal 6 (Aborted) after its last step."
    ),
  ])
  func `a violation of the protocol is reported with the rule that the driver broke`(
    _ how: String, _ reason: RunFailure.Reason, _ message: String
  ) throws {
    let run = try misbehaving(how).run()
    let failure = try #require(run.failure)
    #expect(failure.reason == reason)
    #expect(failure.message == message)
    #expect(run.measurements.isEmpty)
    try expectGone(run)
  }

  @Test(arguments: ["two-replies", "late-line"])
  func `a line without a request does not count as the next reply`(_ how: String) throws {
    let run = try misbehaving(how).run()
    let failure = try #require(run.failure)
    #expect(failure.reason == .protocolBroken)
    #expect(failure.message.hasPrefix("The driver wrote a line without a request: '"))
    #expect(run.steps.count == 1)
    try expectGone(run)
  }

  @Test(arguments: [("too-much-cpu", "CPU time"), ("too-much-time", "wall time")])
  func `a driver can't claim more than the kernel counted`(_ how: String, _ what: String) throws {
    let run = try misbehaving(how).run()
    let failure = try #require(run.failure)
    #expect(failure.reason == .protocolBroken)
    #expect(
      failure.message.hasPrefix(
        "The driver claims 1000000000000 ns of \(what); the kernel counted "))
    try expectGone(run)
  }

  @Test func `a driver can't claim less wall time than its CPU time needs`() throws {
    let run = try misbehaving("too-little-time").run()
    let failure = try #require(run.failure)
    #expect(failure.reason == .protocolBroken)
    #expect(
      failure.message.hasPrefix("The driver claims 1 ns of wall time; it claims "),
      "\(failure.message)")
    try expectGone(run)
  }

  @Test func `a driver that ends right after its start is always reported as exited`() throws {
    let stories = [Story(name: Stage.story, title: "", steps: [.of("count")])]
    for _ in 0..<20 {
      let failure = try #require(try Stage(stories: stories, command: ["false"]).run().failure)
      #expect(failure.reason == .exited && failure.exitCode == 1, "\(failure)")
    }
  }

  @Test func `a driver that ends between two steps is reported as exited`() throws {
    let run = try misbehaving("exits-after-the-answer").run()
    let failure = try #require(run.failure)
    #expect(failure.reason == .exited && failure.exitCode == 7)
    #expect(failure.message.hasPrefix("The driver exited with status 7 "))
    try expectGone(run)
  }

  @Test func `a driver that ignores bye is reported as timed out, not as crashed`() throws {
    for how in ["lingers"] {
      let run = try misbehaving(how, patience: .milliseconds(200)).run()
      #expect(
        run.failure
          == RunFailure(
            reason: .timedOut, message: "The driver had not ended 0.2 s after 'bye'.",
            step: StepName("bye")))
      #expect(run.steps.count == 2 && run.measurements.isEmpty)
      try expectGone(run)
    }
  }

  @Test(arguments: [
    (
      "talks-on",
      "The driver wrote a line without a request: 'Farewell!'. Standard output is for replies alone; "
        + "all else belongs on standard error."
    ),
    ("refuses-to-end", "The driver refused to end."),
  ])
  func `a driver that does not end properly fails its run`(
    _ how: String, _ message: String
  ) throws {
    let run = try misbehaving(how).run()
    #expect(run.failure?.reason == .protocolBroken && run.failure?.step == StepName("bye"))
    #expect(run.failure?.message == message)
    #expect(run.measurements.isEmpty)
    try expectGone(run)
  }

  @Test func `a driver that does not answer bye is given up at the time limit`() throws {
    let run = try misbehaving("no-bye", limit: .seconds(5)).run()
    #expect(
      run.failure
        == RunFailure(
          reason: .timedOut, message: "No answer within 5 s.", step: StepName("bye")))
    try expectGone(run)
  }

  @Test(arguments: ["output", "input"])
  func `a driver that closes its output or input and keeps running is reported`(_ stream: String)
    throws
  {
    // Long patience is for drivers that end, and would be waited out here by every run.
    let run = try misbehaving("closed-\(stream)", patience: .seconds(600)).run()
    let failure = try #require(run.failure)
    #expect(failure.reason == .protocolBroken && failure.signal == nil)
    #expect(
      failure.message
        == "The driver closed its standard \(stream) before it answered, and kept running.")
    try expectGone(run)
  }

  @Test func `a driver that stops its launcher is measured as usual`() throws {
    let run = try misbehaving("stops-launcher").run()
    #expect(run.passed, "\(run)")
    #expect(run.steps.count == 2)
    try expectGone(run)
  }

  @Test func `a driver that stops its launcher and hangs is ended at its time limit`() throws {
    let run = try misbehaving("stops-launcher-and-hangs", limit: .seconds(5)).run()
    #expect(run.failure?.reason == .timedOut)
    #expect(run.failure?.message == "No answer within 5 s.")
    try expectGone(run)
  }

  @Test(
    arguments: [
      ("user_us", "µs of user time"), ("system_us", "µs of system time"),
      ("minor_faults", "minor faults"), ("major_faults", "major faults"),
      ("voluntary_switches", "voluntary switches"),
      ("involuntary_switches", "involuntary switches"),
    ], [Int64.min, -1, 1_000_000_000_000, .max])
  func `a negative or absurd value of a driver fails the run, and good steps are kept`(
    _ measurement: (key: String, words: String), _ claimed: Int64
  ) throws {
    let cost = "{\"wall_ns\":1,\"cpu_ns\":1,\"\(measurement.key)\":\(claimed)}"
    let run = try misbehaving("claims", cost).run()
    let failure = try #require(run.failure)
    #expect(failure.reason == .protocolBroken)
    #expect(
      failure.message.hasPrefix("The driver claims \(claimed) \(measurement.words); "),
      "\(failure.message)")
    #expect(run.steps.count == 1)
    try expectGone(run)
  }

  @Test func `a driver that never answers hello is given up at the time limit`() throws {
    let run = try misbehaving("mute", limit: .seconds(5)).run()
    #expect(run.failure?.message == "No answer within 5 s.")
    #expect(run.failure?.step == nil)
    try expectGone(run)
  }

  @Test func `a driver that never reads a large request is given up at the time limit`() throws {
    let run = try misbehaving(
      "deaf", argument: String(repeating: "x", count: 1 << 20), limit: .seconds(5)
    ).run()
    #expect(run.failure?.reason == .timedOut)
    #expect(
      run.failure?.message == "No answer within 5 s. The driver has not read the request.")
    try expectGone(run)
  }

  /// The conversation of a driver in Python, up to the reply to its first step.
  private func silent(_ step: String, after start: String = "") throws -> Stage {
    try requirePython()
    return try Stage(
      stories: [
        Story(
          name: Stage.story, title: "", steps: [.of("count", limit: .seconds(5))])
      ],
      command: [
        "python3", "-c",
        """
        import os, sys
        \(start)
        sys.stdin.readline()
        print('{"ok":true,"protocol":1}', flush=True)
        sys.stdin.readline()
        print('{"ok":true}', flush=True)
        sys.stdin.readline()
        \(step)
        sys.stdin.readline()
        """,
      ])
  }

  /// With requests on standard input, or on another descriptor, as kits have them.
  @Test(arguments: [
    "", "sys.stdin = os.fdopen(os.dup(0)); os.dup2(os.open(os.devnull, os.O_RDONLY), 0)",
  ])
  func `for a driver that does not flush, the failure asks whether it flushes`(
    _ start: String
  ) throws {
    let run = try silent("print('{\"ok\":true}')", after: start).run()
    #expect(run.failure?.reason == .timedOut)
    #expect(
      run.failure?.message == """
        No answer within 5 s. The driver read the request, printed nothing and waits for the next \
        one: does it flush its standard output after each reply?
        """)
  }

  @Test func `a reply without a line feed is quoted`() throws {
    let run = try silent("print('{\"ok\":true}', end='', flush=True)").run()
    #expect(
      run.failure?.message
        == "No answer within 5 s. What it wrote has no line feed: '{\"ok\":true}'.")
  }

  @Test func `a command that can't be executed is reported with the reason`() throws {
    let folder = try ScratchFolder()
    let file = try folder.add("driver", "not a program").string
    for (command, reason) in [
      ("/nowhere/driver", "No such file or directory"), (file, "Permission denied"),
    ] {
      let run = try Stage(stories: [story], command: [command]).run()
      #expect(run.pid == nil)
      #expect(
        run.failure
          == RunFailure(
            reason: .notStarted, message: "\(command) could not be executed: \(reason)."))
    }
  }

  @Test func `a launcher that is missing or another program is reported`() throws {
    let command = [BuiltProducts.testDriver]
    let missing = try Stage(stories: [story], command: command, launcher: "/nowhere/launcher")
    #expect(
      missing.run().failure
        == RunFailure(
          reason: .notMeasured,
          message: "/nowhere/launcher could not be started: No such file or directory."))
    let other = try Stage(stories: [story], command: command, launcher: "/bin/true")
    #expect(
      other.run().failure
        == RunFailure(
          reason: .notMeasured, message: "The launcher ended before it started the driver."))
  }

  private let story = Story(
    name: Stage.story, title: "", steps: [.of("count", ["to": .integer(1)])])

  /// The failure of a run of these steps, whose process is gone by then.
  private func failure(_ steps: [Step]) throws -> RunFailure {
    let run = try Stage(steps).run()
    try expectGone(run)
    #expect(run.measurements.isEmpty)
    return try #require(run.failure)
  }

  private func expectGone(_ run: Run) throws { #expect(isGone(try #require(run.pid))) }

  private func misbehaving(
    _ how: String, _ what: String? = nil, argument: String = "", limit: Duration = .seconds(60),
    patience: Duration = .seconds(60)
  ) throws -> Stage {
    let step = Step.of("count", ["text": .text(argument)], expecting: ["count": .integer(1)])
    return try Stage(
      [step, step], driver: ["--misbehave", how] + [what].compactMap(\.self), limit: limit,
      patience: patience)
  }
}
