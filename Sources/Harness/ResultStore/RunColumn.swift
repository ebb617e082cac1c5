/// The columns that a run is read from, in the order in which they are selected: thousands of runs
/// are read at once, and to find each of their values by name would take as long as all else.
enum RunColumn: Int32, CaseIterable {
  case id, uuid, kind, arrangement, build, story, round, layout, position, attempt, pid, startedAt,
    samplingInterval, peaksAreOfSteps, peakIsBatched, failure, message, failedStep, signal,
    exitCode, standardError, circumstances, observed, processors, harnessTime, runTime, busyTime,
    stolenTime, processorWaiting, memoryWaiting, storageWaiting, swappedPages

  /// For SELECT.
  static let list = allCases.map { "run.\($0)" }.joined(separator: ", ")
}

extension StoredRow {
  /// A column's value in a row of ``RunColumn/list``.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value: StoredValue>(_ column: RunColumn) throws -> Value {
    try value(column.rawValue, "\(column)")
  }

  /// Likewise; nil where the column is NULL.
  /// - Throws: ``StoreError/damaged(what:)``.
  func valueIfAny<Value: StoredValue>(_ column: RunColumn) throws -> Value? {
    isNull(column.rawValue) ? nil : try value(column)
  }

  /// The value of a text that other rows have, too.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value>(
    _ column: RunColumn, among texts: inout RepeatedTexts<Value>,
    read: (String) throws -> Value
  ) throws -> Value {
    try texts.value(of: text(column.rawValue, "\(column)"), read: read)
  }

  /// Likewise; nil where the column is NULL.
  /// - Throws: ``StoreError/damaged(what:)``.
  func valueIfAny<Value>(
    _ column: RunColumn, among texts: inout RepeatedTexts<Value>,
    read: (String) throws -> Value
  ) throws -> Value? {
    isNull(column.rawValue) ? nil : try value(column, among: &texts, read: read)
  }
}
