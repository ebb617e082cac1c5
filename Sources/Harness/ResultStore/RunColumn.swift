import GRDB

/// The columns that a run is read from, in the order in which they are selected: thousands of runs
/// are read at once, and to find each of their values by name would take as long as all else.
enum RunColumn: Int, CaseIterable {
  case id, uuid, kind, arrangement, build, story, round, layout, position, attempt, pid, startedAt,
    samplingInterval, peaksAreOfSteps, failure, message, failedStep, signal, exitCode,
    standardError, circumstances, contamination

  /// For SELECT.
  static let list = allCases.map { "\($0)" }.joined(separator: ", ")
}

extension Row {
  /// A column's value in a row of ``RunColumn/list``.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: RunColumn
  ) throws -> Value {
    do {
      return try decode(atIndex: column.rawValue)
    } catch {
      throw StoreError.damaged(self[column.rawValue], in: "\(column)")
    }
  }
}
