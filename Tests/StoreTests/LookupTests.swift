import Foundation
import GRDB
import Recording
import Store
import SystemPackage
import TestSupport
import Testing

@Suite struct LookupTests {
  private let folder: ScratchFolder
  private let store: ResultStore

  init() throws {
    folder = try ScratchFolder()
    store = try ResultStore(path: folder["store.sqlite"].string)
  }

  private func add(_ names: String...) throws {
    for name in names { _ = try store.add(SampleExperiment.experiment(name: name)) }
  }

  @Test func `an experiment is found by number, by name or as the latest`() throws {
    try add("a", "b", "a", "c")
    #expect(try store.experiment("2").name == "b")
    #expect(try store.experiment("a").number == 3)
    #expect(try store.experiment("latest").number == 4)
    #expect(try store.experiments().map(\.number) == [1, 2, 3, 4])
  }

  @Test func `experiments are read a page at a time, and an unreadable one hides no other`() throws
  {
    try add("a", "b", "c", "d", "e")
    try DatabaseQueue(path: folder.file("store.sqlite")).write {
      try $0.execute(sql: "UPDATE experiment SET builds = '[{' WHERE number = 3")
    }
    let first = try store.latest(2)
    #expect(first.experiments.map(\.name) == ["e", "d"] && first.count == 5)
    #expect(first.older == 4)
    let second = try store.latest(2, before: 4)
    #expect(second.experiments.map(\.name) == ["b"] && second.older == 2)
    let last = try store.latest(2, before: 2)
    #expect(last.experiments.map(\.name) == ["a"] && last.older == nil)
    #expect(try store.latest(2, before: 1).experiments.isEmpty)
    #expect(try store.experiment(numbered: 2)?.name == "b")
    #expect(try store.experiment(numbered: 6) == nil)
    #expect(throws: StoreError.self) { try store.experiment(numbered: 3) }
  }

  @Test func `a name made of digits is found, but a number comes first`() throws {
    try add("a", "2015", "1")
    #expect(try store.experiment("2015").number == 2)
    #expect(try store.experiment("1").number == 1)
  }

  @Test func `an unknown experiment is reported with the latest five`() throws {
    try add("a", "b", "c", "d", "e", "f")
    #expect(
      failure("x")
        == "There is no experiment 'x'. The latest are 6 (f), 5 (e), 4 (d), 3 (c), 2 (b).")
    #expect(failure("7")?.hasPrefix("There is no experiment '7'. ") == true)
  }

  @Test func `a misspelt name gets a suggestion`() throws {
    try add("inventory", "demo")
    #expect(failure("invntory")?.hasSuffix(" Did you mean 'inventory'?") == true)
  }

  @Test func `looking up in an empty store reports that it is empty`() {
    #expect(failure("latest") == "The store holds no experiment yet.")
  }

  private func failure(_ reference: String) -> String? {
    do throws(StoreError) {
      _ = try store.experiment(reference)
      return nil
    } catch {
      return error.description
    }
  }
}
