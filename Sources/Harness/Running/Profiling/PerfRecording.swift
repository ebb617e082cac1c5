import Costs
import Foundation
import Glibc
import Profiling
import Recording
import SystemPackage

/// perf at work on one driver, from before its steps to their end.
final class PerfRecording {
  private let profiler: Profiler
  private let process: Process
  private let place: TemporaryDirectory
  private let control: FileDescriptor
  private let answers: FileDescriptor
  private let errors: FilePath
  /// The file name of the driver's program.
  private let program: String

  /// How long perf may take to begin, and to end.
  private static let patience = Duration.seconds(30)

  /// Starts perf, which does not look yet; ``begin()`` makes it.
  /// - Throws: ``RunFailure`` with the reason `notMeasured`.
  init(of driver: Int32, by profiler: Profiler) throws(RunFailure) {
    let place = try TemporaryDirectory()
    let link = "/proc/\(driver)/exe"
    program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
      .flatMap { FilePath($0).lastComponent?.string } ?? ""
    do {
      func pipe(_ name: String) throws -> FileDescriptor {
        let path = place.path.appending(name)
        guard mkfifo(path.string, 0o600) == 0 else { throw Errno(rawValue: errno) }
        // Both ends, so that opening waits for nobody.
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
            "-k", "mono", "--call-graph", "fp",
            // What follows is of use on another machine, and takes a second.
            "--no-buildid", "--no-buildid-cache", "--no-bpf-event",
            "--delay", "-1", "--control",
            "fifo:\(place.path.appending("control")),\(place.path.appending("answers"))",
            "-p", "\(driver)", "-o", place.path.appending("data").string,
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
  }

  /// Makes it look; returns once it does.
  func begin() throws(RunFailure) { try ask("enable") }

  /// Makes it end, and reads what it saw.
  /// - Parameters:
  ///   - story: the story whose steps count.
  ///   - steps: all that were made.
  ///   - epoch: where their times begin, ns on the monotonic clock.
  func profile(
    of story: String, steps: [StepRecord], epoch: Int64
  ) throws(RunFailure) -> Profile {
    let own = steps.filter { $0.story == story }
    let windows = own.map { epoch + $0.start..<epoch + max($0.start, $0.end) }
    let cpuTime = own.reduce(0) { $0 + Double($1.outside.cpu.nanoseconds) }
    try ask("stop")
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw .notProfiled(words) }
    do {
      let printed = try HelperProgram(profiler.path).run(
        ["script", "-i", place.path.appending("data").string] + PerfScript.options)
      guard printed.status == 0 else { throw RunFailure.notProfiled(printed.error.asOneLine) }
      var script = PerfScript(windows: windows, names: FunctionNames(program: program))
      let text = String(decoding: printed.output, as: UTF8.self)
      let profile = try script.profile(text, samplePeriod: profiler.period ?? 1)
      if profiler.period != nil || profile.samples == 0 { return profile }
      // Of cycles it depends on the processor's speed how long they take.
      return try Profile(
        functions: profile.functions, nodes: profile.nodes,
        samplePeriod: max(1, cpuTime / Double(profile.samples)), lostSamples: profile.lostSamples)
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

  /// Asks perf for something, and waits for `ack`.
  private func ask(_ request: String) throws(RunFailure) {
    do {
      try control.writeAll("\(request)\n".utf8)
    } catch {
      throw .notProfiled("perf can't be reached: \(error)")
    }
    let deadline = ContinuousClock.now + Self.patience
    while true {
      var watched = pollfd(fd: answers.rawValue, events: Int16(POLLIN), revents: 0)
      // Now and then, since one that has ended answers no more.
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
