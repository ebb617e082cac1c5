import Building
import Programs
import Recording
import Running

/// Replays the stories of one side under a tracer, and keeps what they read.
struct SideReplay {
  /// The side, with the inputs of the stories that passed.
  private(set) var side: SideInputs
  private var failures: [String: RunFailure] = [:]
  private var passedOn: [String: [SharedInput]] = [:]
  private let equipment: Equipment
  private let replay: ([String]) -> [Result<TracedInputs, RunFailure>]

  /// Nothing is replayed yet; `replay` replays one story, or two at once.
  init(
    of side: SideInputs, _ equipment: Equipment,
    replaying replay: @escaping ([String]) -> [Result<TracedInputs, RunFailure>]
  ) {
    (self.side, self.equipment, self.replay) = (side, equipment, replay)
    self.side.stories = [:]
  }

  /// The reason why some stories are unknown; nil if all passed.
  var gap: String? {
    failures.min { $0.key < $1.key }.map { story, failure in
      "'\(story)' failed under the tracer on '\(side.name)': \(failure.message)"
    }
  }

  /// The files that stories pass on to their next runs.
  var handedOn: [SharedInput] { passedOn.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// Replays stories, two at once if the runs of both can't meet as far as the other sides tell; `advance` receives
  /// the number of replays that end the next time. Those that could meet on this side, or failed, are replayed alone
  /// once more.
  /// - Throws: `CancellationError` if the user asked to stop.
  mutating func trace(
    _ stories: [String], twoOf separate: Set<String>, advance: (Int) -> Void
  ) throws {
    var (left, atOnce) = (stories[...], [String]())
    while !left.isEmpty {
      let two = left.prefix(2)
      let next = Array(two.count == 2 && separate.isSuperset(of: two) ? two : two.prefix(1))
      advance(next.count)
      left.removeFirst(next.count)
      if next.count == 2 { atOnce += next }
      try trace(next)
    }
    // What failed has no record, so whoever could have met it is known only later.
    var again = atOnce.filter { failures[$0] != nil }
    repeat {
      for story in again { try trace([story]) }
      atOnce.removeAll(where: again.contains)
      let separate = [side].separateAnywhere
      again = atOnce.filter { !separate.contains($0) }
    } while !again.isEmpty
  }

  private mutating func trace(_ stories: [String]) throws {
    if equipment.interruption.isRaised { throw CancellationError() }
    equipment.reporter.report(
      .status(
        "Recording the files that \(stories.joined(separator: " and ")) read on '\(side.name)'"))
    for (story, inputs) in zip(stories, replay(stories)) {
      (side.stories[story], failures[story], passedOn[story]) = (nil, nil, nil)
      do throws(RunFailure) {
        try take(inputs.get(), of: story)
      } catch {
        if error.reason == .interrupted { throw CancellationError() }
        failures[story] = error
      }
    }
  }

  private mutating func take(_ inputs: TracedInputs, of story: String) throws(RunFailure) {
    side.stories[story] = inputs
    passedOn[story] = inputs.handedOn.sorted().map {
      SharedInput(path: $0, reason: .socket(story: story, side: side.name))
    }
    let kept = inputs.record.kept
    // Only a next run can tell whether it reads the file or overwrites it.
    guard !kept.isEmpty else { return }
    let next = try replay([story])[0].get()
    passedOn[story]? += next.record.files.filter { kept[$0.path]?.isTaken(by: $0) ?? false }.map {
      SharedInput(path: $0.path, reason: .handedOn(story: story, side: side.name))
    }
  }
}

extension InputRecord {
  /// The files that were searched for, later written, and still exist: a program may keep them for its next
  /// run.
  fileprivate var kept: [String: File] {
    files.filter { file in
      file.uses.contains(.written) && file.uses.contains { $0 != .written }
        && !InputComparison.isCheckedCache(file.path)
    }.reduce(into: [:]) { $0[$1.path] = $1 }
  }
}

extension InputRecord.File {
  /// Returns whether a run that finds this file of the previous run does other work.
  fileprivate func isTaken(by next: Self) -> Bool {
    let isFound = uses.contains(.missing) && !next.uses.contains(.missing)
    // The existence of an empty file, such as a lock, carries no other information.
    if size == 0 { return isFound }
    // A run that finds a file, and does not write it again, spares its work. Folders have no size.
    return next.isContent || isFound && size != nil && !next.uses.contains(.written)
  }
}
