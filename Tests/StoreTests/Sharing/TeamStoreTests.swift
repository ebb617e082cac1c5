import Foundation
import GRDB
import Recording
import Sharing
import Store
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A team's database, on a real server.
@Suite(
  .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed"),
  .serialized)
struct TeamStoreTests {
  private let folder: ScratchFolder
  private let server: PostgresServer

  init() throws {
    folder = try ScratchFolder()
    server = try PostgresServer()
  }

  private func team() throws -> TeamStore { try TeamStore(PostgresAddress(server.address())) }

  private func store(_ name: String) throws -> ResultStore {
    try ResultStore(path: folder.file(name))
  }

  /// An experiment that is finished and whole, with every field filled that such a one has.
  private static var experiment: Experiment {
    var experiment = SampleExperiment.experiment()
    experiment.partition = nil
    experiment.completedAt = SampleExperiment.date.addingTimeInterval(60)
    return experiment
  }

  /// A store with an experiment of so many runs.
  private func filled(_ name: String, runs: Int = 2) throws -> ResultStore {
    let store = try store(name)
    let number = try #require(try store.add(Self.experiment).number)
    try store.add((1...runs).map { SampleExperiment.run(position: $0) }, to: number)
    return store
  }

  private func runs(of store: ResultStore, _ number: Int64) throws -> [Run] {
    try store.runs(of: number).map { try store.details(of: $0) }
  }

  @Test func `pushed experiments are pulled exactly as they were, and only once`() throws {
    let mine = try filled("mine")
    let failure = RunFailure(
      reason: .crashed, message: "a\tb\\N\r\nc", signal: 11, standardError: "\\.\n")
    try mine.add(SampleExperiment.run(position: 3, ending: .failed(failure)), to: 1)
    #expect(try team().push(mine) == .init(experiments: 1, runs: 3))
    #expect(try team().push(mine) == .init(known: 3))

    // Its own experiment has the number there that the other gets elsewhere.
    let yours = try filled("yours", runs: 1)
    #expect(try team().pull(into: yours) == .init(experiments: 1, runs: 3))
    #expect(try team().pull(into: yours) == .init(known: 3))
    var expected = try mine.experiment("1")
    expected.number = 2
    #expect(try yours.experiment("2") == expected)
    #expect(try runs(of: yours, 2) == runs(of: mine, 1))

    // Runs that an experiment gains go to the same.
    try yours.add(SampleExperiment.run(position: 9), to: 2)
    #expect(try team().push(yours) == .init(experiments: 2, runs: 2, known: 3))
    #expect(try team().pull(into: mine) == .init(experiments: 2, runs: 2, known: 3))
    #expect(try runs(of: mine, 1) == runs(of: yours, 2))
    #expect(
      try server.query("SELECT count(*), count(DISTINCT experiment) FROM rehearse.run") == "5|2")
  }

  @Test func `numbers and dates can be read by other programs`() throws {
    _ = try team().push(filled("mine", runs: 1))
    #expect(
      try server.query("SELECT started_at, seed, rounds FROM rehearse.experiment")
        == "2025-11-21 04:40:00.25|-1|10")
    #expect(
      try server.query("SELECT peak_is_batched, sampling_interval FROM rehearse.run")
        == "t|10000000")
    #expect(
      try server.query("SELECT value FROM rehearse.measurement WHERE metric = 'cpu-time'")
        == "0.30000000000000004")
  }

  @Test func `every table is shared except that of inputs, which holds a machine's paths`() throws {
    _ = try team().push(filled("mine", runs: 1))
    let shared = try server.query(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'rehearse' ORDER BY 1")
    let own = try DatabaseQueue(path: folder.file("mine")).read { db in
      try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    }
    #expect(
      Set(shared.split(separator: "\n").map(String.init))
        == Set(own).union(["store"]).subtracting(["input"]))
  }

  @Test func `an experiment that is unfinished or lacks parts is named and not pushed`() throws {
    let store = try store("mine")
    var unfinished = Self.experiment
    unfinished.completedAt = nil
    _ = try store.add(unfinished)
    var part = SampleExperiment.experiment(name: "parts")
    part.completedAt = SampleExperiment.date
    _ = try store.add(part)
    let transfer = try team().push(store)
    #expect(
      transfer.leftOut == [
        "1 (inventory) is not finished: 'rehearse resume' measures the rest",
        "2 (parts) lacks parts of other machines: 'rehearse merge' puts them together",
      ])
    #expect(transfer.runs == 0)
  }

  @Test func `an experiment without runs, as of a proven check, is passed on, and only once`()
    throws
  {
    let mine = try store("mine")
    let number = try #require(try mine.add(Self.experiment).number)
    try mine.set(note(number, .investigating, at: 0))
    #expect(try team().push(mine) == .init(experiments: 1, states: 1))
    #expect(try team().push(mine) == .init())
    // A measured one is another, even if the rest is alike.
    let yours = try filled("yours")
    #expect(try team().pull(into: yours) == .init(experiments: 1, states: 1))
    #expect(try team().pull(into: yours) == .init())
    var expected = try mine.experiment("1")
    expected.number = 2
    #expect(try yours.experiment("2") == expected)
    // The next check of the same call.
    expected.invocation?.part += 1
    _ = try yours.add(expected)
    #expect(try team().push(yours) == .init(experiments: 2, runs: 2))
    #expect(try team().push(yours) == .init(known: 2))
    #expect(try team().pull(into: mine) == .init(experiments: 2, runs: 2))
    #expect(try mine.experiments().count == 3)
  }

  private static func date(_ milliseconds: Int) -> Date {
    SampleExperiment.date.addingTimeInterval(Double(milliseconds) / 1_000)
  }

  private func note(
    _ experiment: Int64, _ decision: RegressionNote.Decision, at milliseconds: Int
  ) -> RegressionNote {
    RegressionNote(
      experiment: experiment, cell: "list/cpu-time", decision: decision,
      decidedAt: Self.date(milliseconds))
  }

  @Test func `if both sides set a state, the later one wins, whoever passes it on first`() throws {
    let mine = try filled("mine")
    try mine.set(note(1, .investigating, at: 0))
    #expect(try team().push(mine) == .init(experiments: 1, runs: 2, states: 1))
    #expect(try team().push(mine) == .init(known: 2))
    // The experiment has another number there.
    let yours = try filled("yours", runs: 1)
    #expect(try team().pull(into: yours) == .init(experiments: 1, runs: 2, states: 1))
    #expect(try team().pull(into: yours) == .init(known: 2))
    #expect(try yours.regressionNotes() == [note(2, .investigating, at: 0)])

    let day = try #require(CalendarDay("2026-01-31"))
    try mine.set(note(1, .new, at: 1))
    try yours.set(note(2, .accepted(until: day), at: 2))
    #expect(try team().push(yours).states == 1)
    let late = try team().push(mine)
    #expect(late.states == 0)
    #expect(
      late.notes == [
        "The state of 1/list/cpu-time was set later by others, to 'accepted': 'rehearse pull' takes it in."
      ])
    #expect(try team().pull(into: mine).states == 1)
    #expect(try mine.regressionNotes() == [note(1, .accepted(until: day), at: 2)])

    try mine.set(note(1, .new, at: 3))
    let kept = try team().pull(into: mine)
    #expect(kept.states == 0)
    #expect(
      kept.notes == [
        "The state of 1/list/cpu-time was set later here, to 'new': 'rehearse push' passes it on."
      ])
    #expect(try team().push(mine).states == 1)
    #expect(try team().pull(into: yours).states == 1)
    #expect(try yours.regressionNotes() == [note(2, .new, at: 3)])
    #expect(
      try server.query("SELECT cell, state, until, decided_at FROM rehearse.regression")
        == "list/cpu-time|new||2025-11-21 04:40:00.253")

    // Of the same millisecond: the same one on both sides.
    try mine.set(note(1, .investigating, at: 4))
    try yours.set(note(2, .new, at: 4))
    _ = try (team().push(mine), team().push(yours), team().pull(into: mine))
    #expect(try mine.regressionNotes() == [note(1, .new, at: 4)])
  }

  @Test
  func `states of experiments that the other side lacks stay, and unknown states are reported`()
    throws
  {
    let mine = try filled("mine")
    var unfinished = Self.experiment
    unfinished.completedAt = nil
    let number = try #require(try mine.add(unfinished).number)
    try mine.set(note(number, .investigating, at: 0))
    #expect(try team().push(mine).states == 0)
    #expect(try server.query("SELECT count(*) FROM rehearse.regression") == "0")

    // 4 June 2100, 13:20:00 by date(1).
    let future = RegressionNote(
      experiment: 1, cell: "list/cpu-time", decision: .investigating,
      decidedAt: Date(timeIntervalSince1970: 4_115_798_400))
    try mine.set(future)
    let pushed = try team().push(mine)
    #expect(pushed.states == 1)
    #expect(
      pushed.notes == [
        "The state 'investigating' of 1/list/cpu-time was set at 2100-06-04 13:20:00.000 UTC by a clock that "
          + "is ahead of the server's. Until then it counts as later than what others set without pulling it."
      ])
    try server.query("UPDATE rehearse.regression SET state = 'gone'")
    #expect(throws: SharingError.notUnderstood(what: "the state 'gone' of a regression")) {
      try team().pull(into: mine)
    }
    #expect(try mine.regressionNotes().first == future)
  }

  @Test func `a lost connection leaves nothing half transferred`() throws {
    let mine = try filled("mine", runs: 100)
    let team = try team()
    let error = #expect(throws: SharingError.self) {
      try team.push(mine) { _ in try? server.disconnect() }
    }
    guard case .lost(_, let reason) = error else { throw error ?? .empty(address: "") }
    #expect(reason.contains("terminating connection due to administrator command"), "\(reason)")
    #expect(try server.query("SELECT to_regnamespace('rehearse') IS NULL") == "t")
    #expect(try self.team().push(mine).runs == 100)

    let yours = try store("yours")
    let puller = try self.team()
    #expect(throws: SharingError.self) {
      try puller.pull(into: yours) { _ in try? server.disconnect() }
    }
    #expect(try yours.experiments().isEmpty)

    let last = try self.team()
    #expect(throws: SharingError.self) { try last.pull(into: yours) { _ in try? server.stop() } }
    #expect(try yours.experiments().isEmpty)
    let gone = #expect(throws: SharingError.self) { try self.team() }
    guard case .unreachable = gone else { throw gone ?? .empty(address: "") }
  }

  @Test func `two first pushes at once are made one after the other`() throws {
    let mine = try filled("mine", runs: 100)
    let yours = try filled("yours", runs: 3)
    let first = try team()
    let address = try PostgresAddress(server.address())
    let waited = Mutex(false)
    let isWaiting = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let second = Mutex<Result<TeamStore.Transfer, any Error>?>(nil)
    var isStarted = false
    let transfer = try first.push(mine) { _ in
      guard !isStarted else { return }
      isStarted = true
      Thread.detachNewThread {
        let result = Result {
          try TeamStore(address).push(
            yours,
            wait: {
              waited.withLock { $0 = true }
              isWaiting.signal()
            })
        }
        second.withLock { $0 = result }
        isWaiting.signal()
        ended.signal()
      }
      isWaiting.wait()
    }
    ended.wait()
    #expect(transfer.runs == 100)
    #expect(waited.withLock { $0 })
    #expect(try second.withLock { try $0?.get() } == .init(experiments: 1, runs: 3))
    #expect(try server.query("SELECT count(*) FROM rehearse.run") == "103")
  }

  @Test func `tables of another version or program are refused`() throws {
    let mine = try filled("mine", runs: 1)
    let shown = "\(try PostgresAddress(server.address()))"
    #expect(throws: SharingError.empty(address: shown)) { try team().pull(into: mine) }
    try server.query("CREATE SCHEMA rehearse CREATE TABLE play (act integer)")
    #expect(throws: SharingError.foreign(address: shown)) { try team().push(mine) }
    try server.query("DROP SCHEMA rehearse CASCADE")
    _ = try team().push(mine)
    try server.query("UPDATE rehearse.store SET version = 1")
    let error = #expect(throws: SharingError.self) { try team().push(mine) }
    guard case .otherVersion(_, "1", _) = error else { throw error ?? .empty(address: "") }
    #expect(throws: SharingError.self) { try team().pull(into: mine) }
  }

  @Test(arguments: [
    "UPDATE rehearse.run SET round = 9223372036854775807", "UPDATE rehearse.run SET round = -1",
    "UPDATE rehearse.measurement SET value = -5", "UPDATE rehearse.step SET cpu = -5",
    "UPDATE rehearse.sample SET resident = -5", "UPDATE rehearse.experiment SET builds = '[{'",
    "UPDATE rehearse.step SET inside = '{}'", "UPDATE rehearse.profile SET profile = '[{'",
    "UPDATE rehearse.measurement SET value = 'NaN'",
    "UPDATE rehearse.measurement SET value = 'Infinity'",
    "UPDATE rehearse.experiment SET started_at = 'infinity'",
  ])
  func `pulling leaves out an experiment with an impossible row, and no other`(
    _ change: String
  ) throws {
    let mine = try store("mine")
    for _ in 1...2 { _ = try mine.add(Self.experiment) }
    var profiled = SampleExperiment.run(position: 1)
    profiled.profile = try Replay.profiles(pairs: 1)[0].candidate
    try mine.add([profiled, SampleExperiment.run(position: 2)], to: 1)
    try mine.add([SampleExperiment.run(position: 5)], to: 2)
    _ = try team().push(mine)
    let place =
      change.contains(".experiment ")
      ? " WHERE number = 1"
      : change.contains(".run ")
        ? " WHERE experiment = 1"
        : " WHERE run IN (SELECT uuid FROM rehearse.run WHERE experiment = 1)"
    try server.query(change + place)
    let yours = try store("yours")
    let transfer = try team().pull(into: yours)
    #expect(transfer.experiments == 1 && transfer.runs == 1, "\(transfer)")
    #expect(transfer.leftOut.count == 1)
    #expect(transfer.leftOut.first?.hasPrefix("1 of the team is left out: it holds ") == true)
    let taken = try yours.eachExperiment().map { try $0.get() }
    #expect(taken.count == 1)
    #expect(try runs(of: yours, taken[0].number ?? 0) == runs(of: mine, 2))
    // It is asked for again, and refused again.
    #expect(try team().pull(into: yours).leftOut.count == 1)
    #expect(try yours.eachExperiment().count == 1)
  }

  @Test(arguments: [
    (true, "lacks parts of other machines: 'rehearse merge' puts them together"),
    (false, "is not finished: 'rehearse resume' measures the rest"),
  ])
  func `an experiment that is unfinished or lacks parts here is named, and gets no runs`(
    _ isOfParts: Bool, _ reason: String
  ) throws {
    let mine = try store("mine")
    let all = (1...3).map { SampleExperiment.run(position: $0) }
    try mine.add(all, to: try #require(try mine.add(Self.experiment).number))
    #expect(try team().push(mine).runs == 3)
    let yours = try filled("yours")
    var open = isOfParts ? SampleExperiment.experiment() : Self.experiment
    open.completedAt = nil
    let number = try #require(try yours.add(open).number)
    try yours.add([all[0]], to: number)
    let transfer = try team().pull(into: yours)
    #expect(
      transfer.leftOut == ["1 of the team is left out, because experiment 2 here \(reason)"])
    #expect(transfer.runs == 0 && transfer.experiments == 0 && transfer.known == 1)
    #expect(try yours.runs(of: number).map(\.id) == [all[0].id])
    #expect(try yours.experiments().count == 2)
  }

  @Test func `unreadable new runs leave a known experiment as it was`() throws {
    let mine = try filled("mine")
    _ = try team().push(mine)
    let yours = try store("yours")
    _ = try team().pull(into: yours)
    let number = try #require(try yours.eachExperiment().first?.get().number)
    try mine.add(SampleExperiment.run(position: 9), to: 1)
    _ = try team().push(mine)
    try server.query("UPDATE rehearse.run SET round = -1 WHERE position = 9")
    let before = try runs(of: yours, number)
    let transfer = try team().pull(into: yours)
    #expect(transfer.runs == 0 && transfer.leftOut.count == 1, "\(transfer)")
    #expect(try runs(of: yours, number) == before)
  }

  @Test func `a wrong password or a missing right is reported without the password`() throws {
    let error = #expect(throws: SharingError.self) {
      try TeamStore(PostgresAddress(server.address(password: "wr0ng")))
    }
    #expect(error?.description.contains("password authentication failed") == true)
    #expect(error?.description.contains("wr0ng") == false)
    try server.query("CREATE ROLE reader LOGIN PASSWORD 'reader'")
    let address = server.address().replacing("postgres:p%40ss%20word", with: "reader:reader")
    let refused = #expect(throws: SharingError.self) {
      try TeamStore(PostgresAddress(address)).push(filled("mine", runs: 1))
    }
    #expect(refused?.description.contains("permission denied for database team") == true)
  }
}
