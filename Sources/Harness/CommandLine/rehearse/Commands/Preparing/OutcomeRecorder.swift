import Analysis
import CommandSupport
import Experimenting
import Recording
import Scenarios

/// Replays a scenario's stories, and returns the file's text with the outcomes of their steps. What could not
/// be recorded is reported on standard error.
struct OutcomeRecorder {
  let file: ScenarioFile
  /// The file, as given.
  let name: String
  /// A Boolean value indicating whether outcomes that are already expected are recorded again.
  let everything: Bool
  let equipment: Equipment

  struct Recording {
    var text: String
    /// The steps with a new expectation, one per line.
    var steps: [String] = []
    var outcome = Outcome.passed
    var runs: [Run] = []
  }

  /// The message on a recording that leaves the file unchanged, and in which nothing failed.
  func nothing(in recording: Recording) -> String {
    if !everything {
      return "\(name): every step has an expected outcome; --force records them again"
    }
    return recording.runs.isEmpty
      ? "\(name): nothing was replayed: an expected refusal stays, and many users do the steps of other stories"
      : "\(name): every step leads to what is expected"
  }

  func record() async throws -> Recording {
    var recording = Recording(text: file.text)
    let session = RecordingSession(file, everything: everything, equipment)
    let replays = ReplayText(file: name, places: ScenarioPlaces(of: file.text))
    // Most failures repeat, like outcomes.
    var reported: Set<String> = []
    let steps = try await session.carryOut { replayed in
      if let run = replayed.run { recording.runs.append(run) }
      guard replayed.outcome != .passed else { return }
      recording.outcome = max(recording.outcome, replayed.outcome)
      let lines = replays.lines(replayed)
      if reported.insert(lines[0]).inserted { lines.forEach(Console.warn) }
    }
    guard let steps else {
      recording.outcome = .interrupted
      return recording
    }
    var edit = try ExpectationEdit(file.text, file: name)
    for recorded in steps { write(recorded, into: &edit, &recording) }
    recording.text = edit.text
    return recording
  }

  private func write(
    _ recorded: RecordedStep, into edit: inout ExpectationEdit, _ recording: inout Recording
  ) {
    let label = edit.scenario[recorded.step]?.label ?? ""
    func refuse(_ reason: String) {
      let place = ScenarioPlaces(of: edit.text)?.steps[recorded.step]
      let text = place.map { "\(name):\($0.line):\($0.column): " } ?? "\(name): "
      Console.warn("\(text)not recorded: '\(label)' \(reason)")
      recording.outcome = max(recording.outcome, .toolFailed)
    }
    switch recorded.finding {
    case .repeats(let expectation):
      if expectation.isOfStatusAlone {
        Console.warn(
          "note: '\(label)' writes nothing to standard output. Name what it makes, as in expect: { files: { "
            + "out.txt: {} } }, and 'rehearse record --force' says what that holds."
        )
      }
      guard edit.scenario[recorded.step]?.expectation != expectation else { return }
      if edit.set(expectation, of: recorded.step) {
        recording.steps.append("\(recorded.step.story): \(label) → \(expectation.text)")
      } else {
        refuse(
          "is laid out in a way that can't be edited here. Add it by hand: expect: \(expectation.text)"
        )
      }
    case .differs(let difference):
      let remedy =
        edit.scenario[recorded.step]?.request == nil
        ? "Leave that out of the driver's answer" : "Name in 'changing' what may differ"
      refuse("has a different outcome each time: \(difference). \(remedy), or fix the build")
    case .empty: refuse("has nothing to expect: the answer has neither an outcome nor a digest")
    case .failure(let status):
      refuse(
        "answers with status \(status), which is an error. If it is meant: expect: { status: \(status) }"
      )
    // Why a replay did not get that far was already reported.
    case .unseen: break
    }
  }
}
