import Recording
import Statistics

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

/// Something that makes measurements worse than the app deserves, or harder to compare.
public struct Problem: Sendable, Equatable, Encodable {
  /// The topic, such as `Frequency governor`.
  public let name: String
  /// The severity.
  public let severity: Severity
  /// The finding, in a few words.
  public let found: String
  /// The effect on measurements: whole sentences.
  public let effect: String
  /// The remedy.
  public let remedy: Remedy
  /// A Boolean value indicating whether it is the current activity of others, which may be over in a minute.
  public let isMomentary: Bool
}

/// The result of examining one topic.
public enum Observation: Sendable, Equatable {
  /// It disturbs measurements.
  case problem(Problem)
  /// It is fine; what was found, in a few words.
  case inOrder(name: String, found: String)
  /// It is unknown; why.
  case unknown(name: String, reason: String)
}

/// The remedy of a problem.
public enum Remedy: Sendable, Equatable, Encodable {
  /// A command to type.
  case command(String)
  /// Something that takes more than a single command.
  case advice(String)
  /// Nothing can be done from here; why.
  case none(reason: String)

  private enum CodingKeys: String, CodingKey { case command, advice, none }

  /// `{"command": "…"}`, `{"advice": "…"}` or `{"none": "reason"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .command(let command): try container.encode(command, forKey: .command)
    case .advice(let advice): try container.encode(advice, forKey: .advice)
    case .none(let reason): try container.encode(reason, forKey: .none)
    }
  }
}

/// The severity of a problem.
public enum Severity: String, Sendable, Codable, CaseIterable {
  /// Measurements taken now would mislead: fix it first, or don't use them.
  case spoils
  /// Measurements vary more than necessary, or are all biased alike; builds measured side by side
  /// can still be compared.
  case disturbs
  /// A small effect, or something that can't be measured here.
  case note
}

/// Numbers in a readable form, precise enough to act on.
enum Quantity {
  /// `6.9 %`, `16 %`.
  static func percent(_ value: Double) -> String { "\(digits(value)) %" }

  /// `0.5 CPUs`, `1 CPU`.
  static func processors(_ value: Double) -> String {
    value == 1 ? "1 CPU" : "\(digits(value)) CPUs"
  }

  /// `512 MB`, `8.6 GB`.
  static func bytes(_ value: Int64) -> String {
    value < 1_000_000_000
      ? "\(digits(Double(value) / 1e6)) MB" : "\(digits(Double(value) / 1e9)) GB"
  }

  private static func digits(_ value: Double) -> String {
    NumberFormat.coarse.string(for: value)
  }
}
