import Foundation
import GRDB
import Recording
import Store
import TestSupport
import Testing

@Suite struct RegressionNoteTests {
  private let folder: ScratchFolder
  private let store: ResultStore

  init() throws {
    folder = try ScratchFolder()
    store = try ResultStore(path: folder.file("store.sqlite"))
    _ = try store.add(SampleExperiment.experiment())
  }

  private func note(_ decision: RegressionNote.Decision) -> RegressionNote {
    RegressionNote(
      experiment: 1, cell: "list/cpu-time", decision: decision, decidedAt: SampleExperiment.date)
  }

  @Test func `the latest decision on a regression is kept`() throws {
    let day = try #require(CalendarDay("2027-01-31"))
    for decision in [.investigating, .accepted(until: day), .new] as [RegressionNote.Decision] {
      try store.set(note(decision))
      #expect(try store.regressionNotes() == [note(decision)])
    }
  }

  @Test func `a new decision is dated after the earlier one, even if that clock was ahead`() {
    let ahead = RegressionNote(
      experiment: 1, cell: "list/cpu-time", decision: .new,
      decidedAt: Date(timeIntervalSince1970: 2_000.5))
    func decided(_ seconds: Double, after earlier: RegressionNote?) -> Int {
      let note = RegressionNote(
        experiment: 1, cell: "list/cpu-time", decision: .investigating,
        at: Date(timeIntervalSince1970: seconds), after: earlier)
      return Int((note.decidedAt.timeIntervalSince1970 * 1_000).rounded())
    }
    #expect(decided(1_000, after: ahead) == 2_000_501)
    #expect(decided(3_000.0009, after: ahead) == 3_000_000)
    #expect(decided(1_000, after: nil) == 1_000_000)
  }

  @Test func `a decision is deleted with the check that found the regression`() throws {
    try store.set(note(.investigating))
    try DatabaseQueue(path: folder.file("store.sqlite")).write {
      try $0.execute(sql: "DELETE FROM experiment")
    }
    #expect(try store.regressionNotes().isEmpty)
    #expect(throws: StoreError.self) { try store.set(note(.new)) }
  }

  @Test(arguments: ["fixed", "accepted"])
  func `an impossible state of a regression is reported`(_ state: String) throws {
    try DatabaseQueue(path: folder.file("store.sqlite")).write {
      try $0.execute(
        sql: "INSERT INTO regression VALUES (1, 's/cpu-time', ?, NULL, '2026-01-01')",
        arguments: [state])
    }
    #expect(
      throws: StoreError.damaged(what: "the state '\(state)' of the regression 1/s/cpu-time")
    ) { try store.regressionNotes() }
  }
}
