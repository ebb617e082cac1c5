import Building
import Programs
import Recording
import Running
import Scenarios

/// Finds the commits of a search that are the same as one of its ends, by everything they read, so that they
/// need not be measured.
struct EqualEnds {
  private let ends: [End: BuiltDriver]
  private let sides: [End: SideInputs]
  private let build: Build
  private let series: any BuildSeries
  private let tracing: InputTracing
  private let file: ScenarioFile
  private let machine: Environment
  private let equipment: Equipment

  enum End: CaseIterable {
    /// The older one.
    case good
    /// The newer one.
    case bad
  }

  /// Takes both ends, and the comparison of the good one with the bad one, whose files still exist.
  init(
    _ good: BuiltDriver, _ bad: BuiltDriver, _ comparison: InputComparison, of build: Build,
    _ series: any BuildSeries, _ tracing: InputTracing, _ file: ScenarioFile,
    on machine: Environment, _ equipment: Equipment
  ) async throws {
    ends = [.good: good, .bad: bad]
    sides = [.good: comparison.baseline, .bad: try await comparison.keptCandidate()]
    self.build = build
    self.series = series
    self.tracing = tracing
    self.file = file
    self.machine = machine
    self.equipment = equipment
  }

  /// The end that a commit is the same as in one story, by the commit's driver, just built; nil if it is
  /// neither, or if that is unknown.
  /// - Throws: `CancellationError` if the user asked to stop.
  func end(like driver: BuiltDriver, _ story: String) async throws -> End? {
    let subject = ReplaySubject(file, MadeBuilds([driver]), on: machine)
    guard let replay = equipment.executors.traced(subject, by: tracing) else { return nil }
    equipment.reporter.report(.status("Recording what \(story) reads on '\(driver.record.name)'"))
    defer { equipment.reporter.report(.idle) }
    var replayed: TracedInputs?
    for end in End.allCases {
      guard let other = ends[end], var side = sides[end],
        let inputs = try await series.inputs(of: build, [other, driver])?.beside(side)
      else { continue }
      side.stories = side.stories.filter { $0.key == story }
      do throws(RunFailure) {
        if replayed == nil {
          replayed = try replay.inputs(
            of: story, on: driver.record.name, roots: inputs.sides[1].roots)
        }
      } catch {
        if error.reason == .interrupted { throw CancellationError() }
        // It is measured, which shows whether it also fails without a tracer.
        return nil
      }
      let stories = [side.stories, replayed.map { [story: $0] } ?? [:]]
      let comparison = inputs.comparison(of: 1, replaying: stories, allowing: [])
      if try await comparison.finding().proof != nil { return end }
    }
    return nil
  }
}

extension BuildSeries {
  /// The inputs of a build at two revisions, the first and the latest; nil if unknown.
  func inputs(of build: Build, _ drivers: [BuiltDriver]) async throws -> BuildInputs? {
    try await inputs(
      of: drivers.map {
        RevisionBuilder.BuildAtRevision(
          build, at: .named($0.record.revision?.commit ?? ""), as: $0.record.name)
      }, drivers)
  }
}
