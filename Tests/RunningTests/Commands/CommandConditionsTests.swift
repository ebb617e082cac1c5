import DriverProtocol
import Foundation
import Glibc
import Metrics
import Recording
import Running
import SystemPackage
import TestSupport
import Testing

/// In which order and under which conditions commands are carried out.
@Suite struct CommandConditionsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func note(_ text: String) -> [String] {
    ["/bin/sh", "-c", "echo \(text) >> \(folder["log"])"]
  }

  @Test func `runs follow the order of the plan, each between preparation and conclusion`() throws {
    var hooks = CommandHooks()
    hooks.preparation = note("prepare")
    hooks.conclusion = note("conclude")
    let stage = try CommandStage(["a": note("a"), "b": note("b")], hooks: hooks)
    let runs = stage.runs(["a", "b"], rounds: 5, seed: 3)
    #expect(runs.allSatisfy { $0.passed })
    let log = try folder.text(of: "log").split(separator: "\n").map(String.init)
    #expect(log == runs.flatMap { ["prepare", $0.build, "conclude"] })
    #expect(runs.map(\.position) == Array(1...10))
    #expect(Set(log).count == 4)
  }

  @Test func `a failed conclusion fails the run, unless the command failed already`() throws {
    var hooks = CommandHooks()
    hooks.conclusion = ["/bin/sh", "-c", "exit 5"]
    let run = try CommandStage.run(["/bin/true"], hooks: hooks)
    #expect(
      run.failure
        == RunFailure(
          reason: .notPrepared, message: "The conclusion exited with status 5.", exitCode: 5,
          standardError: ""))
    #expect(run.measurements == [:])
    let failed = try CommandStage.run(["/bin/false"], hooks: hooks)
    #expect(failed.failure?.message == "The command exited with status 1.")
  }

  @Test func `a failed preparation fails the run, and the command is not started`() throws {
    var hooks = CommandHooks()
    hooks.preparation = ["/bin/sh", "-c", "echo no disk >&2; exit 4"]
    let run = try CommandStage.run(note("a"), hooks: hooks)
    #expect(
      run.failure
        == RunFailure(
          reason: .notPrepared, message: "The preparation exited with status 4.", exitCode: 4,
          standardError: "no disk\n"))
    #expect(run.interference == nil)
    #expect(!folder.files.contains("log"))
  }

  @Test func `every run reads its input from the start`() throws {
    try folder.add("in", "some text\n")
    let stage = try CommandStage(["c": ["/bin/sh", "-c", "cat >> \(folder["out"])"]]) {
      $0.input = folder["in"]
    }
    #expect(stage.runs(["c"], rounds: 3).allSatisfy { $0.passed })
    #expect(try folder.text(of: "out") == "some text\nsome text\nsome text\n")
  }

  @Test func `without an input a command reads nothing`() throws {
    let run = try CommandStage.run(script: "test -z \"$(cat)\"")
    #expect(run.passed)
  }

  @Test func `an input that can't be read again from its start is refused`() throws {
    let pipe = try NamedPipe(folder["pipe"])
    for (path, error) in [
      (folder["missing"], RunningError.inputUnreadable(folder["missing"], .noSuchFileOrDirectory)),
      (pipe.path, .inputNotReadAgain(pipe.path)), (folder.path, .inputNotReadAgain(folder.path)),
    ] {
      #expect(throws: error) { try CommandStage(["c": ["/bin/true"]]) { $0.input = path } }
    }
    #expect(
      RunningError.inputUnreadable("/x", .noSuchFileOrDirectory).description
        == "The input /x can't be read: No such file or directory.")
    #expect(
      RunningError.inputNotReadAgain("/x").description
        == "The input /x is not a file: every run has to read it from its start.")
  }

  @Test(arguments: [
    (
      "exit 3", RunFailure.Reason.exited, "The command exited with status 3.", Int32?.none,
      Int32?.some(3)
    ),
    (
      "kill -SEGV $$", .crashed, "The command was ended by signal 11 (Segmentation fault).", 11,
      nil
    ),
  ])
  func `a failed command is reported with the end of its standard error`(
    _ script: String, _ reason: RunFailure.Reason, _ message: String, _ signal: Int32?,
    _ exitCode: Int32?
  ) throws {
    let run = try CommandStage.run(script: "ulimit -c 0; echo why >&2; \(script)")
    #expect(
      run.failure
        == RunFailure(
          reason: reason, message: message, signal: signal, exitCode: exitCode,
          standardError: "why\n"))
    #expect(run.measurements == [:] && run.steps.count == 1)
    let ignored = try CommandStage.run(script: "ulimit -c 0; \(script)") {
      $0.ignoresFailure = true
    }
    #expect(ignored.passed && ignored.measurements[.wallTime] != nil)
    #expect(
      ignored.steps.first?.outcome
        == (signal.map { ["signal": .integer(Int($0))] } ?? ["status": .integer(3)]))
  }

  @Test(arguments: [
    ("exit 3", true), ("exit 4", false), ("kill -KILL $$", false), ("exit 0", true),
  ])
  func `only the named statuses are ignored`(_ script: String, _ passes: Bool) throws {
    let run = try CommandStage.run(script: script) { $0.ignoredStatuses = [2, 3, 137] }
    #expect(run.passed == passes && (run.measurements[.wallTime] != nil) == passes)
  }

  @Test func `hooks have the number of their command's run`() throws {
    var hooks = CommandHooks()
    hooks.preparation = note("prepare $REHEARSE_ITERATION")
    hooks.conclusion = note("conclude $REHEARSE_ITERATION")
    let stage = try CommandStage(["a": note("a"), "b": ["/bin/true"]], hooks: hooks)
    #expect(stage.runs(["a"], rounds: 2).allSatisfy { $0.passed })
    #expect(stage.runs(["b"]).allSatisfy { $0.passed })
    #expect(stage.runs(["a"]).allSatisfy { $0.passed })
    let numbers = [1, 2].flatMap { ["prepare \($0)", "a", "conclude \($0)"] }
    #expect(
      try folder.text(of: "log").split(separator: "\n").map(String.init)
        == numbers + ["prepare 1", "conclude 1", "prepare 3", "a", "conclude 3"])
  }

  @Test func `a command may write 10 MB on standard error, and its end is kept`() throws {
    let run = try CommandStage.run(
      script: "head -c 10485760 /dev/zero | tr '\\0' x >&2; echo the end >&2; exit 1")
    let tail = try #require(run.failure?.standardError)
    #expect(tail.utf8.count == 4096 && tail.hasSuffix("xthe end\n"))
  }

  @Test func `the error output of one run is not reported with a later run`() throws {
    let file = folder["once"]
    let stage = try CommandStage([
      "c": ["/bin/sh", "-c", "test -e \(file) || { : > \(file); echo first >&2; }; exit 1"]
    ])
    let runs = stage.runs(["c"], rounds: 2)
    #expect(runs.map { $0.failure?.standardError } == ["first\n", ""])
  }

  @Test func `programs that can't be executed are reported with the reason`() throws {
    try folder.add("text", "no program")
    let text = folder["text"].string
    try folder.addScript("script", "")
    try folder.add("bad.text", "#!/nowhere/interpreter\n")
    let bad = folder["bad"].string
    _ = try Completion.of(["/usr/bin/install", "-m", "755", folder["bad.text"].string, bad])
    for (command, reason) in [
      ("no-such-program", "was not found in PATH"), ("/nowhere/x", "does not exist"),
      (text, "may not be executed"),
      (bad, "can't be executed: the interpreter or loader that it names does not exist"),
      (folder.path.string, "may not be executed"),
    ] {
      let run = try CommandStage.run([command])
      #expect(
        run.failure
          == RunFailure(reason: .notStarted, message: "The program '\(command)' \(reason)."))
    }
  }

  @Test
  func `a command that stops itself is ended at its time limit, with everything that it started`()
    throws
  {
    let run = try CommandStage.run(
      script: "sleep 1000 & echo $! > \(folder["pid"]); kill -STOP $$"
    ) { $0.timeLimit = .seconds(5) }
    #expect(run.failure?.reason == .timedOut)
    let message = try #require(run.failure?.message)
    #expect(message.hasPrefix("The command timed out after 5 s (--time-limit). "))
    #expect(message.contains(#/The command was stopped by a signal for [0-4]\.?[0-9]* s/#))
    #expect(run.circumstances.stoppedTime > 0)
    #expect(isGone(try #require(Int32(try folder.text(of: "pid").dropLast()))))
  }

  @Test func `the run after a run that was ended passes as usual`() throws {
    let file = folder["once"]
    let stage = try CommandStage(
      ["c": ["/bin/sh", "-c", "test -e \(file) || { : > \(file); exec sleep 1000; }"]]
    ) { $0.timeLimit = .seconds(5) }
    let runs = stage.runs(["c"], rounds: 2)
    #expect(runs.map { $0.failure?.reason } == [.timedOut, nil])
  }

  @Test func `a stop within a run leaves no process`() throws {
    let pipe = try NamedPipe(folder["pid"])
    let stage = try CommandStage([
      "c": ["/bin/sh", "-c", "echo $$ > \(pipe.path); exec sleep 1000"]
    ])
    let interruption = stage.interruption
    Thread {
      _ = try? pipe.number()
      interruption.raise()
    }.start()
    let run = stage.runs(["c"])[0]
    #expect(run.failure?.reason == .interrupted)
  }
}
