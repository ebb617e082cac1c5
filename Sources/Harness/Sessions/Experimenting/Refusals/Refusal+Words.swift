import Analysis
import Building
import Metrics
import Recording
import Running
import Sampling
import Scenarios
import SystemPackage

/// Refusals of names.
extension Refusal {
  /// An unknown name.
  public static func unknown(
    _ what: String, _ name: String, in owner: String, known: [String]
  ) -> Refusal {
    let near = NearestName.hint(name, among: known)
    return because(
      "\(owner) has no \(what) '\(name)'; it has \(known.joined(separator: ", ")).\(near)")
  }

  /// Refuses the first of some names that is not known.
  public static func check(
    _ names: [String], as what: String, in owner: String, known: [String]
  ) throws {
    for name in names where !known.contains(name) {
      throw unknown(what, name, in: owner, known: known)
    }
  }
}

/// Refusals of files, processes and experiments.
extension Refusal {
  /// A file can't be read, or is not text; `reason` ends the sentence.
  static func unreadable(_ file: String, _ reason: String) -> Refusal {
    toolFailed("The file \(file) \(reason).")
  }

  static func endedTooSoon(_ targets: [AttachTarget]) -> Refusal {
    let names = AttachName.story(targets.map { AttachName(pid: $0.pid, name: $0.name) })
    return toolFailed("\(names) ended before it could be sampled twice.")
  }

  static func tooManyRuns(_ experiment: Experiment) -> Refusal {
    toolFailed(
      "\(experiment.name) would have \(experiment.rounds + experiment.countedRounds) rounds of "
        + "\(experiment.stories.count) stories on \(experiment.builds.count) builds; allowed: "
        + "\(RunLimits.runs) runs in all. Make fewer rounds, or choose stories (--story).")
  }

  /// A result could not be stored, for example on a full disk. `call` is the experiment's command line; nil if it
  /// can't be resumed.
  static func notStored(_ number: Int64, of call: Invocation?, _ error: any Error) -> Refusal {
    let kept = "\(error) What was stored before is kept"
    guard let call else { return toolFailed("\(kept), as experiment \(number).") }
    let command = ShellWords.line(["rehearse", "resume", "\(number)"] + call.storeOption)
    return toolFailed(
      "\(kept); once the store can be written again, '\(command)' measures the rest.")
  }

  /// The processor's counters were requested but can't be used, for the kernel's reason or a clearer one.
  static func countersRefused(_ reason: String) -> Refusal {
    toolFailed(
      "Instructions can't be counted by the processor's counters: \(reason). "
        + "'--instructions-by callgrind' needs none.")
  }
}

/// Refusals of commands.
extension Refusal {
  static func notSetUp(_ words: [String], _ failure: RunFailure) -> Refusal {
    let tail = failure.standardError.split(separator: "\n").suffix(5).map { "\n  stderr: \($0)" }
    return toolFailed(
      "The setup '\(ShellWords.line(words))' failed, so nothing was measured: \(failure.message)"
        + tail.joined())
  }
}

/// Refusals of comparisons of builds and revisions.
extension Refusal {
  static func oneBuild(in path: FilePath) -> Refusal {
    because(
      "\(path) has one build, so there is nothing to compare it with; '--against main' "
        + "compares the files as they are now with another revision.")
  }

  static func comparedWithItself(_ build: String) -> Refusal {
    because("The build '\(build)' is compared with itself; 'rehearse qualify' does that.")
  }

  /// A compared revision does not build: the app's failure, not the tool's.
  static func unbuiltRevision(_ error: BuildError) -> Refusal {
    Refusal(.outcome(.appFailed), "\(error)")
  }
}

/// Refusals of comparisons with a stored experiment or a saved baseline.
extension Refusal {
  static func missingFiles(_ files: [String], of scenario: FilePath) -> Refusal {
    let names = files.map { "'\($0)'" }.joined(separator: ", ")
    return toolFailed(
      "\(scenario): 'files' names \(names), which \(files.count == 1 ? "does" : "do") not exist. Paths "
        + "begin at the scenario's folder.")
  }

  static func specialFile(_ special: SpecialFile, of scenario: FilePath) -> Refusal {
    toolFailed(
      "\(scenario): 'files' names \(special.path), which is \(special.kind); allowed: files, folders of "
        + "files, and links to them.")
  }

  /// There are objections to a comparison of two stored experiments, and it is not forced.
  static func notComparable(
    _ baseline: String, _ candidate: String, since objections: [String]
  ) -> Refusal {
    incomparable(
      "\(baseline) and \(candidate) are not comparable: \(objections.joined(separator: "; ")). "
        + "Measure both to the end on one machine, or compare anyway with --force.")
  }

  static func notJudged(_ baseline: String, _ candidate: String) -> Refusal {
    toolFailed("\(baseline) and \(candidate) could not be judged.")
  }

  static func otherScenario(
    _ scenario: String, ofBaseline name: String, not asked: String
  ) -> Refusal {
    incomparable("The baseline '\(name)' is of the scenario \(scenario), not of \(asked).")
  }

  /// There are objections to a comparison with a saved baseline, and it is not forced.
  static func notComparable(baseline name: String, since objections: [String]) -> Refusal {
    incomparable(
      "The baseline '\(name)' is not comparable: \(objections.joined(separator: "; ")). "
        + "Save one that was measured here, or compare anyway with --force.")
  }

  static func noBaseline(of experiment: String, since objection: RecordingError) -> Refusal {
    let text = "\(experiment) can't be a baseline: \(objection)."
    if case .failed = objection { return Refusal(.outcome(.appFailed), text) }
    return toolFailed(text)
  }
}

/// Refusals of stored experiments.
extension Refusal {
  static func changed(_ changes: [String], since experiment: Experiment) -> Refusal {
    incomparable(
      "Experiment \(experiment.number ?? 0) can't be finished, because its other runs would not be "
        + "comparable with those that are stored: \(changes.joined(separator: "; ")). Undo that, or "
        + "\(anew(experiment)).")
  }

  /// This version refuses the scenario that an experiment was made of, such as a gate that an earlier one accepted.
  static func scenarioOfEarlierRules(
    of experiment: Experiment, _ error: InvalidScenario
  ) -> Refusal {
    let number = experiment.number ?? 0
    let show = ShellWords.line(
      ["rehearse", "show", "\(number)", "--metrics"] + (experiment.invocation?.storeOption ?? []))
    return toolFailed(
      "Experiment \(number) (\(experiment.name)) can't be judged, because this version refuses the scenario that is "
        + "stored with it:\n\(error)\n'\(show)' shows what was measured. To judge, mend that in the scenario file, and "
        + "\(anew(experiment)).")
  }

  /// `measure anew`, and by which call.
  private static func anew(_ experiment: Experiment) -> String {
    let command = experiment.invocation.map { ": rehearse \(ShellWords.line($0.arguments))" }
    return "measure anew\(command ?? "")"
  }

  /// The store holds no experiment for a history, for example none `of the scenario 'inventory'`.
  static func noExperiment(_ words: String, known: [String]) -> Refusal {
    because(
      "The store holds no experiment \(words); it holds those of \(known.joined(separator: ", ")).")
  }

  /// The experiments for a history, for example `named 'night*'`, belong to several scenarios.
  static func severalScenarios(_ words: String, _ scenarios: [String]) -> Refusal {
    because(
      "Experiments \(words) are of several scenarios: \(scenarios.joined(separator: ", ")). "
        + "Choose one with '--scenario'.")
  }
}

/// Refusals of explanations.
extension Refusal {
  static let nothingCompared = because(
    "The store holds no finished comparison, so there is no change to explain. 'rehearse compare' and "
      + "'rehearse check' make one; 'rehearse explain scenario.yml' needs none.")

  static func notExplainable(_ experiment: Experiment) -> Refusal {
    because(
      "\(experiment.name) can't be explained. Finished comparisons of two builds or revisions can "
        + "('rehearse compare', 'rehearse check'), and so can the commit that 'rehearse bisect' found."
    )
  }

  /// The search to explain has named no commit.
  public static func noCulprit(_ experiment: Experiment) -> Refusal {
    because(
      "\(experiment.name) did not name one commit, so there is nothing to explain. 'rehearse explain "
        + "SCENARIO --against GOOD --at BAD' explains what changed between two commits.")
  }

  static func notWhatWasMeasured(_ experiment: Experiment, _ changes: [String]) -> Refusal {
    let number = experiment.number ?? 0
    let path = experiment.invocation?.scenario ?? "SCENARIO"
    let other = experiment.baselineRevision.map { " --against \($0.commit.prefix(12))" } ?? ""
    return incomparable(
      "Experiment \(number) can't be explained, because it measured other files: "
        + "\(changes.joined(separator: "; ")). 'rehearse explain \(path)\(other)' explains the files as "
        + "they are."
    )
  }

  /// Too many stories share the chance of a false finding for this many pairs.
  static func tooFewPairs(_ pairs: Int, needed: Int, stories: Int) -> Refusal {
    because(
      "--pairs \(pairs) can't show any function: \(stories) stories are explained together, which takes "
        + "\(needed) pairs or more. '--story NAME' explains one.")
  }

  /// Requests have no driver of the app's, so only services allocate.
  static func countsOfServices(_ metric: Metric) -> Refusal {
    because(
      "'\(metric.id)' can't be explained: the steps are requests, and who allocates in services is not "
        + "recorded. '--metric cpu-time' explains their CPU time.")
  }

  /// Nothing changed in a comparison.
  public static func nothingChanged(
    _ experiment: Experiment, in metric: Metric = .cpuTime
  ) -> Refusal {
    incomparable(
      "No story's \(metric == .cpuTime ? "CPU time" : metric.id) is shown to have changed in experiment \(experiment.number ?? 0), "
        + "\(experiment.name). '--story NAME' explains one all the same."
        + (metric == .cpuTime ? " '--metric off-cpu-time' explains what stories wait for." : ""))
  }
}

extension Invocation {
  /// The option that named the store, as it was typed; empty if none did.
  fileprivate var storeOption: [String] {
    if let place = arguments.firstIndex(of: "--store") {
      return Array(arguments[place...].prefix(2))
    }
    return arguments.filter { $0.hasPrefix("--store=") }
  }
}
