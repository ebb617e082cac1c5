import Programs
import Recording
import Running
import Scenarios
import Testing

@testable import Building
@testable import Experimenting

/// The order in which a side's stories are replayed under a tracer.
@Suite struct SideReplayTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  /// Replays stories, and returns the batches in which that was done; `replay` receives the number of batches so far.
  private func batches(
    _ stories: [String], twoOf separate: Set<String>,
    replay: @escaping (Int, String) -> Result<TracedInputs, RunFailure>
  ) throws -> (batches: [[String]], side: SideReplay, advances: [Int]) {
    var (batches, advances) = ([[String]](), [Int]())
    let side = SideInputs(name: "b", tree: nil, around: nil, executables: nil, maker: .nobody)
    var replayed = SideReplay(of: side, stage.equipment()) { stories in
      batches.append(stories)
      return stories.map { replay(batches.count, $0) }
    }
    try replayed.trace(stories, twoOf: separate) { advances.append($0) }
    return (batches, replayed, advances)
  }

  private static let read = TracedInputs(record: InputRecord(files: []))

  @Test func `two stories whose runs can't meet are replayed at once, others alone`() throws {
    let made = try batches(["s", "t", "u", "v", "w"], twoOf: ["s", "t", "v", "w"]) { _, _ in
      .success(Self.read)
    }
    #expect(made.batches == [["s", "t"], ["u"], ["v", "w"]] && made.advances == [2, 1, 2])
    #expect(made.side.side.stories.keys.sorted() == ["s", "t", "u", "v", "w"])
    #expect(made.side.gap == nil && made.side.handedOn.isEmpty)
  }

  @Test func `stories that could meet on this side are replayed again, alone`() throws {
    let writer = TracedInputs(record: InputRecord(files: []), written: ["/elsewhere/out"])
    let made = try batches(["s", "t", "u", "v"], twoOf: ["s", "t", "u", "v"]) { _, story in
      .success(["s", "u"].contains(story) ? writer : Self.read)
    }
    #expect(made.batches == [["s", "t"], ["u", "v"], ["s"], ["u"]] && made.advances == [2, 2])
  }

  @Test func `stories that use Python's bytecode are replayed again, alone`() throws {
    let importer = TracedInputs(
      record: InputRecord(files: [.init(path: "/m/__pycache__/m.cpython-311.pyc", uses: [.read])]))
    let made = try batches(["s", "t"], twoOf: ["s", "t"]) { _, story in
      .success(story == "t" ? importer : Self.read)
    }
    #expect(made.batches == [["s", "t"], ["t"]])
    #expect([made.side.side].separateStories == ["s", "t"])
    #expect([made.side.side].separateAnywhere == ["s"])
  }

  @Test func `a story that fails beside another is replayed alone, and only that counts`() throws {
    let failure = RunFailure(reason: .wrongOutcome, message: "expected count 1, found 2")
    let once = try batches(["s", "t"], twoOf: ["s", "t"]) { batch, story in
      batch == 1 && story == "t" ? .failure(failure) : .success(Self.read)
    }
    #expect(once.batches == [["s", "t"], ["t"]] && once.side.gap == nil)
    let always = try batches(["s", "t"], twoOf: ["s", "t"]) { _, story in
      story == "t" ? .failure(failure) : .success(Self.read)
    }
    #expect(
      always.side.gap == "'t' failed under the tracer on 'b': expected count 1, found 2"
        && always.side.side.stories.keys.sorted() == ["s"])
  }

  @Test func `who could have met a story that failed beside it is replayed alone, too`() throws {
    let failure = RunFailure(reason: .wrongOutcome, message: "expected count 1, found 2")
    let reader = TracedInputs(
      record: InputRecord(files: [.init(path: "/elsewhere/out", uses: [.read], content: "c")]))
    let writer = TracedInputs(record: InputRecord(files: []), written: ["/elsewhere/out"])
    let made = try batches(["s", "t", "u", "v"], twoOf: ["s", "t", "u", "v"]) { batch, story in
      story == "t"
        ? batch == 1 ? .failure(failure) : .success(writer)
        : .success(story == "s" ? reader : Self.read)
    }
    #expect(made.batches == [["s", "t"], ["u", "v"], ["t"], ["s"]] && made.side.gap == nil)
  }

  @Test func `a file that a story keeps shows in its next run whether that takes it`() throws {
    let file = "/elsewhere/cache"
    let first = TracedInputs(
      record: InputRecord(files: [.init(path: file, uses: [.missing, .written], size: 3)]))
    let next = TracedInputs(
      record: InputRecord(files: [.init(path: file, uses: [.read], content: "c", size: 3)]))
    let made = try batches(["s"], twoOf: []) { batch, _ in .success(batch == 1 ? first : next) }
    #expect(made.batches == [["s"], ["s"]])
    #expect(
      made.side.handedOn
        == [SharedInput(path: file, reason: .handedOn(story: "s", side: "b"))])
  }

  @Test(
    arguments: [
      (3, [.examined], true), (3, [.examined, .written], false), (3, [.missing, .written], false),
      (0, [.examined, .written], true), (nil, [.examined], false),
    ] as [(Int64?, [InputRecord.Use], Bool)])
  func `a file that the next run finds, and does not write again, is passed on unread`(
    _ size: Int64?, _ uses: [InputRecord.Use], _ isPassedOn: Bool
  ) throws {
    let made = try batches(["s"], twoOf: []) { batch, _ in
      let file = InputRecord.File(
        path: "/elsewhere/done", uses: batch == 1 ? [.missing, .written] : uses, size: size)
      return .success(TracedInputs(record: InputRecord(files: [file])))
    }
    #expect(made.side.handedOn.map(\.path) == (isPassedOn ? ["/elsewhere/done"] : []))
  }

  @Test func `a user who asks to stop is obeyed before the next replay`() throws {
    stage.interruption.raise()
    #expect(throws: CancellationError.self) {
      try batches(["s"], twoOf: []) { _, _ in .success(Self.read) }
    }
  }
}
