import Analysis
import Building
import Metrics
import Recording
import Running
import Scenarios
import SystemPackage

/// The words for names.
extension Refusal {
  /// A name that is none of those known.
  public static func unknown(
    _ what: String, _ name: String, in owner: String, known: [String]
  ) -> Refusal {
    let near = NearestName.hint(name, among: known)
    return because(
      "\(owner) has no \(what) '\(name)'; it has \(known.joined(separator: ", ")).\(near)")
  }
}

/// The words for commands.
extension Refusal {
  /// What is to be carried out before the first run failed: the runs would not be what they are to be.
  static func notSetUp(_ words: [String], _ failure: RunFailure) -> Refusal {
    let tail = failure.standardError.split(separator: "\n").suffix(5).map { "\n  stderr: \($0)" }
    return Refusal(
      .outcome(.toolFailed),
      "The setup '\(ShellWords.line(words))' failed, so nothing was measured: \(failure.message)"
        + tail.joined())
  }
}

/// The words for comparisons of builds and revisions.
extension Refusal {
  /// A scenario's only build was to be compared with its others.
  static func oneBuild(in path: FilePath) -> Refusal {
    because(
      "\(path) has one build, so there is nothing to compare it with; '--against main' "
        + "compares the files as they are now with another revision.")
  }

  /// A build was named as baseline and as candidate.
  static func comparedWithItself(_ build: String) -> Refusal {
    because("The build '\(build)' is compared with itself; 'rehearse qualify' does that.")
  }

  /// A revision that is compared does not build: the app's failure, not the tool's.
  static func unbuiltRevision(_ error: BuildError) -> Refusal {
    Refusal(.outcome(.appFailed), "\(error)")
  }
}

/// The words for what is compared with a stored experiment or a saved baseline.
extension Refusal {
  /// Files are missing that commands are to have.
  static func missingFiles(_ files: [String], of scenario: FilePath) -> Refusal {
    let names = files.map { "'\($0)'" }.joined(separator: ", ")
    return Refusal(
      .outcome(.toolFailed),
      "\(scenario): 'files' names \(names), which \(files.count == 1 ? "is" : "are") not there. "
        + "Paths begin at the scenario's folder.")
  }

  /// What is to be copied holds what is no file.
  static func specialFile(_ special: SpecialFile, of scenario: FilePath) -> Refusal {
    Refusal(
      .outcome(.toolFailed),
      "\(scenario): 'files' names \(special.path), which is \(special.kind); allowed: files, folders of "
        + "files, and links to them.")
  }

  /// Something speaks against a comparison of two stored experiments, and it is not forced.
  static func notComparable(
    _ baseline: String, _ candidate: String, since objections: [String]
  ) -> Refusal {
    Refusal(
      .outcome(.notComparable),
      "\(baseline) and \(candidate) are not comparable: \(objections.joined(separator: "; ")). "
        + "Measure both to the end on one machine, or compare anyway with --force.")
  }

  /// There is no judgement of two stored experiments.
  static func notJudged(_ baseline: String, _ candidate: String) -> Refusal {
    Refusal(.outcome(.toolFailed), "\(baseline) and \(candidate) could not be judged.")
  }

  /// A saved baseline is of another scenario than the one that is held against it.
  static func otherScenario(
    _ scenario: String, ofBaseline name: String, not asked: String
  ) -> Refusal {
    Refusal(
      .outcome(.notComparable),
      "The baseline '\(name)' is of the scenario \(scenario), not of \(asked).")
  }

  /// Something speaks against a comparison with a saved baseline, and it is not forced.
  static func notComparable(baseline name: String, since objections: [String]) -> Refusal {
    Refusal(
      .outcome(.notComparable),
      "The baseline '\(name)' is not comparable: \(objections.joined(separator: "; ")). "
        + "Save one that was measured here, or compare anyway with --force.")
  }

  /// An experiment is to be saved as a baseline, and makes none.
  static func noBaseline(of experiment: String, since objection: BaselineObjection) -> Refusal {
    let text = "\(experiment) can't be a baseline: \(objection)."
    if case .failed = objection { return Refusal(.outcome(.appFailed), text) }
    return Refusal(.outcome(.toolFailed), text)
  }
}

/// The words for experiments of the store.
extension Refusal {
  /// An experiment is to be finished, and what it measures is no longer what it was.
  static func changed(_ changes: [String], since experiment: Experiment) -> Refusal {
    let command =
      experiment.invocation.map { ": rehearse \(ShellWords.line($0.arguments))" } ?? ""
    return Refusal(
      .outcome(.notComparable),
      "Experiment \(experiment.number ?? 0) can't be finished, since its other runs would not "
        + "be comparable with those that are stored: \(changes.joined(separator: "; ")). "
        + "Undo that, or measure anew\(command).")
  }

  /// A history is about experiments of which the store holds none.
  /// - Parameter words: which, as in `of the scenario 'inventory'`.
  static func noExperiment(_ words: String, known: [String]) -> Refusal {
    because(
      "The store holds no experiment \(words); it holds those of \(known.joined(separator: ", ")).")
  }

  /// The experiments that a history is about are of several scenarios.
  /// - Parameter words: which, as in `named 'night*'`.
  static func severalScenarios(_ words: String, _ scenarios: [String]) -> Refusal {
    because(
      "Experiments \(words) are of several scenarios: \(scenarios.joined(separator: ", ")). "
        + "Choose one with '--scenario'.")
  }
}

/// The words for explanations.
extension Refusal {
  /// A comparison is to be explained, and the store holds none.
  static let nothingCompared = because(
    "The store holds no finished comparison, so there is no change to explain. 'rehearse compare' and "
      + "'rehearse check' make one; 'rehearse explain scenario.yml' needs none.")

  /// An experiment is to be explained that sets no builds against each other.
  static func notExplainable(_ experiment: Experiment) -> Refusal {
    because(
      "\(experiment.name) can't be explained: only what 'rehearse compare' and 'rehearse check' have "
        + "measured of two builds or revisions, to the end, can, and what 'rehearse bisect' has found."
    )
  }

  /// A search for a commit is to be explained that has named none.
  public static func noCulprit(_ experiment: Experiment) -> Refusal {
    because(
      "\(experiment.name) has not named one commit, so there is none to explain. 'rehearse explain "
        + "SCENARIO --against GOOD --at BAD' explains what lies between two.")
  }

  /// A comparison is to be explained, and its files are no longer what it measured.
  static func notWhatWasMeasured(_ experiment: Experiment, _ changes: [String]) -> Refusal {
    let number = experiment.number ?? 0
    let path = experiment.invocation?.scenario ?? "SCENARIO"
    let other = experiment.baselineRevision.map { " --against \($0.commit.prefix(12))" } ?? ""
    return Refusal(
      .outcome(.notComparable),
      "Experiment \(number) can't be explained, since it measured other files: "
        + "\(changes.joined(separator: "; ")). 'rehearse explain \(path)\(other)' explains the files as they are."
    )
  }

  /// More stories share the chance of a false finding than so many pairs can serve.
  static func tooFewPairs(_ pairs: Int, needed: Int, stories: Int) -> Refusal {
    because(
      "--pairs \(pairs) can't show any function: \(stories) stories are explained together, which takes "
        + "\(needed) pairs at least. '--story NAME' explains one.")
  }

  /// Nothing of a comparison changed.
  public static func nothingChanged(
    _ experiment: Experiment, in metric: Metric = .cpuTime
  ) -> Refusal {
    Refusal(
      .outcome(.notComparable),
      "No story's \(metric == .cpuTime ? "CPU time" : metric.id) is shown to have changed in experiment \(experiment.number ?? 0), "
        + "\(experiment.name). '--story NAME' explains one all the same.")
  }
}
