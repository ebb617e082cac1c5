import DriverProtocol
import Recording
import Scenarios

/// Replays stories to learn what their steps lead to, so that a scenario can expect it.
public struct RecordingSession: Sendable {
  /// The number of replays on each build: what does not repeat shows by the second.
  public static let rounds = 2

  /// The steps whose outcome is to be recorded.
  public let steps: [StepReference]
  private let file: ScenarioFile
  private let equipment: Equipment

  /// A session; nothing is done yet.
  ///
  /// A refusal that a step expects stays: what a driver refuses is a decision, which no replay makes.
  /// - Parameter everything: whether the outcomes that the file expects are recorded anew.
  public init(_ file: ScenarioFile, everything: Bool, _ equipment: Equipment) {
    let scenario = file.scenario
    let selected = Set(scenario.stories.filter(file.isSelected).map(\.name))
    steps = scenario.stepReferences.filter { reference in
      guard selected.contains(reference.story), let step = scenario[reference] else { return false }
      if case .refusal = step.expectation { return false }
      return everything || !step.isRecorded || scenario.lacksWitness(at: reference)
    }
    self.file = file
    self.equipment = equipment
  }

  /// Builds and replays.
  /// - Parameter take: receives each replay before the next begins.
  /// - Returns: what the steps led to, or nil where the user asked to stop.
  /// - Throws: as ``ReplaySession/carryOut(take:)``.
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
        // Also what stories before it led to: they may lead to something else there than alone.
        for (reference, step) in zip(scenario.replayedSteps(of: story), run.steps) {
          seen[reference, default: []].append(RecordedStep.Sighting(of: step, in: run))
        }
      }
      try take(replayed)
    }
    guard isComplete else { return nil }
    return steps.map { reference in
      let seen = seen[reference] ?? []
      // On a build that fails before, nobody knows whether it would lead to the same.
      let own = seen.count { $0.story == reference.story }
      return RecordedStep(
        step: reference, expecting: scenario[reference]?.expectation,
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

/// What a step led to in several runs.
public struct RecordedStep: Sendable, Equatable {
  /// The step.
  public let step: StepReference
  /// The outcome that can be expected, or why there is none.
  public let finding: Finding

  /// What the runs show.
  public enum Finding: Sendable, Equatable {
    /// All runs led to this.
    case repeats(Expectation)
    /// Two runs led to different outcomes, in words.
    case differs(String)
    /// The driver answers with neither facts nor a digest.
    case empty
    /// Not all runs came to its end.
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

  init(step: StepReference, expecting expectation: Expectation?, seen: [Sighting]) {
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
    if case .command(let expectation)? = expectation {
      finding = .repeats(.command(expectation.recording(first.facts)))
      return
    }
    let isEmpty = first.facts.isEmpty && first.digest == nil
    // The digest covers them, and nobody reads them in a scenario.
    let facts = first.facts.filter { first.digest == nil || $0.value.isShort }
    finding = isEmpty ? .empty : .repeats(.outcome(facts: facts, digest: first.digest))
  }

  /// What sets two outcomes apart, in words; nil where they are the same.
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

extension Scalar {
  /// The number of characters up to which a fact is written into a scenario where a digest covers it.
  private static let readableLength = 200

  fileprivate var isShort: Bool { description.utf8.count <= Self.readableLength }
}

extension CommandExpectation {
  /// The same command's, with what its standard output and its files were seen to hold. What is empty
  /// says nothing of the work that was done.
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
