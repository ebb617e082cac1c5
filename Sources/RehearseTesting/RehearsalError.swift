/// The reason why `rehearse` can't be called, or the cost of code can't be measured.
public enum RehearsalError: Error, Equatable, CustomStringConvertible {
  /// No executable was found.
  case notInstalled
  /// REHEARSE_EXECUTABLE names a file that can't be executed.
  case notExecutable(String)
  /// No folder above the test's file is a package.
  case noPackage(above: String)
  /// The lock file can't be used.
  case noTurn(file: String, reason: String)
  /// The program could not be started.
  case notStarted(String, reason: String)
  /// The exit test's body measured no cost, or its output was not observed.
  case notMeasured
  /// The exit test's body measured more than once.
  case measuredOften(Int)
  /// There is nothing to measure in this many calls.
  case noCalls(Int)
  /// The kernel does not report peak memory.
  case noPeak(String)

  /// The missing part, and what to do.
  public var description: String {
    switch self {
    case .notInstalled:
      "'rehearse' was not found: REHEARSE_EXECUTABLE is not set, and no folder of PATH has it. To "
        + "install it: 'make build install PREFIX=~/.local' in a clone of Rehearse, then add "
        + "~/.local/bin to PATH. To skip this test where it is missing: "
        + ".enabled(if: RehearseExecutable.isInstalled)."
    case .notExecutable(let path):
      "REHEARSE_EXECUTABLE is '\(path)', which is not an executable program."
    case .noPackage(let file):
      "No folder above \(file) has a Package.swift. Paths of scenarios are relative to it; run the "
        + "tests where they were compiled."
    case .noTurn(let file, let reason):
      "The lock \(file), which keeps measurements apart, can't be used: \(reason)."
    case .notStarted(let program, let reason):
      "\(program) can't be started: \(reason)."
    case .notMeasured:
      "The exit test printed no cost. Its body has to call CodeCost.measure, and it has to be "
        + "called with 'observing: [\\.standardOutputContent]'."
    case .measuredOften(let count):
      "The exit test printed \(count) costs; allowed: 1. Call CodeCost.measure once in its body, "
        + "and write an exit test for each."
    case .noCalls(let count): "calls is \(count); allowed: 1 and more."
    case .noPeak(let reason):
      "Peak memory can't be measured, because \(reason). It needs Linux with /proc."
    }
  }
}
