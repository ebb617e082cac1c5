import Foundation
import GRDB
import Recording

/// Makes runs from their rows, without steps, samples and measurements.
struct RunReader {
  private var builds = RepeatedTexts<String>()
  private var stories = RepeatedTexts<String>()
  private var kinds = RepeatedTexts<RunKind>()
  private var arrangements = RepeatedTexts<Arrangement>()
  private var circumstances = RepeatedTexts<RunCircumstances>()

  /// The run in a row of ``RunColumn/list``.
  mutating func run(_ row: StoredRow) throws -> Run {
    guard let id = UUID(try row.text(RunColumn.uuid.rawValue, "uuid")) else {
      throw StoreError.damaged(what: "the run name '\(try row.value(.uuid) as String)'")
    }
    return Run(
      id: id, kind: try row.value(.kind, among: &kinds, read: Self.kind),
      build: try row.value(.build, among: &builds) { $0 },
      story: try row.value(.story, among: &stories) { $0 }, round: try row.count(.round),
      layout: try row.count(.layout),
      arrangement: try row.valueIfAny(.arrangement, among: &arrangements, read: decoded),
      position: try row.count(.position), attempt: try row.count(.attempt),
      pid: try row.valueIfAny(.pid), startedAt: try row.valueIfAny(.startedAt),
      ending: try Self.failure(row).map(Run.Ending.failed) ?? .passed, steps: [],
      timeline: Timeline(samples: [], interval: try row.value(.samplingInterval)),
      peaksAreOfSteps: try row.value(.peaksAreOfSteps),
      peakIsBatched: try row.value(.peakIsBatched),
      circumstances: try row.valueIfAny(.circumstances, among: &circumstances, read: decoded)
        ?? RunCircumstances(),
      cycles: try row.valueIfAny(.cycles).map(decoded),
      measurements: [:], interference: try Self.interference(row))
  }

  static func kind(_ name: String) throws -> RunKind {
    guard let kind = RunKind(rawValue: name) else {
      throw StoreError.damaged(what: "the kind of run '\(name)'")
    }
    return kind
  }

  private static func failure(_ row: StoredRow) throws -> RunFailure? {
    guard let name: String = try row.valueIfAny(.failure) else { return nil }
    guard let reason = RunFailure.Reason(rawValue: name) else {
      throw StoreError.damaged(what: "a run that failed by '\(name)'")
    }
    return RunFailure(
      reason: reason, message: try row.valueIfAny(.message) ?? "",
      step: try (row.valueIfAny(.failedStep) as String?).map { StepName($0) },
      signal: try row.valueIfAny(.signal),
      exitCode: try row.valueIfAny(.exitCode),
      standardError: try row.valueIfAny(.standardError) ?? "")
  }

  private static func interference(_ row: StoredRow) throws -> Interference? {
    guard let observed: Int64 = try row.valueIfAny(.observed) else { return nil }
    var interference = Interference(
      observed: observed, processors: try row.value(.processors),
      harness: try row.value(.harnessTime))
    interference.run = try row.valueIfAny(.runTime)
    interference.busy = try row.valueIfAny(.busyTime)
    interference.stolen = try row.valueIfAny(.stolenTime)
    interference.processorWaiting = try row.valueIfAny(.processorWaiting)
    interference.memoryWaiting = try row.valueIfAny(.memoryWaiting)
    interference.storageWaiting = try row.valueIfAny(.storageWaiting)
    interference.swappedPages = try row.valueIfAny(.swappedPages)
    return interference
  }
}

extension UUID {
  /// Parses 32 hexadecimal digits in five groups. `UUID(uuidString:)` calls `sscanf`, which took a
  /// fifteenth of the time to read an experiment.
  fileprivate init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 36 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (place, byte) in text.enumerated() {
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
    }
    self.init(high: high, low: low)
  }
}

/// The columns of a run, in the order of selection: thousands of runs are read at once, and finding
/// each value by name would take as long as everything else.
enum RunColumn: Int32, CaseIterable {
  case id, uuid, kind, arrangement, build, story, round, layout, position, attempt, pid, startedAt,
    samplingInterval, peaksAreOfSteps, peakIsBatched, failure, message, failedStep, signal,
    exitCode, standardError, circumstances, cycles, observed, processors, harnessTime, runTime,
    busyTime,
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

  /// A column's count or index, such as a round: 0 to 2³², as no run needs more.
  /// - Throws: ``StoreError/damaged(what:)``.
  func count(_ column: RunColumn) throws -> Int { try count(column.rawValue, "\(column)") }

  /// The same; nil if the column is NULL.
  /// - Throws: ``StoreError/damaged(what:)``.
  func valueIfAny<Value: StoredValue>(_ column: RunColumn) throws -> Value? {
    isNull(column.rawValue) ? nil : try value(column)
  }

  /// The value of a text that other rows share.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value>(
    _ column: RunColumn, among texts: inout RepeatedTexts<Value>,
    read: (String) throws -> Value
  ) throws -> Value {
    try texts.value(of: text(column.rawValue, "\(column)"), read: read)
  }

  /// The same; nil if the column is NULL.
  /// - Throws: ``StoreError/damaged(what:)``.
  func valueIfAny<Value>(
    _ column: RunColumn, among texts: inout RepeatedTexts<Value>,
    read: (String) throws -> Value
  ) throws -> Value? {
    isNull(column.rawValue) ? nil : try value(column, among: &texts, read: read)
  }
}

/// Parses texts that often repeat, each only once.
///
/// Rows have a regular order, so a text is mostly followed by the one that followed it last time.
/// That one is tried first, byte by byte, before a string is made and looked up.
struct RepeatedTexts<Value> {
  private var entries: [(text: [UInt8], value: Value)] = []
  private var places: [String: Int] = [:]
  private var expected = 0

  /// The value of a text in UTF-8. `read` makes that of a new text.
  mutating func value(
    of text: UnsafeBufferPointer<UInt8>, read: (String) throws -> Value
  ) rethrows -> Value {
    let place =
      expected < entries.count && Self.isEqual(text, entries[expected].text)
      ? expected : try self.place(of: text, read)
    expected = place + 1 < entries.count ? place + 1 : 0
    return entries[place].value
  }

  /// All bytes at once: comparing them one by one took a twentieth of the time to read an experiment.
  private static func isEqual(_ text: UnsafeBufferPointer<UInt8>, _ other: [UInt8]) -> Bool {
    guard let start = text.baseAddress else { return other.isEmpty }
    return text.count == other.count && memcmp(start, other, other.count) == 0
  }

  private mutating func place(
    of text: UnsafeBufferPointer<UInt8>, _ read: (String) throws -> Value
  ) rethrows -> Int {
    let string = String(decoding: text, as: UTF8.self)
    if let place = places[string] { return place }
    entries.append((Array(text), try read(string)))
    places[string] = entries.count - 1
    return entries.count - 1
  }
}
