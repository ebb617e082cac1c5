import Foundation
import Glibc
import Profiling
import Programs
import Recording
import Sampling
import SystemPackage

/// perf recording a driver or a service and all that it starts, from before a run's steps to their end.
final class PerfRecording {
  private let profiler: Profiler
  private let subject: ProcessFamily
  /// The processes that it is to record, with what they start from then on.
  private var members: [Int32] = []
  private var process = Process()
  private let place: TemporaryDirectory
  private let control: FileDescriptor
  private let answers: FileDescriptor
  private let errors: FilePath
  /// The file names of the processes' programs, or of the commands that are its steps.
  private var programs: Set<String>
  /// A Boolean value indicating whether it is the driver of commands, whose waiting for them is not theirs.
  private let isLeftOut: Bool

  /// How often perf is started if processes end while it does.
  private static let attempts = 5

  /// How long perf may take to begin, and to end.
  private static let patience = Duration.seconds(30)

  /// Starts perf, which does not record before ``begin()``; `commands` are the programs of steps that are commands.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init(
    of subject: ProcessFamily, carryingOut commands: Set<String> = [], by profiler: Profiler
  ) throws(RunFailure) {
    self.subject = subject
    let place = try TemporaryDirectory()
    programs = commands
    // If steps are commands, the driver is Rehearse's own and no part of the app.
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
    } catch {
      place.remove()
      throw .notProfiled("perf could not be started: \(error)")
    }
    self.profiler = profiler
    self.place = place
    try start()
  }

  /// Starts perf for the processes that there are now.
  private func start() throws(RunFailure) {
    let found = subject.programs
    members = [subject.leader] + found.keys.filter { $0 != subject.leader }.sorted()
    if !isLeftOut { programs.formUnion(found.values) }
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
          "-p", members.map(String.init).joined(separator: ","),
          "-o", place.path.appending("data").string,
        ])
    process.standardOutput = FileHandle.nullDevice
    do {
      guard FileManager.default.createFile(atPath: errors.string, contents: nil) else {
        throw Errno.ioError
      }
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors.string))
      try process.run()
    } catch {
      throw .notProfiled("perf could not be started: \(error)")
    }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? control.close()
    try? answers.close()
    place.remove()
    CodeMadeAtRunTime.removeMaps(of: members.map(String.init))
  }

  /// Makes it record; returns once it does.
  func begin() throws(RunFailure) {
    for _ in 1..<Self.attempts {
      do throws(RunFailure) {
        return try ask("enable")
      } catch {
        // perf gives up if one of several processes has ended before it looks at it.
        guard !process.isRunning, kill(subject.leader, 0) == 0,
          members.contains(where: { kill($0, 0) != 0 && errno == ESRCH })
        else { throw error }
        forgetRequests()
        try start()
      }
    }
    try ask("enable")
  }

  /// Empties the pipe of what a perf that has ended did not read.
  private func forgetRequests() {
    if !wait(for: [control], milliseconds: 0).isEmpty { _ = control.readOnce { _ in } }
  }

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
        ["script", "-i", place.path.appending("data").string] + profiler.scriptOptions)
      guard printed.status == 0 else { throw RunFailure.notProfiled(printed.error.asOneLine) }
      let script = try PerfScript(
        String(decoding: printed.output, as: UTF8.self), of: profiler.unit, windows: windows,
        leftOut: isLeftOut ? subject.leader : nil)
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
      // In short intervals, because perf may have ended and will never answer.
      if !wait(for: [answers], milliseconds: 100).isEmpty {
        var isAnswered = false
        _ = answers.readOnce { isAnswered = $0.contains(UInt8(ascii: "k")) }
        if isAnswered { return }
      }
      guard process.isRunning else { throw .notProfiled(words) }
      if ContinuousClock.now >= deadline { throw .notProfiled("perf does not answer") }
    }
  }
}

extension ProcessFamily {
  /// The file names of the programs of its processes, by their numbers. Those that have ended, and those of others,
  /// which may not be recorded, have none that may be read.
  fileprivate var programs: [pid_t: String] {
    var programs: [pid_t: String] = [:]
    for pid in ProcRoot().family(of: [leader, launcher]) where pid != launcher {
      let link = "/proc/\(pid)/exe"
      let file = (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
        .flatMap { FilePath($0).lastComponent?.string }
      if let file { programs[pid] = file }
    }
    return programs
  }
}

extension RunFailure {
  static func notProfiled(_ reason: String) -> RunFailure {
    notMeasured("The run could not be profiled: \(reason.prefix(500)).")
  }
}
