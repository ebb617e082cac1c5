import AppStorage
import Foundation
import GRDB
import Synchronization
import TestSupport

@testable import DayCounter

/// The moment that ISO 8601 writes like "2015-05-10T09:00:00Z".
func moment(_ text: String) throws -> Timestamp {
  let date = try Date(text, strategy: .iso8601)
  return Timestamp(milliseconds: Int64(date.timeIntervalSince1970) * 1000)
}

/// A clock that a test sets.
final class SetClock: Sendable {
  private let moment: Mutex<Timestamp>

  init(_ text: String = "2015-05-10T09:00:00Z") throws {
    moment = try Mutex(DayCounterTests.moment(text))
  }

  @Sendable func now() -> Timestamp { moment.withLock { $0 } }

  func set(_ text: String) throws {
    let other = try DayCounterTests.moment(text)
    moment.withLock { $0 = other }
  }

  func set(milliseconds: Int64) { moment.withLock { $0 = Timestamp(milliseconds: milliseconds) } }

  func advance(days: Int64 = 0, seconds: Int64 = 0) {
    moment.withLock { $0 = $0.advanced(byMilliseconds: days * 86_400_000 + seconds * 1000) }
  }
}

extension ScratchFolder {
  var store: String { file("things.sqlite") }

  func things(
    _ clock: SetClock, zone: String = "UTC", busySeconds: Double = 5
  ) throws -> ThingStore {
    try ThingStore(
      path: store, zone: DayZone(named: zone), durability: .appCrash, busySeconds: busySeconds,
      clock: clock.now)
  }
}

/// The error a call throws; nil when it throws none.
func refusal(_ body: () throws(CounterError) -> some Any) -> CounterError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

extension ThingStore {
  func named(_ name: String) throws(CounterError) -> Thing {
    try edit(try add().id) { $0.name = name }
  }

  /// Runs statements as another program would.
  func execute(_ sql: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// Runs statements that break what the schema promises, as a defect of a disk would.
  func damage(_ sql: String) throws {
    try execute(
      "PRAGMA ignore_check_constraints = 1; \(sql); PRAGMA ignore_check_constraints = 0")
  }
}
