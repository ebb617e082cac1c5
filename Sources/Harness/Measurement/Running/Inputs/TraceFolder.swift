import Foundation
import Recording
import Scenarios
import SystemPackage
import Tracing

/// The folders of a traced run, as ``RunFolder``, with a trace for the driver and for each service.
struct TraceFolder: RunPlace {
  /// The trace of the driver and all that it starts.
  var driverTrace: FilePath { folder.root.path.appending("driver.trace") }
  private let folder: RunFolder
  private let means: Means

  /// The kind of trace.
  enum Means {
    /// The files that processes use.
    case files(Tracer)
    /// The code that they run.
    /// - Parameters:
    ///   - programs: makes copies that Valgrind can read.
    ///   - folder: the working directory of the driver.
    case code(CodeTracer, of: StrippedPrograms, in: FilePath)
  }

  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init(_ means: Means, home: Scenario.Home) throws(RunFailure) {
    self.means = means
    folder = try RunFolder(home: home)
  }

  /// The folder of all that belongs to the run.
  var root: FilePath { folder.root.path }
  var path: FilePath { folder.path }
  var home: FilePath? { folder.home }

  func command(_ words: [String], _ environment: inout [String: String]) -> [String] {
    switch means {
    case .files(let tracer): tracer.command(words, writing: driverTrace)
    case .code: wholeCommand(words, &environment)
    }
  }

  func stepper(_ words: [String]) -> [String] {
    switch means {
    case .files(let tracer): tracer.command(words, writing: driverTrace)
    // Only what it starts is traced: the stepper is no part of the app.
    case .code: words
    }
  }

  func wholeCommand(_ words: [String], _ environment: inout [String: String]) -> [String] {
    guard case .code(let tracer, let programs, let folder) = means else { return words }
    let start = programs.start(words, in: folder)
    environment = start.environment(environment)
    return tracer.command(start.words, writing: driverTrace)
  }

  func service(_ words: [String], named name: String) -> [String] {
    switch means {
    case .files(let tracer): tracer.command(words, writing: serviceTrace(name))
    case .code(let tracer, let programs, let folder):
      tracer.command(programs.start(words, in: folder).words, writing: serviceTrace(name))
    }
  }

  /// The code that all processes have run so far.
  var executedCode: ExecutedCode {
    var code = ExecutedCode()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.string)) ?? []
    for name in names where name.contains(".trace.") {
      let text = FileManager.default.contents(atPath: root.appending(name).string) ?? Data()
      code.add(String(decoding: text, as: UTF8.self))
    }
    return code
  }

  func serviceTrace(_ name: String) -> FilePath {
    folder.root.path.appending("service-\(name).trace")
  }

  func remove() { folder.remove() }
}
