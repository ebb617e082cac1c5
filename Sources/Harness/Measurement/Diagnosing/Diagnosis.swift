import Recording

/// A machine's problems for measurements, as far as it is known.
///
/// Facts are stored, judgements are not: an old experiment is judged by today's rules.
public struct Diagnosis: Sendable, Equatable {
  /// The observations on each topic.
  public let observations: [Observation]

  /// Judges a machine; without recorded facts there are no observations.
  public init(_ machine: Environment) {
    observations =
      machine.facts.map { facts in
        Self.topics.flatMap { $0.observations(of: facts, on: machine) }
      } ?? []
  }

  /// The problems, the most severe first.
  public var problems: [Problem] {
    let all = observations.compactMap { if case .problem(let it) = $0 { it } else { nil } }
    return Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
  }

  /// The topics without problems.
  public var inOrder: [(name: String, found: String)] {
    observations.compactMap {
      if case .inOrder(let name, let found) = $0 { (name, found) } else { nil }
    }
  }

  /// The topics without known facts, and why.
  public var unknown: [(name: String, reason: String)] {
    observations.compactMap {
      if case .unknown(let name, let reason) = $0 { (name, reason) } else { nil }
    }
  }

  /// The findings, one line per topic, for a table of the machine.
  public var found: [(name: String, found: String)] {
    observations.compactMap {
      switch $0 {
      case .problem(let problem): (problem.name, problem.found)
      case .inOrder(let name, let found): (name, found)
      case .unknown: nil
      }
    }
  }

  /// All topics: current activity of others, the processor, memory, permissions.
  static var topics: [any Topic.Type] {
    [
      Load.self, ProcessorPressure.self, MemoryPressure.self, StoragePressure.self,
      StolenTime.self, Processors.self, ProcessorQuota.self, VirtualMachine.self, Governor.self,
      Boost.self, SiblingThreads.self, Battery.self, ClockSource.self, MemoryLimit.self,
      Swap.self, HugePages.self, AddressRandomisation.self, PeakReset.self, TreeMemory.self,
      TimeSlices.self, RealTime.self, HardwareCounters.self, HiddenProcesses.self, Ports.self,
      Priority.self,
    ]
  }
}
