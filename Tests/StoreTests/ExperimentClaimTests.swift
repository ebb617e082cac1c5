import Recording
import Store
import SystemPackage
import TestSupport
import Testing

/// Who may measure an experiment, and what is stored together.
@Suite struct ExperimentClaimTests {
  private let folder: ScratchFolder
  private let store: ResultStore
  private let other: ResultStore

  init() throws {
    folder = try ScratchFolder()
    store = try ResultStore(path: folder["store.sqlite"].string)
    other = try ResultStore(path: folder["store.sqlite"].string)
  }

  @Test func `an experiment that has begun is measured by one process at a time`() throws {
    let begun = try store.begin(SampleExperiment.experiment())
    let number = try #require(begun.experiment.number)
    #expect(number == 1 && other.isBeingMeasured(1))
    #expect(throws: StoreError.beingMeasured(number: 1)) { _ = try other.claim(1) }
    // Others are free.
    let second = try other.begin(SampleExperiment.experiment())
    #expect(second.experiment.number == 2 && store.isBeingMeasured(2))
    #expect(!store.isBeingMeasured(3))
    _ = (begun.claim, second.claim)
  }

  @Test func `a claim that was released can be taken again`() throws {
    do {
      let claim = try store.begin(SampleExperiment.experiment()).claim
      #expect(other.isBeingMeasured(1))
      _ = consume claim
    }
    #expect(!other.isBeingMeasured(1))
    let claim = try other.claim(1)
    #expect(store.isBeingMeasured(1))
    _ = consume claim
    #expect(
      StoreError.beingMeasured(number: 3).description
        == "Experiment 3 is being measured by another process at this moment.")
  }

  @Test func `a store in which nothing is measured has no file for claims`() throws {
    #expect(!store.isBeingMeasured(1))
    #expect(!folder.files.contains("store.sqlite-claims"))
  }

  @Test func `runs that belong together are stored all or not at all`() throws {
    _ = try store.add(SampleExperiment.experiment())
    let first = SampleExperiment.run(position: 1)
    var second = SampleExperiment.run(position: 2)
    second.id = first.id
    #expect(throws: StoreError.self) { try store.add([first, second], to: 1) }
    #expect(try store.runs(of: 1).isEmpty)
    try store.add([first, SampleExperiment.run(position: 2)], to: 1)
    #expect(try store.runs(of: 1).map(\.position) == [1, 2])
  }
}
