import CProcessorCounter
import DriverProtocol
import Metrics
import Recording

/// A counter of instructions, made ready.
///
/// The two are metrics of their own: callgrind counts the instructions that it carries out itself,
/// one thread after the other, and the processor what it really did.
public enum InstructionCounting: Sendable {
  /// The processor, at full speed.
  case perf(ProcessorEvent = .instructions)
  /// Valgrind's callgrind.
  case callgrind(Callgrind)

  /// Its name in the protocol and on the command line.
  public var method: CountingMethod {
    switch self {
    case .perf: .perf
    case .callgrind: .callgrind
    }
  }

  /// The metric of its counts.
  var metric: Metric {
    switch self {
    case .perf: .hardwareInstructions
    case .callgrind: .instructions
    }
  }

  /// The factor by which a program may take longer before its time is up.
  var slowdown: Int {
    switch self {
    case .perf: 1
    case .callgrind: Callgrind.slowdown
    }
  }

  /// The settings of the process of a whole command.
  var commandSettings: [LaunchSetting] {
    switch self {
    case .perf(let event): [.count(event)]
    case .callgrind: []
    }
  }

  /// The subject of a failure's sentence.
  var command: String {
    switch self {
    case .perf: "The command"
    case .callgrind: "Under callgrind the command"
    }
  }

  /// The variables that fix the hashing of languages in which it is random otherwise.
  static let environment = [
    "SWIFT_DETERMINISTIC_HASHING": "1", "PYTHONHASHSEED": "0", "PERL_HASH_SEED": "0",
  ]
}

/// Takes what a driver has counted itself, by the processor.
final class PerfStepCounter: StepCounter {
  let method = CountingMethod.perf

  func instructions(of reply: Reply) throws(RunFailure) -> Int64 {
    guard let count = reply.instructions, count >= 0 else { throw .noInstructions }
    return count
  }
}

/// An event that the kernel can count of a process.
public struct ProcessorEvent: Sendable, Equatable {
  /// The kind of source: `PERF_TYPE_…`.
  let type: UInt32
  /// Which event of that source.
  let number: UInt64

  /// Instructions in user mode, by the processor.
  public static let instructions = ProcessorEvent(processor_event_instructions())

  init(type: UInt32, number: UInt64) { (self.type, self.number) = (type, number) }

  private init(_ event: processor_event) { self.init(type: event.type, number: event.number) }
}
