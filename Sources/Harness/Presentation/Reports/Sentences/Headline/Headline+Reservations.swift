import Analysis
import Metrics
import Recording
import Statistics

extension Headline {
  /// Returns one sentence for each reason why verdicts say less than they seem to, unless it comes first.
  public static func reservations(_ judgement: Judgement) -> [String] {
    var (placeholders, unchecked, answers): ([String], [String], [String]) = ([], [], [])
    var moved: [String] = []
    var sentences = ungatedErrors(judgement) + ungatedLatencies(judgement)
    let isSaid = sameWork(judgement) != nil
    let first = judgement.failsByReservations ? judgement.inconclusiveReservations : []
    for reservation in judgement.reservations where !first.contains(reservation) {
      switch reservation {
      case .unexercised(_, let functions) where isSaid && !functions.isEmpty: continue
      case .placeholder(let story): placeholders.append(story)
      case .statusAlone(let story, let steps, let isOfAnswers):
        let labels = steps?.map { "'\($0)'" }.listed(atMost: maximumNamed)
        let name = labels.map { "\(story) (in \($0))" } ?? story
        if isOfAnswers { answers.append(name) } else { unchecked.append(name) }
      case .moved(let work): moved.append("\(work.story): \(work.clause)")
      case .sentAgain(let story, let counts):
        sentences.append(
          "\(story): \(counts.words(of: "requests")) were sent again, because they got no answer.")
      case .unexercised, .unread, .inputsUnknown, .harnessChanged, .oneHarness, .fewerChecks,
        .sharedSockets:
        sentences += [sentence(reservation)].compactMap(\.self)
      }
    }
    if !placeholders.isEmpty {
      sentences.append("Stories that call none of the project's code yet: \(named(placeholders)).")
    }
    if !unchecked.isEmpty {
      sentences.append(
        "Only the exit status was checked, so less work may pass: \(named(unchecked)).")
    }
    if !answers.isEmpty {
      sentences.append(
        "Of some answers only the status was checked, if that, so less work may pass: \(named(answers))."
      )
    }
    guard !moved.isEmpty else { return sentences }
    let clauses = moved.listed(atMost: maximumNamed, by: "; ")
    return ["Not called improved: \(clauses)."] + sentences
  }

  /// Returns a sentence for each story of many users who got more wrong answers, without a gate on that but a budget.
  private static func ungatedErrors(_ judgement: Judgement) -> [String] {
    judgement.ungatedErrors.map { story, counts in
      let errors = CellName(story: story, metric: .errors)
      let hasBudget = judgement.gated.contains { $0.name == errors }
      let tail = hasBudget ? "only a budget is on them" : "no gate is on them"
      return "\(story): \(counts.words(of: "errors"))\(counts.pairWords); \(tail)."
    }
  }

  /// Returns a sentence for each story whose latencies grew without a gate on any, with the one that grew most.
  private static func ungatedLatencies(_ judgement: Judgement) -> [String] {
    func growth(_ cell: JudgedCell) -> Double { cell.outcome.result?.value.point ?? 0 }
    let all = judgement.ungatedLatencies
    return all.map(\.name.story).uniqued.compactMap { story in
      let own = all.filter { $0.name.story == story }
      guard let most = own.max(by: { growth($0) < growth($1) }) else { return nil }
      let more = own.count - 1
      let others =
        more > 0 ? " and \(more.counted("other percentile", "other percentiles"))" : ""
      return "\(most.clause)\(others); no gate is on latencies."
    }
  }

  /// Returns why a strict check fails although no cell does; empty if it passes, or if a cell fails, too.
  static func failingReservations(_ judgement: Judgement) -> [String] {
    guard judgement.failsByReservations else { return [] }
    return judgement.inconclusiveReservations.enumerated().compactMap { index, reservation in
      sentence(reservation, headed: index == 0 ? "Not decided: " : "")
    }
  }

  /// Returns a reservation about the whole comparison in a sentence; nil if it is about a story, because those are
  /// listed together. A heading can precede what fails a strict check.
  public static func sentence(_ reservation: Reservation, headed heading: String = "") -> String? {
    switch reservation {
    case .placeholder, .statusAlone, .moved, .sentAgain: return nil
    case .unexercised(let code, let functions):
      let place = code.isEmpty ? "" : " in \(named(code))"
      let names = functions.isEmpty ? "" : ": \(named(functions))"
      return heading + (heading.isEmpty ? "No" : "no") + " story runs what changed\(place)\(names)."
    case .unread(let files):
      let (verb, them) = files.count == 1 ? ("differs", "it") : ("differ", "them")
      return
        "\(heading)\(named(files)) \(verb), neither make read \(them), and both programs are the same: is the "
        + "build kept outside of the work tree?"
    case .inputsUnknown(let gap):
      return
        "What both sides read is not known in full, so nothing is proven, and files that they share may go "
        + "unnoticed: \(gap.withoutFullStop)."
    case .harnessChanged(let files):
      return
        "The driver changed (\(named(files))): the difference may be the harness's, not the app's. Run both "
        + "sides with one: --harness-from work-tree."
    case .oneHarness(let source, let files):
      let places = files.isEmpty ? "" : " (\(named(files)))"
      return "Both sides ran the driver of '\(source)'\(places)."
    case .fewerChecks(let baseline, let dropped):
      let (stories, gates) = (dropped.stories, dropped.looserGates)
      let noun = stories.count == 1 ? "the story" : "the stories"
      let clauses = [
        stories.isEmpty ? nil : "it lacks \(noun) \(named(stories))",
        gates.isEmpty ? nil : "it is less strict about \(named(gates))",
      ].compactMap(\.self)
      return "The scenario checks less than that of '\(baseline)': "
        + clauses.joined(separator: "; ") + "."
    case .sharedSockets(let sockets):
      return
        "Both sides share what answers at \(named(sockets)), which is not a service of the scenario."
    }
  }

  /// Returns the changed files that no story read, in a sentence; nil if there are none, or if that is unknown.
  public static func unexercised(_ judgement: Judgement) -> String? {
    guard let inputs = judgement.inputs, inputs.gap == nil else { return nil }
    let read = Set(inputs.exercised)
    let unread = inputs.differing.filter { !read.contains($0) }
    if unread.isEmpty { return nil }
    let files = inputs.differing.count.counted("changed file", "changed files")
    return "Not exercised: no story read \(unread.count) of \(files), \(named(unread))."
  }

  /// The first names of a list, and the number of others.
  static func named(_ names: [String]) -> String { names.listed(atMost: maximumNamed) }

  /// Returns a sentence for each story that waits or uses several CPUs but whose time is ungated. If there
  /// are many, the first ones and the number of others.
  static func ungatedTimes(_ judgement: Judgement) -> [String] {
    let all = judgement.ungatedTimes
    let more = all.count - maximumNamed
    return all.prefix(maximumNamed).map(\.sentence)
      + (more > 0
        ? [
          "\(more.counted("more story", "more stories")) \(more == 1 ? "does" : "do") so without a gate on "
            + "wall time."
        ] : [])
  }
}

extension UngatedTime {
  /// For example `sync waits 98 % of its time, and its wall time has no gate: +60.0 % (58.2 to 61.9).`
  fileprivate var sentence: String {
    let how =
      switch rhythm.kind {
      case .severalCPUs: "keeps \(NumberFormat.decimals(1).string(for: rhythm.share)) CPUs busy"
      case .waits, nil:
        "waits \(NumberFormat.integer.string(for: (1 - rhythm.share) * 100)) % of its time"
      }
    let place = rhythm.build.map { " in '\($0)'" } ?? ""
    let change = wallTime.map { ": \($0.change)" } ?? ""
    return "\(story) \(how)\(place), and its wall time has no gate\(change)."
  }
}
