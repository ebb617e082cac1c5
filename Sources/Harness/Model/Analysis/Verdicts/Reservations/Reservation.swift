import DriverProtocol
import Metrics
import Recording
import Scenarios

/// The reason why verdicts say less than they seem to.
public enum Reservation: Sendable, Hashable {
  /// The story calls nothing of the project that it should test.
  case placeholder(story: String)
  /// Only the exit status of commands is checked, or the status of answers, so that doing less work looks better: in
  /// these steps, or if nil, in the whole story.
  case statusAlone(story: String, steps: [String]?, ofAnswers: Bool)
  /// Code differs between both sides, but neither a story nor the build of its program read any changed file;
  /// or no story runs any of these functions, and nothing else differs.
  case unexercised(code: [String], functions: [String])
  /// Sources differ, but neither build read them, and both programs are the same.
  case unread([String])
  /// Not everything that both sides read is known, for this reason.
  case inputsUnknown(String)
  /// Both sides share listeners on sockets that are no service's.
  case sharedSockets([String])
  /// The code that drives the app differs between both sides, in these files.
  case harnessChanged([String])
  /// Both sides ran the harness of one revision, with these files taken from it.
  case oneHarness(of: String, files: [String])
  /// The scenario makes fewer checks than this baseline's own.
  case fewerChecks(than: String, Decision.DroppedChecks)
  /// The work of its steps moved elsewhere, or was not asked for, instead of becoming less.
  case moved(MovedWork)
  /// More requests of its users were sent again on the candidate, because they got no answer.
  case sentAgain(story: String, CountChange)

  /// The comparison's outcome due to it: a strict check fails if nothing that changed was run.
  var weight: Outcome {
    switch self {
    case .unexercised, .unread: .inconclusive
    case .placeholder, .statusAlone, .inputsUnknown, .sharedSockets, .harnessChanged,
      .oneHarness, .fewerChecks, .moved, .sentAgain:
      .passed
    }
  }

  /// The story's name; nil if it is about the whole comparison.
  public var story: String? {
    switch self {
    case .placeholder(let story), .statusAlone(let story, _, _), .sentAgain(let story, _): story
    case .unexercised, .unread, .inputsUnknown, .sharedSockets, .harnessChanged, .oneHarness,
      .fewerChecks:
      nil
    case .moved(let work): work.story
    }
  }
}

extension InputFinding {
  fileprivate var reservations: [Reservation] {
    [
      unexercisedCode.isEmpty ? nil : .unexercised(code: unexercisedCode, functions: []),
      unrun.map { .unexercised(code: differing.filter(SourceFile.isCode), functions: $0) },
      unread.isEmpty ? nil : .unread(unread),
      gap.map(Reservation.inputsUnknown),
      sockets.isEmpty ? nil : .sharedSockets(sockets),
    ].compactMap(\.self)
  }
}

extension HarnessFinding {
  /// The reservation about a comparison, which is measured if both sides were run; nil if there is none.
  fileprivate func reservation(isMeasured: Bool) -> Reservation? {
    if let source { return .oneHarness(of: source, files: taken) }
    return differing.isEmpty || !isMeasured ? nil : .harnessChanged(differing)
  }
}

extension ExperimentAnalysis {
  /// The measured scenario; nil if there is none, as with commands and imports.
  var scenario: Scenario? {
    experiment.scenario.isEmpty ? nil : try? ScenarioParser.parse(experiment.scenario, file: "")
  }

  /// The reservations about the comparison and its stories, in their order.
  var reservations: [Reservation] {
    let isMeasured = experiment.decision?.proof == nil
    let harness = experiment.decision?.harness?.reservation(isMeasured: isMeasured)
    let fewer = experiment.decision.flatMap { decision in
      decision.dropped.map { Reservation.fewerChecks(than: decision.baseline, $0) }
    }
    let ofSides =
      [fewer, harness].compactMap(\.self) + (experiment.decision?.inputs?.reservations ?? [])
    guard let scenario else { return ofSides }
    return ofSides
      + stories.compactMap { name in
        // What is proven to be the same on both sides was not measured.
        guard experiment.decision?.proof(of: name) == nil, let story = scenario.story(named: name)
        else { return nil }
        if story.placeholder != nil { return .placeholder(story: name) }
        let steps = scenario.stepsOfStatusAlone(in: story)
        if steps.isEmpty { return nil }
        return .statusAlone(
          story: name, steps: scenario.isOfStatusAlone(story) ? nil : steps,
          ofAnswers: scenario.isOfRequests)
      }
  }

  /// The stories of many users of whom a candidate left more requests without an answer, as these were sent again.
  func moreSentAgain(than baseline: String, on candidate: String) -> [Reservation] {
    stories.compactMap { story in
      let passed = runs.filter { $0.story == story && $0.passed }
      let kind = Metric.latencyP50.kinds.first { kind in passed.contains { $0.kind == kind } }
      func counts(_ build: String) -> [Double] {
        passed.filter { $0.build == build && $0.kind == kind }
          .map { Double($0.countOfLoads("sent-again")) }
      }
      let change = CountChange(unpaired: counts(baseline), counts(candidate))
      return change.candidate.mean > change.baseline.mean
        ? .sentAgain(story: story, change) : nil
    }
  }
}

extension Run {
  /// A count of its loads' outcomes, by name; 0 if they have none.
  func countOfLoads(_ name: String) -> Int {
    ownSteps.reduce(0) { sum, step in
      // A driver may have a fact of the same name.
      guard step.latencies?.requests != nil, case .integer(let count)? = step.outcome[name]
      else { return sum }
      return sum &+ count
    }
  }
}
