/// What can disturb a run.
public enum ContaminationCause: String, Sendable, Equatable, Codable, CaseIterable {
  /// Other processes used the CPUs; percent of one CPU.
  case otherProcesses = "other-processes"
  /// The hypervisor ran other machines on the CPUs; percent of all CPUs' time.
  case stolenTime = "stolen-time"
  /// Tasks waited for a CPU; percent of the run's time.
  case processorWaiting = "waiting-for-cpu"
  /// Tasks waited for memory; percent of the run's time.
  case memoryWaiting = "waiting-for-memory"
  /// Pages went to or came from swap space; pages.
  case swapping
  /// Rehearse itself used the CPUs; percent of one CPU.
  case harness

  /// Whether the run itself may have caused it: a build that needs more memory waits for it and swaps
  /// more. To make such runs again would choose its better tries and let it look leaner than it is.
  public var mayBeOfRun: Bool {
    switch self {
    case .memoryWaiting, .swapping: true
    case .otherProcesses, .stolenTime, .processorWaiting, .harness: false
    }
  }

  /// What happened, to a degree, as in `other processes took 35 % of a CPU`.
  public func words(_ value: String) -> String {
    switch self {
    case .otherProcesses: "other processes took \(value) % of a CPU"
    case .stolenTime: "the hypervisor took \(value) % of the CPUs' time"
    case .processorWaiting: "tasks waited for a CPU in \(value) % of the time"
    case .memoryWaiting: "tasks waited for memory in \(value) % of the time"
    case .swapping: "\(value) pages were swapped"
    case .harness: "Rehearse itself took \(value) % of a CPU"
    }
  }
}
