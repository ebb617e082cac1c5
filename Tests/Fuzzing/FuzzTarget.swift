/// What somebody else writes and Rehearse reads: each takes any bytes.
///
/// A trap, an endless loop and memory without end are found by whoever feeds it; what a target
/// checks itself ends it, too.
public enum FuzzTarget: String, CaseIterable, Sendable, Codable {
  /// A scenario's text.
  case scenario
  /// A scorecard's text.
  case scorecard
  /// Lines between Rehearse and a driver.
  case `protocol`
  /// Files of measurements.
  case csv
  /// Results of other benchmark tools.
  case results
  /// A saved baseline.
  case baseline
  /// Values and JSON in a store.
  case store
  /// One file of /proc or of a control group.
  case proc
  /// What perf and callgrind print.
  case profile
  /// What tells who allocates: recorded call paths, ELF files, and a process's maps.
  case code
  /// Rows that Postgres sends.
  case copy
  /// Requests to the site of a store.
  case site
  /// All files of a machine that a diagnosis and a sampler read.
  case machine

  /// Reads an input.
  /// - Returns: whether it was taken, rather than refused in words.
  @discardableResult
  public func run(_ input: [UInt8]) -> Bool {
    switch self {
    case .scenario: readScenario(input)
    case .scorecard: readScorecard(input)
    case .protocol: readLines(input)
    case .csv, .results: readMeasurements(input)
    case .baseline: readBaseline(input)
    case .store: StoreTarget.shared.read(input)
    case .proc: readProcText(input)
    case .profile: readProfilers(input)
    case .code: readCode(input)
    case .copy: readCopyText(input)
    case .site: SiteTarget.shared.read(input)
    case .machine: MachineTarget.shared.read(input)
    }
  }
}

/// Ends the process where a reader gave what it never may.
func require(
  _ condition: Bool, _ message: @autoclosure () -> String, line: UInt = #line
) {
  precondition(condition, message(), line: line)
}
