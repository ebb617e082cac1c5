import DriverProtocol
import Recording
import Scenarios

/// Replays stories to learn the outcomes of their steps, so that a scenario can expect them.
public struct RecordingSession: Sendable {
  /// The number of replays on each build: the second shows what does not repeat.
  public static let rounds = 2

  /// The steps whose outcome is recorded.
  public let steps: [StepReference]
  private let file: ScenarioFile
  private let equipment: Equipment

  /// Creates a session; nothing is done yet. An expected refusal stays: it is a decision, which no replay
  /// makes. With `everything`, other outcomes that the file already expects are recorded again.
  public init(_ file: ScenarioFile, everything: Bool, _ equipment: Equipment) {
    let scenario = file.scenario
    let selected = Set(file.replayedStories.map(\.name))
    steps = scenario.stepReferences.filter { reference in
      guard selected.contains(reference.story), let step = scenario[reference],
        scenario.story(named: reference.story)?.users == nil
      else { return false }
      if case .refusal = step.expectation { return false }
      return everything || !step.isRecorded || scenario.lacksWitness(at: reference)
    }
    self.file = file
    self.equipment = equipment
  }

  /// Builds and replays.
  /// - Parameter take: receives each replay before the next begins.
  /// - Returns: the outcomes of the steps, or nil if the user asked to stop.
  /// - Throws: the errors of ``ReplaySession/carryOut(take:)``.
  public func carryOut(take: (Replayed) throws -> Void) async throws -> [RecordedStep]? {
    guard !steps.isEmpty else { return [] }
    let stories = Set(steps.map(\.story))
    let scenario = file.scenario
    let open = try file.expectingNothing(of: Set(steps))
      .selecting(scenario.stories.map(\.name).filter(stories.contains), [])
    var seen: [StepReference: [RecordedStep.Sighting]] = [:]
    let session = ReplaySession(open, rounds: Self.rounds, equipment)
    let isComplete = try await session.carryOut { replayed in
      if let run = replayed.run, let story = scenario.story(named: run.story) {
        // Includes prerequisite stories: their outcomes may differ from those when replayed alone.
        for (reference, step) in zip(scenario.replayedSteps(of: story), run.steps) {
          seen[reference, default: []].append(RecordedStep.Sighting(of: step, in: run))
        }
      }
      try take(replayed)
    }
    guard isComplete else { return nil }
    return steps.map { reference in
      let seen = seen[reference] ?? []
      // On a build that fails earlier, it is unknown whether the outcome would be the same.
      let own = seen.count { $0.story == reference.story }
      return RecordedStep(
        step: reference, declared: scenario[reference],
        seen: own < Self.rounds * scenario.builds.count ? [] : seen)
    }
  }
}

extension Scenario {
  /// Without its last step's digest a cycle proves nothing.
  fileprivate func lacksWitness(at place: StepReference) -> Bool {
    guard let story = story(named: place.story), story.cycles != nil,
      place.index == story.steps.count - 1,
      case .outcome(_, let digest) = story.steps[place.index].expectation
    else { return false }
    return digest == nil
  }
}

/// A step's outcomes in several runs.
public struct RecordedStep: Sendable, Equatable {
  /// The step.
  public let step: StepReference
  /// The outcome to expect, or why there is none.
  public let finding: Finding

  /// The finding of the runs.
  public enum Finding: Sendable, Equatable {
    /// All runs had this outcome.
    case repeats(Expectation)
    /// Two runs had different outcomes, in words.
    case differs(String)
    /// The driver answers with neither facts nor a digest.
    case empty
    /// A server answers with this status of an error, which the file does not expect.
    case failure(status: Int)
    /// Not all runs completed it.
    case unseen
  }

  /// The outcome of a step in one run.
  struct Sighting: Equatable {
    let build: String
    let story: String
    let round: Int
    let facts: [String: Scalar]
    let digest: String?

    init(of step: StepRecord, in run: Run) {
      (build, story, round) = (run.build, run.story, run.round)
      (facts, digest) = (step.outcome, step.digest)
    }
  }

  init(step: StepReference, declared: Step?, seen: [Sighting]) {
    self.step = step
    guard let first = seen.first else {
      finding = .unseen
      return
    }
    for other in seen.dropFirst() {
      guard let difference = Self.difference(between: first, and: other) else { continue }
      finding = .differs(difference)
      return
    }
    if case .command(let expectation)? = declared?.expectation {
      finding = .repeats(.command(expectation.recording(first.facts)))
      return
    }
    if let status = declared?.undeclaredFailure(in: first.facts) {
      finding = .failure(status: status)
      return
    }
    let isEmpty = first.facts.isEmpty && first.digest == nil
    // The digest covers a driver's long facts, which are unreadable in a scenario. Of an answer it
    // covers no headers, and nothing that changes; which of these are wanted the file says.
    let facts = first.facts.filter {
      first.digest == nil || declared?.request != nil || $0.value.isShort
    }
    finding = isEmpty ? .empty : .repeats(.outcome(facts: facts, digest: first.digest))
  }

  /// How two outcomes differ, in words; nil if they are the same.
  private static func difference(between a: Sighting, and b: Sighting) -> String? {
    let names = Set(a.facts.keys).union(b.facts.keys).sorted()
    var found: (name: String, a: String?, b: String?)?
    if let name = names.first(where: { a.facts[$0] != b.facts[$0] }) {
      found = (name, a.facts[name]?.description, b.facts[name]?.description)
    } else if a.digest != b.digest {
      found = ("digest", a.digest, b.digest)
    }
    guard let found else { return nil }
    let (one, other) =
      a.build != b.build
      ? ("on '\(a.build)'", "on '\(b.build)'")
      : a.story != b.story
        ? ("when '\(a.story)' is replayed", "when '\(b.story)' is")
        : ("in run \(a.round)", "in run \(b.round)")
    return "'\(found.name)' is \(found.a ?? "missing") \(one), and \(found.b ?? "missing") \(other)"
  }
}

extension Step {
  /// The status of an error that a request led to, unless it is declared: whether a request may fail is a decision,
  /// which no replay makes.
  fileprivate func undeclaredFailure(in facts: [String: Scalar]) -> Int? {
    let name = AnswerPart.status.rawValue
    guard request != nil, case .integer(let status)? = facts[name], status >= 400 else {
      return nil
    }
    if case .outcome(let declared, _) = expectation, declared[name] == facts[name] { return nil }
    return status
  }
}

extension Scalar {
  /// Longer facts of drivers are not written into a scenario if a digest covers them.
  private static let readableLength = 200

  fileprivate var isShort: Bool { description.utf8.count <= Self.readableLength }
}

extension CommandExpectation {
  /// The command's expectation, with the contents of its standard output and its files. Empty output says
  /// nothing about the work.
  fileprivate func recording(_ facts: [String: Scalar]) -> CommandExpectation {
    func content(of file: String?) -> Content {
      func integer(_ fact: CommandFact) -> Int? {
        if case .integer(let value)? = facts[fact.name(of: file)] { value } else { nil }
      }
      guard case .text(let digest)? = facts[CommandFact.digest.name(of: file)],
        integer(.bytes) != 0
      else { return Content() }
      return Content(digest: digest, lines: integer(.lines))
    }
    return CommandExpectation(
      status: status, output: content(of: nil),
      files: Dictionary(uniqueKeysWithValues: files.keys.map { ($0, content(of: $0)) }))
  }
}
