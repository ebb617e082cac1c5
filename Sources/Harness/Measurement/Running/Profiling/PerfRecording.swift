import Foundation
import Glibc
import Profiling
import Programs
import Recording
import SystemPackage

/// perf recording one process and what it starts, from before a run's steps to their end.
final class PerfRecording {
  private let profiler: Profiler
  private let subject: Int32
  private let process: Process
  private let place: TemporaryDirectory
  private let control: FileDescriptor
  private let answers: FileDescriptor
  private let errors: FilePath
  /// The file names of the process's program, or of the commands that are its steps.
  private let programs: Set<String>
  /// A Boolean value indicating whether it is the driver of commands, whose waiting for them is not theirs.
  private let isLeftOut: Bool

  /// How long perf may take to begin, and to end.
  private static let patience = Duration.seconds(30)

  /// Starts perf, which does not record before ``begin()``; `commands` are the programs of steps that are commands.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init(
    of subject: Int32, carryingOut commands: Set<String> = [], by profiler: Profiler
  ) throws(RunFailure) {
    self.subject = subject
    let place = try TemporaryDirectory()
    let link = "/proc/\(subject)/exe"
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
      .flatMap { FilePath($0).lastComponent?.string }
    // If steps are commands, the driver is Rehearse's own and no part of the app.
    programs = commands.isEmpty ? Set([program].compactMap(\.self)) : commands
    isLeftOut = !commands.isEmpty
    do {
      func pipe(_ name: String) throws -> FileDescriptor {
        let path = place.path.appending(name)
        guard mkfifo(path.string, 0o600) == 0 else { throw Errno(rawValue: errno) }
        // Both ends are open, so opening does not block.
        return try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
      }
      control = try pipe("control")
      answers = try pipe("answers")
      errors = place.path.appending("errors")
      guard FileManager.default.createFile(atPath: errors.string, contents: nil) else {
        throw Errno.ioError
      }
      process = HelperProgram.process(
        profiler.path,
        ["record", "--quiet"] + profiler.options
          + [
            // The clock of the steps' times.
            "-k", "mono", "--call-graph",
            CodeMadeAtRunTime.callGraph(of: programs, in: profiler.unit),
            // The following is only of use on another machine, and takes a second.
            "--no-buildid", "--no-buildid-cache", "--no-bpf-event",
            "--delay", "-1", "--control",
            "fifo:\(place.path.appending("control")),\(place.path.appending("answers"))",
            "-p", "\(subject)", "-o", place.path.appending("data").string,
          ])
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(
        forWritingTo: URL(fileURLWithPath: errors.string))
      try process.run()
    } catch {
      place.remove()
      throw .notProfiled("perf could not be started: \(error)")
    }
    self.profiler = profiler
    self.place = place
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? control.close()
    try? answers.close()
    place.remove()
    CodeMadeAtRunTime.removeMaps(of: ["\(subject)"])
  }

  /// Makes it record; returns once it does.
  func begin() throws(RunFailure) { try ask("enable") }

  /// Ends it.
  func end() throws(RunFailure) {
    try ask("stop")
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw .notProfiled(words) }
  }

  /// Reads the samples in the windows: time spans in ns on the monotonic clock, ascending. The recording must have
  /// ended.
  func profile(windows: [Range<Int64>]) throws(RunFailure) -> Profile {
    do {
      let printed = try HelperProgram(profiler.path).run(
        ["script", "-i", place.path.appending("data").string]
          + PerfScript.options(for: profiler.unit))
      guard printed.status == 0 else { throw RunFailure.notProfiled(printed.error.asOneLine) }
      let script = try PerfScript(
        String(decoding: printed.output, as: UTF8.self), of: profiler.unit, windows: windows,
        leftOut: isLeftOut ? subject : nil)
      CodeMadeAtRunTime.removeMaps(of: script.processes)
      let code = profiler.inlinedCode.inlined(at: script.code, of: programs, asking: place.path)
      return try script.profile(
        names: FunctionNames(programs: programs),
        called: profiler.directCalls.callees(at: script.lastCalls, of: programs),
        inlined: code.found, inlining: code.inlining,
        samplePeriod: profiler.period)
    } catch let failure as RunFailure {
      throw failure
    } catch {
      throw .notProfiled("\(error)")
    }
  }

  private var words: String {
    let text = FileManager.default.contents(atPath: errors.string) ?? Data()
    let words = String(decoding: text, as: UTF8.self).asOneLine
    return words.isEmpty ? "perf ended with status \(process.terminationStatus)" : words
  }

  /// Sends perf a request, and waits for `ack`.
  private func ask(_ request: String) throws(RunFailure) {
    do {
      try control.writeAll("\(request)\n".utf8)
    } catch {
      throw .notProfiled("perf can't be reached: \(error)")
    }
    let deadline = ContinuousClock.now + Self.patience
    while true {
      var watched = pollfd(fd: answers.rawValue, events: Int16(POLLIN), revents: 0)
      // In short intervals, because perf may have ended and will never answer.
      if poll(&watched, 1, 100) > 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = (try? bytes.withUnsafeMutableBytes { try answers.read(into: $0) }) ?? 0
        if bytes.prefix(count).contains(UInt8(ascii: "k")) { return }
      }
      guard process.isRunning else { throw .notProfiled(words) }
      if ContinuousClock.now >= deadline { throw .notProfiled("perf does not answer") }
    }
  }
}

extension RunFailure {
  /// perf did not profile a run.
  static func notProfiled(_ reason: String) -> RunFailure {
    notMeasured("The run could not be profiled: \(reason.prefix(500)).")
  }
}
