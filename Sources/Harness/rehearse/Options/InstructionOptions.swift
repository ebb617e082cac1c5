import ArgumentParser
import Diagnosing
import DriverProtocol
import Metrics
import Recording
import Running
import Scenarios

/// How often instructions are counted, and by whom.
struct InstructionOptions: ParsableArguments {
  @Option(
    name: .customLong("instructions"), defaultAsFlag: Rounds(),
    // Scanning, the library would pass over the value of `--instructions=5 --json`.
    parsing: .next,
    help: ArgumentHelp(
      "Count instructions too, in N runs more: they repeat where times do not.",
      valueName: "N"))
  var wanted: Rounds?

  @Option(
    name: .customLong("instructions-by"),
    help: ArgumentHelp(
      "Who counts: perf, the processor's counters, or callgrind; perf where that works unless told.",
      valueName: "perf|callgrind"))
  var method: CountingMethod?

  func validate() throws {
    if let wanted, !(1...RunLimits.rounds).contains(wanted.count) {
      throw ValidationError(
        "--instructions is \(wanted.text); allowed: 1 to \(RunLimits.rounds).")
    }
    if method != nil, wanted == nil {
      throw ValidationError("--instructions-by needs --instructions.")
    }
  }

  /// How many runs of each story on each build count instructions.
  var rounds: Int { wanted?.count ?? 0 }

  /// What counts them, which is told where it was not asked for; nil where none are counted.
  /// - Throws: `CallgrindMissing`, ``CountersRefused``.
  func counting() throws -> InstructionCounting? {
    guard wanted != nil else { return nil }
    switch (method, Trial.ofHardwareCounters()) {
    case (.callgrind, _): return .callgrind(try Callgrind())
    case (.perf, .works): return .perf()
    case (.perf, .refused(let reason)): throw CountersRefused(reason: reason)
    case (nil, .works):
      Console.warn("note: The processor's counters count the instructions.")
      return .perf()
    case (nil, .refused(let reason)):
      let callgrind = try Callgrind()
      Console.warn(
        "note: Callgrind counts the instructions; the processor's counters can't: \(reason).")
      return .callgrind(callgrind)
    }
  }

  /// What counts them where figures are to repeat those of another time: callgrind, unless somebody
  /// said otherwise or nothing but the processor's own count is gated.
  /// - Throws: `CallgrindMissing`, ``CountersRefused``.
  func repeatableCounting(gates: [Gate]) throws -> InstructionCounting {
    let gated = Set(gates.map(\.metric).filter(\.isInstructionCount))
    guard method ?? (gated == [.hardwareInstructions] ? .perf : .callgrind) == .perf else {
      return .callgrind(try Callgrind())
    }
    if case .refused(let reason) = Trial.ofHardwareCounters() {
      throw CountersRefused(reason: reason)
    }
    return .perf()
  }

  /// A number of runs, from 1.
  struct Rounds: ExpressibleByArgument, CustomStringConvertible {
    /// 0 where the text is no number.
    let count: Int
    let text: String

    /// So many show that counts repeat.
    init() { (count, text) = (3, "3") }

    init?(argument: String) {
      // What is no number is the next argument, such as a scenario, unless it was written with a
      // `=`: the library asks the same of both, and takes nil for the option without a number.
      let isAttached = CommandLine.arguments.contains("--instructions=\(argument)")
      guard let count = Int(argument) ?? (isAttached ? 0 : nil) else { return nil }
      (self.count, text) = (count, argument)
    }

    /// As help shows it.
    var description: String { text }
  }
}

extension CountingMethod: ExpressibleByArgument {}

/// The processor's counters were asked for and can't be used.
struct CountersRefused: Error, CustomStringConvertible {
  /// The kernel's, or in better words.
  let reason: String

  var description: String {
    "Instructions can't be counted by the processor's counters: \(reason). "
      + "'--instructions-by callgrind' does without."
  }
}
