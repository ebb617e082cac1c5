import Glibc
import Recording
import Scenarios
import SystemPackage

/// The folders of a run: one for the app, and a home folder, so that what a program keeps there is
/// deleted with the run.
struct RunFolder: RunPlace {
  /// The folder that holds both.
  let root: TemporaryDirectory
  var path: FilePath { root.path.appending("app") }
  let home: FilePath?
  private let environment: [String: String]
  /// The driver's additional variables; services don't have them.
  private let ofDriver: [String: String]

  /// Makes them, for a run that is profiled or not.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init(
    home kind: Scenario.Home, by profiler: Profiler? = nil, ofDriver: [String: String] = [:]
  ) throws(RunFailure) {
    self.ofDriver = ofDriver
    environment = profiler == nil ? [:] : CodeMadeAtRunTime.environment
    root = try TemporaryDirectory()
    home = kind.folder(in: root.path)
    for folder in [path, home].compactMap(\.self) where mkdir(folder.string, 0o700) != 0 {
      let error = Errno(rawValue: errno)
      root.remove()
      throw .noDirectory(in: TemporaryDirectory.parent, error)
    }
  }

  func environment(of service: String?) -> [String: String] {
    service == nil ? environment.merging(ofDriver) { $1 } : environment
  }

  func remove() { root.remove() }
}

extension Scenario.Home {
  /// The home folder of a run, within the run's own folder; nil for the user's.
  func folder(in root: FilePath) -> FilePath? {
    switch self {
    case .own: root.appending("home")
    case .shared: nil
    }
  }
}
