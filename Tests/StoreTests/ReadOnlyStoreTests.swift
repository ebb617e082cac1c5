import Foundation
import Recording
import Store
import TestSupport
import Testing

@Suite(.enabled(if: MountedVolume.isAllowed, "Mounting a file system takes root."))
struct ReadOnlyStoreTests {
  private let volume: MountedVolume
  private let path: String

  init() throws {
    volume = try MountedVolume(size: "8m")
    path = volume.folder.file("a #store?.sqlite")
  }

  /// A store with a run, closed, so that nothing stands in its log.
  @discardableResult
  private func fill() throws -> Run {
    let store = try ResultStore(path: path)
    _ = try store.add(SampleExperiment.experiment())
    let run = SampleExperiment.run()
    try store.add(run, to: 1)
    return run
  }

  @Test func `a store on a read-only file system can be read`() throws {
    let run = try fill()
    try volume.makeReadOnly()
    let store = try ResultStore(existing: path)
    #expect(try store.experiments().map(\.name) == ["inventory"])
    #expect(try store.details(of: #require(try store.runs(of: 1).first)) == run)
    #expect(!store.isBeingMeasured(1))
  }

  @Test func `writing to a read-only store is refused with the reason`() throws {
    try fill()
    try volume.makeReadOnly()
    let refusal = StoreError.readOnly(path: path, reason: "Read-only file system")
    #expect(throws: refusal) { try ResultStore(path: path) }
    #expect(throws: refusal) { try ResultStore(existing: path).complete(1, at: Date()) }
    #expect(
      StoreError.readOnly(path: "a", reason: "Read-only file system").description
        == "The store a can be read, but not written: Read-only file system. --store names another."
    )
  }

  @Test func `a store that can't be made says what is wrong with its folder`() throws {
    try volume.makeReadOnly()
    let reason = "the folder \(volume.folder.path) can't be written: Read-only file system"
    #expect(throws: StoreError.unusable(path: path, reason: reason)) {
      try ResultStore(path: path)
    }
  }

  @Test func `an empty file is not a store`() throws {
    try volume.folder.add("empty", "")
    try volume.makeReadOnly()
    let file = volume.folder.file("empty")
    #expect(throws: StoreError.unusable(path: file, reason: "it is empty")) {
      try ResultStore(existing: file)
    }
  }
}
