import Foundation
import Recording
import Store
import TestSupport
import Testing

@testable import Experimenting

/// Programs that are not one file, such as scripts with modules: what else they are is known by their
/// repository alone.
@Suite struct SourceChangeTests {
  /// A commit of one digit, with changes if any are named.
  private static func revision(_ commit: Character, changes: String? = nil) -> Revision {
    Revision(
      commit: String(repeating: commit, count: 40), branch: nil,
      committedAt: Date(timeIntervalSince1970: 0), isDirty: changes != nil, changes: changes)
  }

  /// An interpreter's script, of a revision or in place.
  private static func script(_ name: String, of revision: Revision? = nil) -> BuildRecord {
    BuildRecord(
      name: name, recipe: "python3 app.py", files: ["python3": "1f", "app.py": "2e"],
      revision: revision)
  }

  /// What changed from an experiment with such builds in such a repository to another one.
  private func changes(
    _ then: (builds: [BuildRecord], place: Revision?),
    _ now: (builds: [BuildRecord], place: Revision?)
  ) -> [String] {
    func experiment(_ side: (builds: [BuildRecord], place: Revision?)) -> Experiment {
      var experiment = Replay.experiment(stories: ["s"], builds: side.builds, rounds: 1)
      experiment.revision = side.place
      return experiment
    }
    return experiment(then).changes(to: experiment(now))
  }

  @Test func `files that stories work on are no others when an experiment is resumed`() {
    func experiment(_ contents: String?) -> Experiment {
      var experiment = Replay.experiment(stories: ["s", "t"], builds: [], rounds: 1)
      experiment.stories[1].contents = contents
      return experiment
    }
    #expect(experiment("1f").changes(to: experiment("1f")) == [])
    #expect(
      experiment("1f").changes(to: experiment("2e")) == [
        "files that 't' works on were changed"
      ])
  }

  @Test func `a baseline of another commit is another program`() {
    func sides(_ commit: Character) -> ([BuildRecord], Revision?) {
      ([Self.script("main", of: Self.revision(commit))], Self.revision("c"))
    }
    #expect(changes(sides("a"), sides("a")) == [])
    #expect(
      changes(sides("a"), sides("b")) == [
        "the build 'main' is of other files: its commit was aaaaaaa and is bbbbbbb"
      ])
  }

  @Test func `files in place are another program with another commit or other changes`() {
    func sides(_ place: Revision?) -> ([BuildRecord], Revision?) { ([Self.script("a")], place) }
    let (clean, changed) = (Self.revision("a"), Self.revision("a", changes: "1"))
    #expect(changes(sides(clean), sides(clean)) == [])
    #expect(changes(sides(changed), sides(changed)) == [])
    #expect(
      changes(sides(clean), sides(Self.revision("b"))) == [
        "the build 'a' is of other files: its commit was aaaaaaa and is bbbbbbb"
      ])
    #expect(
      changes(sides(clean), sides(changed)) == [
        "the build 'a' is of other files: their changes since the commit aaaaaaa differ"
      ])
    #expect(changes(sides(changed), sides(Self.revision("a", changes: "2"))).count == 1)
    // Outside of a repository nothing is known.
    #expect(changes(sides(nil), sides(clean)) == [])
  }

  @Test func `new files beside unchanged ones don't make a work tree another program`() {
    // Its commit is one of its own with all files, a store's, too.
    func sides(_ commit: Character, _ place: Revision) -> ([BuildRecord], Revision?) {
      ([Self.script("work-tree", of: Self.revision(commit, changes: ""))], place)
    }
    #expect(changes(sides("d", Self.revision("a")), sides("e", Self.revision("a"))) == [])
    let changed = Self.revision("a", changes: "1")
    #expect(changes(sides("d", changed), sides("e", changed)) == [])
    #expect(
      changes(sides("d", Self.revision("a")), sides("e", changed)) == [
        "the build 'work-tree' is of other files: its commit was ddddddd* and is eeeeeee*"
      ])
  }

  @Test func `of a program of one file only the file counts`() {
    func sides(_ place: Revision) -> ([BuildRecord], Revision?) {
      ([BuildRecord(name: "a", recipe: "make", sha256: "1f")], place)
    }
    #expect(changes(sides(Self.revision("a")), sides(Self.revision("b"))) == [])
  }

  /// A part of two, of scripts whose baseline is of a commit.
  private func part(_ number: Int, against commit: Character) async throws -> SessionStage {
    var machine = try PartMachine()
    machine.parts = 2
    try await machine.make(number)
    var experiment = try machine.stage.store.experiment("1")
    let runs = try machine.stage.runs()
    let builds = [
      Self.script("a", of: Self.revision(commit)), Self.script("b", of: Self.revision("c")),
    ]
    var part = try #require(experiment.partition?.parts.first)
    part.builds = builds
    experiment.partition?.take(part)
    (experiment.number, experiment.builds) = (nil, builds)
    let stage = try SessionStage()
    _ = try stage.store.merge(runs, into: experiment)
    return stage
  }

  @Test func `a part that was measured against another commit of a script is refused`()
    async throws
  {
    let merged = try SessionStage()
    func merge(_ stage: SessionStage) throws {
      let taken = try MergeSession(into: merged.store).take(stage.store, named: "part.sqlite")
      _ = try #require(taken.first).get()
    }
    try merge(await part(1, against: "a"))
    let other = try await part(2, against: "b")
    let error = #expect(throws: Refusal.self) { try merge(other) }
    #expect(
      error?.description
        == "part.sqlite: part 2 of 'n2' does not belong to the parts that are there: the build 'a' is of "
        + "other files: its commit was aaaaaaa and is bbbbbbb. Make it anew as they were made, or merge into "
        + "another store.")
    try merge(await part(2, against: "a"))
    #expect(try merged.store.experiment("1").partition?.missing == [])
  }
}
