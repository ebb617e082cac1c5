import Analysis
import DriverProtocol
import Exporting
import Foundation
import Profiling
import Recording
import Reports
import Scenarios
import Scorecards
import Store
import Tables

/// A scenario is read, or every mistake has a place in the text.
func readScenario(_ input: [UInt8]) -> Bool {
  let text = String(decoding: input, as: UTF8.self)
  _ = ScenarioParser.name(in: text)
  editScenario(text)
  do {
    let scenario = try ScenarioParser.parse(text, file: "s.yml")
    require(!scenario.builds.isEmpty && !scenario.stories.isEmpty, "nothing to do, and no mistake")
    for story in scenario.stories {
      _ = scenario.prerequisites(of: story)
      for file in scenario.files(of: story) {
        require(StepFiles.name(of: file) != nil, "'\(file)' is to be copied and has no name")
      }
      for step in story.steps {
        require(step.label.count <= 200 || step.command == nil, "a command's label is no line")
        _ = step.command?.resolved(by: scenario.builds[0].variables)
      }
    }
    require(ScenarioPlaces(of: text) != nil, "a scenario without places")
    return true
  } catch {
    requirePlaces(of: error, in: text)
    return false
  }
}

/// What profilers print is read, or the line is named that is not understood.
func readProfilers(_ input: [UInt8]) -> Bool {
  let text = String(decoding: input, as: UTF8.self)
  var isTaken = false
  do {
    _ = try PerfScript(text, of: .offCPUTime, windows: [0..<Int64.max])
      .profile(names: FunctionNames(programs: []), samplePeriod: PerfScript.waitingTime)
    let script = try PerfScript(text, windows: [0..<Int64.max])
    let profile = try script.profile(names: FunctionNames(programs: ["driver"]), samplePeriod: 1)
    require(profile.samples == 0 || !profile.nodes.isEmpty, "samples of nothing")
    let stored = try JSONDecoder().decode(Profile.self, from: JSONEncoder().encode(profile))
    require(stored == profile, "a profile is stored as another")
    isTaken = true
  } catch {
    require(!"\(error)".isEmpty, "refused without words")
  }
  do {
    isTaken = try !SymbolizerOutput(text).inlined.isEmpty || isTaken
  } catch {
    require(!error.description.isEmpty, "refused without words")
  }
  do {
    var profile = CallgrindProfile()
    try profile.add(text)
    isTaken = isTaken || !profile.counts.functions.isEmpty
  } catch {
    require(!error.description.isEmpty, "refused without words")
  }
  return isTaken
}

/// A scorecard is read and computed, or every mistake has a place in the text.
func readScorecard(_ input: [UInt8]) -> Bool {
  let text = String(decoding: input, as: UTF8.self)
  do {
    let card = try ScorecardReader.parse(text, file: "s.yml")
    require(
      !card.criteria.isEmpty && card.alternatives.count != 1, "nothing to weigh, and no mistake")
    let result = try ScorecardResult(card, [:])
    let all = result.weights.shares.reduce(0, +)
    require(abs(all - 1) < 1e-9, "shares of \(all)")
    for index in card.criteria.indices {
      let range = result.weights.range(of: index)
      require(range.lowerBound >= 0 && range.upperBound <= 1, "a share of \(range)")
    }
    for pair in result.orientedPairs {
      let product = pair.product
      require(product.logScore.isFinite && product.logScore >= 0, "a score of \(product.logScore)")
      require(product.overAll.lowerBound.isFinite && product.overAll.upperBound.isFinite, "no end")
    }
    _ = ScorecardText.sentences(result)
    require((try? Table.scorecard(result)) != nil, "no table")
    return true
  } catch let error as InvalidScenario {
    requirePlaces(of: error, in: text)
    return false
  } catch {
    fatalError("refused without a place: \(error)")
  }
}

private func requirePlaces(of error: InvalidScenario, in text: String) {
  require(!error.problems.isEmpty, "refused without a mistake")
  let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
  for problem in error.problems {
    require((1...lines + 1).contains(problem.place.line), "\(problem) is beyond \(lines) lines")
    require(problem.place.column > 0, "\(problem)")
  }
}

/// Each step gets another expected outcome, or the text stays as it is.
private func editScenario(_ text: String) {
  guard let edit = try? ExpectationEdit(text, file: "s.yml") else { return }
  let expectation = Expectation.outcome(
    facts: ["count": .integer(-7), "a: b": .text("no\n#\u{7F}"), "n": .number(1e-9)], digest: "007")
  for step in edit.scenario.stepReferences.prefix(8) {
    var edited = edit
    let isSet = edited.set(expectation, of: step)
    require(isSet || edited.text == text, "a refusal that changes the text")
    require(
      edited.scenario == (isSet ? edit.scenario.expecting([step: expectation]) : edit.scenario),
      "another scenario")
  }
}

/// Each line is a message that can be written and read again as it was, or is told from one.
func readLines(_ input: [UInt8]) -> Bool {
  var isTaken = true
  for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    let reply = message(Reply.self, in: line)
    let request = message(Request.self, in: line)
    isTaken = isTaken && (reply != nil || request != nil)
    if let reply {
      _ = Expectation.refusal(code: "no").objection(to: reply)
      _ = Expectation.command(CommandExpectation()).objection(to: reply)
      _ = Expectation.outcome(facts: ["count": .integer(3)], digest: "00").objection(to: reply)
    }
  }
  return isTaken
}

private func message<Message: Codable & Equatable>(
  _ type: Message.Type, in line: ArraySlice<UInt8>
) -> Message? {
  do {
    let message = try LineCodec.message(type, from: line)
    let again = try LineCodec.message(type, from: LineCodec.line(message).dropLast())
    require(again == message, "\(message) was written and read as \(again)")
    return message
  } catch let error as ProtocolError {
    require(!error.reason.isEmpty, "refused without a reason")
  } catch {
    fatalError("what was read can't be written: \(error)")
  }
  return nil
}

/// Whatever is refused in a file names its place.
private func requirePlace(_ error: StoreError) {
  guard case .malformed(_, let line, let column, let found, _) = error else {
    fatalError("refused without a place: \(error)")
  }
  require(line > 0 && column > 0 && !found.isEmpty, "\(error)")
}

/// Measurements are taken in, or a field is named; runs are written as a file that gives the same.
func readMeasurements(_ input: [UInt8]) -> Bool {
  var measurements = ImportedMeasurements()
  do {
    try measurements.add(String(decoding: input, as: UTF8.self), file: "m.csv", build: "b")
  } catch {
    requirePlace(error)
    return false
  }
  require(measurements.rounds <= measurements.runs.count, "more rounds than runs")
  var text = ""
  LongCSV.write(measurements.runs, of: SampleExperiment.imported, to: &text)
  var again = ImportedMeasurements()
  do {
    try again.add(text, file: "again.csv", build: "b")
  } catch {
    fatalError("what was read can't be read again: \(error)")
  }
  require(
    again.runs.map(\.measurements) == measurements.runs.map(\.measurements), "other measurements")
  return true
}

/// A baseline is read, or a place in its text is named; as it is written again it is the same.
func readBaseline(_ input: [UInt8]) -> Bool {
  let baseline: Baseline
  do {
    baseline = try BaselineFolder.baseline(in: Data(input), file: "main.json")
  } catch {
    requirePlace(error)
    return false
  }
  do {
    let text = try BaselineJSON.text(baseline)
    let again = try BaselineFolder.baseline(in: Data(text.utf8), file: "again.json")
    require(again.stories == baseline.stories && again.build == baseline.build, "another baseline")
    return true
  } catch {
    fatalError("what was read can't be written and read again: \(error)")
  }
}
