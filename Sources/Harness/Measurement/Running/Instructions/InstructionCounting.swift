import CProcessorCounter
import DriverProtocol
import Metrics
import Recording

/// A way to count instructions, ready to use.
///
/// Each has its own metric: callgrind counts the instructions that it executes itself, one thread
/// after the other; the processor counts what it really executed.
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

  var metric: Metric {
    switch self {
    case .perf: .hardwareInstructions
    case .callgrind: .instructions
    }
  }

  /// The factor by which a program's time limit grows.
  var slowdown: Int {
    switch self {
    case .perf: 1
    case .callgrind: Callgrind.slowdown
    }
  }

  /// The settings of a whole command's process.
  var commandSettings: [LaunchSetting] {
    switch self {
    case .perf(let event): [.count(event)]
    case .callgrind: []
    }
  }

  /// The variables that fix hashing in languages that randomise it.
  static let environment = [
    "SWIFT_DETERMINISTIC_HASHING": "1", "PYTHONHASHSEED": "0", "PERL_HASH_SEED": "0",
  ]
}

/// Reads the processor's counts that a driver reports.
final class PerfStepCounter: StepCounter {
  let method = CountingMethod.perf

  func instructions(of reply: Reply) throws(RunFailure) -> Int64 {
    guard let count = reply.instructions, count >= 0 else { throw .noInstructions }
    return count
  }
}

/// An event that the kernel can count for a process.
public struct ProcessorEvent: Sendable, Equatable {
  /// The type of its source: `PERF_TYPE_…`.
  let type: UInt32
  /// The event's number within that source.
  let number: UInt64

  /// Instructions in user mode, counted by the processor.
  public static let instructions = ProcessorEvent(processor_event_instructions())

  init(type: UInt32, number: UInt64) { (self.type, self.number) = (type, number) }

  private init(_ event: processor_event) { self.init(type: event.type, number: event.number) }
}
