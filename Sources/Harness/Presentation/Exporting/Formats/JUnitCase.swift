import Analysis
import Metrics
import Recording
import Reports
import Scenarios
import Statistics

struct JUnitCase {
  let story: String
  let name: String
  /// Elapsed time of the measured runs, s, written to the microsecond; 0 if unknown, because some readers
  /// refuse a case without a time.
  var time = 0.0
  /// Nil if it passed.
  var outcome: Outcome?

  /// The reason why it did not pass.
  struct Outcome {
    enum ElementName: String { case failure, error, skipped }
    let kind: ElementName
    let type: String
    let message: String
    var detail = ""
  }

  func element(in suite: String) -> XMLElement {
    let attributes = [
      ("classname", "\(suite).\(story)"), ("name", name),
      ("time", NumberFormat.decimals(6).string(for: time)),
    ]
    return XMLElement(
      name: "testcase", attributes: attributes.map { (name: $0.0, value: $0.1) },
      children: outcome.map { [$0.element] } ?? [])
  }
}

extension JUnitCase.Outcome {
  fileprivate var element: XMLElement {
    // A skipped case has only a message.
    let type = kind == .skipped ? [] : [(name: "type", value: type)]
    return XMLElement(
      name: kind.rawValue, attributes: type + [(name: "message", value: message)], text: detail)
  }
}

extension JUnitCase {
  /// The gated cells of a comparison, ungated stories that failed, and what is about the whole comparison.
  static func all(_ judgement: Judgement, _ exported: ExportedExperiment) -> [JUnitCase] {
    let gated = Set(judgement.gated.map(\.name.story))
    let ungated = judgement.failures.filter { !gated.contains($0.story) }.map { failure in
      JUnitCase(
        story: failure.story, name: failure.build,
        outcome: Outcome(
          kind: .error, type: failure.isOfTool ? "tool-failed" : "app-failed",
          message: failure.sentence,
          detail: errors(of: failure.story, exported.analysis)))
    }
    return ungated + ofWhole(exported)
      + judgement.gated.map { cell in
        JUnitCase(
          story: cell.name.story,
          name: cell.name.metric.id
            + (cell.name.step.map { ", step \($0.position) (\($0.label))" } ?? "")
            + (cell.gate?.isBudget == true ? ", budget" : ""),
          outcome: outcome(of: cell, exported))
      }
  }

  /// The reasons, besides stories and cells, why an experiment, or a strict comparison, does not pass; empty if there
  /// are none.
  static func ofWhole(_ exported: ExportedExperiment) -> [JUnitCase] {
    let incomplete = exported.incompleteness.map { sentence in
      let isPart = exported.analysis.experiment.partition != nil
      return JUnitCase(
        story: isPart ? "parts" : "runs", name: isPart ? "all parts" : "all runs",
        outcome: Outcome(
          kind: exported.isLonePart ? .skipped : .failure,
          type: isPart ? "not-comparable" : "interrupted", message: sentence))
    }
    let uncompared = exported.judgement.flatMap { judgement -> JUnitCase? in
      guard judgement.isWithoutBaseline, judgement.missing == nil else { return nil }
      return JUnitCase(
        story: "comparison", name: "gates",
        outcome: Outcome(
          kind: .failure, type: "not-comparable", message: Headline.sentence(judgement)))
    }
    return [incomplete, uncompared].compactMap(\.self)
      + (exported.judgement?.inconclusiveReservations ?? []).map { reservation in
        let name =
          switch reservation {
          case .unexercised(_, let functions) where !functions.isEmpty: "changed functions"
          case .unread: "sources of the build"
          default: "changed files"
          }
        return JUnitCase(
          story: "inputs", name: name,
          outcome: Outcome(
            kind: exported.isStrict ? .failure : .skipped, type: "inconclusive",
            message: Headline.sentence(reservation) ?? name))
      }
  }

  /// The reason why a gated cell does not pass; nil if it does.
  static func outcome(of cell: JudgedCell, _ exported: ExportedExperiment) -> Outcome? {
    func outcome(_ kind: Outcome.ElementName, _ type: String) -> Outcome {
      Outcome(
        kind: kind == .failure && exported.isLonePart ? .skipped : kind, type: type,
        message: cell.sentence,
        detail: kind == .error ? errors(of: cell.name.story, exported.analysis) : "")
    }
    return switch cell.outcome {
    case .failed, .failedOnBoth, .differing: outcome(.error, "app-failed")
    case .unmeasured: outcome(.error, "tool-failed")
    case .missing: outcome(.failure, "not-comparable")
    case .new: outcome(.skipped, "new")
    case .proven: nil
    case .judged(let result):
      switch result.verdict {
      case .improved, .unchanged, .withinGate: nil
      case .regressed: outcome(.failure, "regression")
      case .inconclusive:
        outcome(
          exported.isStrict ? .failure : .skipped,
          cell.doubt == nil ? "inconclusive" : "unproven")
      }
    }
  }

  /// Every story on every build; without any passed run it is no success, nor if a gate on commands fails it.
  static func ofStories(_ exported: ExportedExperiment) -> [JUnitCase] {
    let analysis = exported.analysis
    return analysis.stories.flatMap { story in
      analysis.builds.map { build in
        // Failed counts of instructions say nothing about the app: findings report them.
        let runs = analysis.measuredRuns.filter { $0.story == story && $0.build == build }
        let cycles = analysis.cycleRuns.filter { $0.story == story && $0.build == build }
        let failures = (runs + cycles).compactMap { $0.storyFailure ?? $0.cycleFailure }
        let times = runs.compactMap { $0.passed ? $0.measurements[.wallTime] : nil }
        var outcome: Outcome?
        if let first = failures.first {
          outcome = Outcome(
            kind: .error, type: first.reason.rawValue,
            message: "\(failures.count) of "
              + "\((runs.count + cycles.count).counted("run", "runs")) failed: "
              + first.message, detail: errors(of: story, analysis, on: build))
        } else if let unknown = exported.unknownEnding {
          outcome = Outcome(kind: .skipped, type: "not-checked", message: unknown)
        } else if !runs.contains(where: \.passed) {
          outcome = Outcome(
            kind: exported.isLonePart && runs.isEmpty ? .skipped : .error, type: "not-measured",
            message: "None of its runs came to its end.")
        } else if let gate = exported.gate {
          outcome = verdict(on: build, by: gate, exported)
        }
        return JUnitCase(
          story: story, name: build, time: times.reduce(0, +) / 1e9, outcome: outcome)
      }
    }
  }

  /// Returns a gate's verdict on a command; nil if it passes, or if the others are compared with it.
  private static func verdict(
    on command: String, by gate: CommandGate, _ exported: ExportedExperiment
  ) -> Outcome? {
    guard let judgement = gate.judgements.first(where: { $0.candidate == command }),
      let cell = judgement.gated.first, let found = outcome(of: cell, exported)
    else { return nil }
    return Outcome(
      kind: found.kind, type: found.type,
      message: CommandSentences.sentence(judgement, in: gate) ?? found.message)
  }

  /// Returns the output that failed runs left.
  static func errors(
    of story: String, _ analysis: ExperimentAnalysis, on build: String? = nil
  ) -> String {
    analysis.failures.filter {
      $0.run.story == story && $0.run.build == build ?? $0.run.build && $0.run.storyFailure != nil
    }.map { run, failure in
      let step = failure.step.map { ", at \($0)" } ?? ""
      return "\(run.build), run \(run.round)\(step): \(failure.message)\n\(failure.standardError)"
    }.joined(separator: "\n")
  }
}
