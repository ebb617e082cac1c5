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
    RegressionNote(regression: "1/list/cpu-time", experiment: 1, decision: decision)
  }

  @Test func `the latest decision is kept`() throws {
    let day = try #require(CalendarDay("2027-01-31"))
    for decision in [.investigating, .accepted(until: day), .new] as [RegressionNote.Decision] {
      try store.set(note(decision))
      #expect(try store.regressionNotes() == ["1/list/cpu-time": note(decision)])
    }
  }

  @Test func `a decision goes with the check that found the regression`() throws {
    try store.set(note(.investigating))
    try DatabaseQueue(path: folder.file("store.sqlite")).write {
      try $0.execute(sql: "DELETE FROM experiment")
    }
    #expect(try store.regressionNotes().isEmpty)
    #expect(throws: StoreError.self) { try store.set(note(.new)) }
  }

  @Test(arguments: ["fixed", "accepted"])
  func `a state that can't be is reported`(_ state: String) throws {
    try DatabaseQueue(path: folder.file("store.sqlite")).write {
      try $0.execute(
        sql: "INSERT INTO regression VALUES ('1/s/cpu-time', 1, ?, NULL)", arguments: [state])
    }
    #expect(
      throws: StoreError.damaged(what: "the state '\(state)' of the regression 1/s/cpu-time")
    ) { try store.regressionNotes() }
  }
}
