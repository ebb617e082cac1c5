import Recording
import Scenarios
import SystemPackage
import Tracing

/// The folders of a run that is traced, as ``RunFolder``, with a trace for the driver and each service.
struct TraceFolder: RunPlace {
  /// The trace of the driver and all that it starts.
  var driverTrace: FilePath { folder.root.path.appending("driver.trace") }
  private let folder: RunFolder
  private let tracer: Tracer

  /// - Throws: ``RunFailure`` with the reason `notMeasured`.
  init(_ tracer: Tracer, home: Scenario.Home) throws(RunFailure) {
    self.tracer = tracer
    folder = try RunFolder(home: home)
  }

  /// The folder of all that belongs to the run.
  var root: FilePath { folder.root.path }
  var path: FilePath { folder.path }
  var home: FilePath? { folder.home }

  func command(_ words: [String], _ environment: inout [String: String]) -> [String] {
    tracer.command(words, writing: driverTrace)
  }

  func stepper(_ words: [String]) -> [String] { tracer.command(words, writing: driverTrace) }

  func service(_ words: [String], named name: String) -> [String] {
    tracer.command(words, writing: serviceTrace(name))
  }

  /// The trace of a service.
  func serviceTrace(_ name: String) -> FilePath {
    folder.root.path.appending("service-\(name).trace")
  }

  func remove() { folder.remove() }
}
