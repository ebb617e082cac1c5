import Diagnosing
import DriverProtocol
import Metrics
import Recording
import Running
import Scenarios

/// The number of counting runs and the counter, if the user chose them.
public struct InstructionChoice: Sendable {
  /// The number of counting runs of each story on each build; 0 if not chosen.
  public let rounds: Int
  /// The counter; nil for whichever works.
  public let method: CountingMethod?

  /// A choice.
  public init(rounds: Int = 0, by method: CountingMethod? = nil) {
    self.rounds = rounds
    self.method = method
  }

  /// Returns the counter, and reports it if it was not chosen; nil if nothing is counted.
  /// - Throws: `RunningError.noCallgrind`, ``Refusal`` if the processor's counters can't be used.
  func counting(_ reporter: any Reporter) throws -> InstructionCounting? {
    guard rounds > 0 else { return nil }
    switch (method, Probe.ofHardwareCounters()) {
    case (.callgrind, _): return .callgrind(try Callgrind())
    case (.perf, .works): return .perf()
    case (.perf, .refused(let reason)): throw Refusal.countersRefused(reason)
    case (nil, .works):
      reporter.report(.note(SessionNote.countersCount))
      return .perf()
    case (nil, .refused(let reason)):
      let callgrind = try Callgrind()
      reporter.report(.note(SessionNote.callgrindCounts(reason)))
      return .callgrind(callgrind)
    }
  }

  /// Returns the counter for values that should repeat those of another time: callgrind, unless the user
  /// chose otherwise or only the processor's own count is gated.
  /// - Throws: `RunningError.noCallgrind`, ``Refusal`` if the processor's counters can't be used.
  func repeatableCounting(gates: [Gate]) throws -> InstructionCounting {
    let gated = Set(gates.map(\.metric).filter(\.isInstructionCount))
    guard method ?? (gated == [.hardwareInstructions] ? .perf : .callgrind) == .perf else {
      return .callgrind(try Callgrind())
    }
    if case .refused(let reason) = Probe.ofHardwareCounters() {
      throw Refusal.countersRefused(reason)
    }
    return .perf()
  }
}
