import Building
import Recording
import Running
import Scenarios

/// What is measured, and of which commit.
extension RunCommand {
  /// The commit that is measured; that it can't be known stops nobody from measuring.
  func revision(of file: ScenarioFile) async -> Revision? {
    do {
      return try await RevisionReader(folder: file.folder).read()
    } catch {
      Console.warn("note: \(error)")
      return nil
    }
  }

  /// The builds' drivers, or nil where the user asked to stop.
  func make(
    _ file: ScenarioFile, layouts: Int?, _ interruption: Interruption
  ) async throws -> [BuiltDriver]? {
    let progress = Progress(quiet: quiet)
    let builder = DriverBuilder(folder: file.folder) { progress.say($0) }
    let making = Task {
      var drivers: [BuiltDriver] = []
      for build in file.scenario.builds {
        drivers.append(try await builder.make(build, layouts: layouts))
      }
      return drivers
    }
    try interruption.whenRaised { making.cancel() }
    defer { progress.clear() }
    do {
      return try await making.value
    } catch  where interruption.isRaised {
      return nil
    }
  }
}
