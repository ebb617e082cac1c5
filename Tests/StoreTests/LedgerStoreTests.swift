import Foundation
import GRDB
import Recording
import Store
import TestSupport
import Testing

@Suite struct LedgerStoreTests {
  private let folder: ScratchFolder
  private let store: ResultStore
  private let terms = Ledger.Terms(
    scenario: "inventory", sha256: "00ff", holdOut: ["big", "ümlaut"])

  init() throws {
    folder = try ScratchFolder()
    store = try ResultStore(path: folder.file("store.sqlite"))
  }

  private func subject(_ tree: String) -> Attempt.Subject {
    Attempt.Subject(base: "b1", baseTree: "b", candidate: "c\(tree)", tree: tree, build: "release")
  }

  private func ruling(_ verdict: Attempt.Verdict) -> Attempt.Ruling {
    Attempt.Ruling(verdict, because: "It’s \"so\".", at: SampleExperiment.date)
  }

  @Test func `a store without ledgers has none, and is not changed by the question`() throws {
    #expect(try store.ledger("l") == nil)
    #expect(try store.ledgers() == [])
    let tables = try DatabaseQueue(path: folder.file("store.sqlite")).read {
      try $0.tableExists("ledger")
    }
    #expect(!tables)
  }

  @Test func `a ledger keeps the terms that it began with`() throws {
    #expect(try store.ledger("l", else: terms) == Ledger(name: "l", terms: terms))
    let others = Ledger.Terms(scenario: "other", sha256: "")
    #expect(try store.ledger("l", else: others).terms == terms)
    _ = try store.ledger("a", else: others)
    #expect(try store.ledgers() == ["a", "l"])
  }

  @Test func `an attempt is read as it was stored, also over another connection`() throws {
    _ = try store.ledger("l", else: terms)
    var attempt = try store.begin(subject("t"), in: "l")
    #expect(attempt.number == 1 && attempt.ruling == nil)
    #expect(attempt.level == Ledger(name: "l", terms: terms).nextLevel)
    #expect(try store.ledger("l")?.attempts == [attempt])
    for verdict in Attempt.Verdict.allCases {
      attempt.experiment = 7
      attempt.ruling = ruling(verdict)
      try store.set(attempt, in: "l")
      let other = try ResultStore(existing: folder.file("store.sqlite"))
      #expect(try other.ledger("l")?.attempts == [attempt])
    }
  }

  @Test func `each attempt gets the level that those before it leave`() throws {
    _ = try store.ledger("l", else: terms)
    var first = try store.begin(subject("1"), in: "l")
    // The first one is not finished, and counts.
    let second = try store.begin(subject("2"), in: "l")
    #expect(second.number == 2 && second.level < first.level)
    first.ruling = ruling(.accepted)
    try store.set(first, in: "l")
    #expect(try store.begin(subject("3"), in: "l").level == second.level)
    // Another ledger has a budget of its own.
    _ = try store.ledger("m", else: terms)
    #expect(try store.begin(subject("1"), in: "m").level == first.level)
  }

  @Test func `a withdrawn attempt leaves nothing, and an unmeasured one is replaced`() throws {
    _ = try store.ledger("l", else: terms)
    let first = try store.begin(subject("1"), in: "l")
    try store.withdraw(first, from: "l")
    #expect(try store.ledger("l")?.attempts == [])
    var refused = try store.begin(subject("1"), in: "l")
    refused.level = 0
    refused.ruling = ruling(.refused)
    try store.set(refused, in: "l")
    let again = try store.begin(subject("1"), in: "l")
    #expect(again.level == first.level)
    #expect(try store.ledger("l")?.attempts == [again])
  }

  @Test(arguments: [
    "level = 2", "level = 'x'", "verdict = 'perfect'", "subject = '{}'", "number = -1",
    "judgedAt = 'never'",
  ])
  func `a damaged attempt is an error, not a crash`(_ change: String) throws {
    _ = try store.ledger("l", else: terms)
    var attempt = try store.begin(subject("1"), in: "l")
    attempt.ruling = ruling(.accepted)
    try store.set(attempt, in: "l")
    try DatabaseQueue(path: folder.file("store.sqlite")).write {
      try $0.execute(sql: "UPDATE attempt SET \(change)")
    }
    #expect(throws: StoreError.self) { try store.ledger("l") }
  }
}
