import Analysis
import Diagnosing
import Metrics
import Recording
import Running
import Scenarios

/// Chooses the counter of instructions for an experiment in pairs: the requested one, else the one that a
/// gate needs, else an available one. If counts only tell whether a change may come from the layout, a
/// missing counter is no failure.
struct CounterChoice {
  private let purpose: Decision.Purpose
  private let settings: ComparisonSettings
  private let gated: Set<Metric>
  private let asked: InstructionCounting?
  private let scenario: Scenario

  /// Takes the requested counter, if any.
  init(
    _ purpose: Decision.Purpose, _ settings: ComparisonSettings, gates: [Gate],
    asked: InstructionCounting?, of scenario: Scenario
  ) {
    self.scenario = scenario
    self.purpose = purpose
    self.settings = settings
    self.asked = asked
    gated = Set(gates.map(\.metric))
  }

  /// Returns the counter, or why there is none.
  /// - Throws: an error if a gate needs an unavailable counter.
  func choice() throws -> (by: InstructionCounting?, refusal: String?) {
    if purpose == .explanation { return settings.explained == .cpuTime ? ofFunctions : (nil, nil) }
    if scenario.isOfRequests {
      return (nil, "its steps are requests, and only what sends them could be counted")
    }
    if let asked { return (asked, nil) }
    if gated.contains(.instructions) { return (.callgrind(try Callgrind()), nil) }
    let counters = Probe.ofHardwareCounters()
    if case .refused(let reason) = counters, gated.contains(.hardwareInstructions) {
      throw Refusal.countersRefused(reason)
    }
    // For one program on both sides, instructions would show nothing.
    if purpose == .qualification { return (nil, nil) }
    if settings.part != nil, !gated.contains(.hardwareInstructions) {
      return (nil, "parts count instructions only if a gate or '--instructions' asks for it")
    }
    if !settings.checksLayout, !gated.contains(.hardwareInstructions) {
      return (nil, "'--no-layout-check' left it out")
    }
    guard case .refused(let reason) = counters else { return (.perf(), nil) }
    guard let callgrind = try? Callgrind() else {
      return (
        nil,
        "nothing here can count instructions: Valgrind is not installed, and the processor's counters can't "
          + "be used (\(reason))"
      )
    }
    return (.callgrind(callgrind), nil)
  }

  /// The counter of functions' work, which separates calls from the work of each; without it times are still
  /// explained.
  private var ofFunctions: (by: InstructionCounting?, refusal: String?) {
    if !settings.checksLayout { return (nil, "'--no-counts' left it out") }
    if scenario.isOfRequests {
      return (nil, "its steps are requests, and services are not counted")
    }
    if scenario.isOfCommands {
      return (nil, "its steps are commands, whose functions are timed and not counted")
    }
    do throws(RunningError) {
      var callgrind = try Callgrind()
      callgrind.readsFunctions = true
      return (.callgrind(callgrind), nil)
    } catch {
      return (nil, "Valgrind, which does it, is not installed ('sudo apt-get install valgrind')")
    }
  }
}
