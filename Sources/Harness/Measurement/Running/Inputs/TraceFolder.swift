import Programs
import Recording
import Scenarios
import SystemPackage

/// The folders of a traced run, as ``RunFolder``, with a trace for the driver and for each service.
struct TraceFolder: RunPlace {
  /// The trace of the driver and all that it starts.
  var driverTrace: FilePath { folder.root.path.appending("driver.trace") }
  private let folder: RunFolder
  private let means: Means
  /// The code that runs; nil if files are traced.
  private let log: CodeLog?

  enum Means {
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
    do throws(RunFailure) {
      if case .code = means {
        log = try CodeLog(at: folder.root.path.appending("code.log"))
      } else {
        log = nil
      }
    } catch {
      folder.remove()
      throw error
    }
  }

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
    guard case .code(let tracer, let programs, let folder) = means, let log else { return words }
    let start = programs.start(words, in: folder)
    environment = start.environment(environment)
    return tracer.command(start.words, writing: log.path)
  }

  func service(_ words: [String], named name: String) -> [String] {
    switch means {
    case .files(let tracer): tracer.command(words, writing: serviceTrace(name))
    case .code(let tracer, let programs, let folder):
      log.map { tracer.command(programs.start(words, in: folder).words, writing: $0.path) } ?? words
    }
  }

  /// The code that all processes have run so far.
  var executedCode: ExecutedCode { log?.executedCode ?? ExecutedCode() }

  func serviceTrace(_ name: String) -> FilePath {
    folder.root.path.appending("service-\(name).trace")
  }

  func remove() { folder.remove() }
}
