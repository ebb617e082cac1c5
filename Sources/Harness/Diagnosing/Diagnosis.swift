import Recording

/// What of a machine disturbs figures, by what is known of it.
///
/// Facts are stored, judgements are not: an old experiment is judged by today's rules.
public struct Diagnosis: Sendable, Equatable {
  /// What came of looking at each topic.
  public let observations: [Observation]

  /// Judges a machine; where nothing was recorded there is nothing to say.
  public init(_ machine: Environment) {
    observations =
      machine.facts.map { facts in
        Self.topics.flatMap { $0.observations(of: facts, on: machine) }
      } ?? []
  }

  /// What disturbs, the gravest first.
  public var disturbances: [Disturbance] {
    let all = observations.compactMap { if case .disturbance(let it) = $0 { it } else { nil } }
    return Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
  }

  /// What is as it should be.
  public var inOrder: [(name: String, found: String)] {
    observations.compactMap {
      if case .inOrder(let name, let found) = $0 { (name, found) } else { nil }
    }
  }

  /// What is not known, and why.
  public var unknown: [(name: String, reason: String)] {
    observations.compactMap {
      if case .unknown(let name, let reason) = $0 { (name, reason) } else { nil }
    }
  }

  /// What was found, a line a topic, for a table of the machine.
  public var found: [(name: String, found: String)] {
    observations.compactMap {
      switch $0 {
      case .disturbance(let disturbance): (disturbance.name, disturbance.found)
      case .inOrder(let name, let found): (name, found)
      case .unknown: nil
      }
    }
  }

  /// Everything that is looked at: what others do now, the processor, memory, permissions.
  static var topics: [any Topic.Type] {
    [
      Load.self, ProcessorPressure.self, MemoryPressure.self, StoragePressure.self,
      StolenTime.self, Processors.self, ProcessorQuota.self, VirtualMachine.self, Governor.self,
      Boost.self, SiblingThreads.self, Battery.self, ClockSource.self, MemoryLimit.self,
      Swap.self, HugePages.self, AddressRandomisation.self, PeakReset.self, MemoryGroup.self,
      TimeSlices.self, HardwareCounters.self, HiddenProcesses.self,
    ]
  }
}
