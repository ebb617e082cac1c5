import DriverProtocol
import Profiling
import Recording
import Scenarios

/// perf recording a run: its driver and each of its services.
final class RunRecording {
  private let profiler: Profiler
  /// Nil if it is Rehearse's own program, which sends the requests: its work is not the app's.
  private let driver: PerfRecording?
  /// In the order of their starts.
  private let services: [(name: String, recording: PerfRecording)]

  /// Starts perf for the story's steps; it does not record before ``begin()``.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init(of session: DriverSession, for story: Story, by profiler: Profiler) throws(RunFailure) {
    self.profiler = profiler
    driver =
      session.isAskedByRehearse
      ? nil
      : try PerfRecording(
        of: session.driver.family, carryingOut: session.commands?.programs(of: story.steps) ?? [],
        by: profiler)
    var services: [(String, PerfRecording)] = []
    for service in session.services.processes {
      services.append((service.name, try PerfRecording(of: service.family, by: profiler)))
    }
    self.services = services
  }

  /// Makes it record; returns once it does.
  func begin() throws(RunFailure) {
    try driver?.begin()
    for service in services { try service.recording.begin() }
  }

  func end() throws(RunFailure) {
    try driver?.end()
    for service in services { try service.recording.end() }
  }

  /// Reads the samples of the story's own steps. It must have ended, and so must the processes: some name their code
  /// only then. `steps` are all that were made; `epoch` is when their times begin, ns on the monotonic clock.
  func profile(of story: String, steps: [StepRecord], epoch: Int64) throws(RunFailure) -> Profile {
    let own = steps.filter { $0.story == story }
    let windows = own.map { epoch + $0.start..<epoch + max($0.start, $0.end) }
    let isOfCPU = profiler.unit == .cpuTime
    do {
      var profile =
        try driver?.profile(windows: windows)
        ?? Profile(
          functions: [], nodes: [], unit: profiler.unit, samplePeriod: profiler.period,
          lostSamples: 0)
      if isOfCPU, driver != nil {
        profile = try profile.countingUnseen(of: Self.cpuTime(of: own))
      }
      for (name, recording) in services {
        var beside = try recording.profile(windows: windows)
        if isOfCPU {
          beside = try beside.countingUnseen(of: Self.cpuTime(of: own, by: name))
        }
        profile = try profile.beside(beside, of: name)
      }
      return profile
    } catch let failure as RunFailure {
      throw failure
    } catch {
      throw .notProfiled("\(error)")
    }
  }

  /// The CPU time in ns of all that is recorded: of a service with what it started, or if none is named, of the driver
  /// with what it started.
  static func cpuTime(of steps: [StepRecord], by service: String? = nil) -> Double {
    steps.reduce(0) { sum, step in
      let beside = service.flatMap { step.services[$0] }
      let own = service == nil ? step.outside : beside?.cost
      let tree = service == nil ? step.tree : beside?.tree
      return sum + Double(max(own?.cpu ?? .zero, tree?.cost.cpu ?? .zero).nanoseconds)
    }
  }
}
