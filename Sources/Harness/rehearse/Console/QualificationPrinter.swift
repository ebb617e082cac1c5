import Analysis
import Recording
import Reports
import Store
import Tables

/// Prints what a machine can tell apart, the way `qualify` and `show` do.
struct QualificationPrinter {
  let console: Console

  /// Sentences first, then the figures.
  /// - Parameter best: the same in the best arrangement, where this one was made beside it.
  func print(_ result: QualificationResult, beside best: QualificationResult? = nil) throws {
    let experiment = result.analysis.experiment
    try console.print(
      "\(experiment.title) (experiment \(experiment.number ?? 0), \(experiment.name))\n")
    if !result.analysis.failures.isEmpty {
      try console.print(try Table.failures(result.analysis.runs))
    }
    for sentence in Headline.sentences(result.qualification) { try console.print(sentence) }
    if let noise = best.flatMap({ result.qualification.noise(over: $0.qualification) }) {
      try console.print(Headline.sentence(noiseBesideBest: noise))
    }
    try console.print()
    try console.print(try Table.qualification(result.qualification))
    try console.print(try Table.dependence(result.qualification))
    result.findings.forEach { Console.warn("note: \($0.description)") }
  }
}

/// What a comparison of a build with itself came to.
struct QualificationResult {
  let analysis: ExperimentAnalysis
  let qualification: Qualification
  var status: ExitStatus { analysis.exitStatus }

  /// Looks at what was measured, now or long ago.
  /// - Parameter store: holds what else was measured of the same machine before.
  /// - Returns: nil where the experiment was not made to qualify a machine.
  init?(_ analysis: ExperimentAnalysis, in store: ResultStore) throws {
    guard analysis.experiment.decision?.purpose == .qualification,
      let qualification = try Qualification(
        analysis, earlier: try StoredQualification(store: store).earlier(than: analysis),
        gates: analysis.experiment.gates)
    else { return nil }
    self.analysis = analysis
    self.qualification = qualification
  }

  /// What else to know; that both sides are the same program is the point, and how pairs were made is
  /// said with what it comes to.
  var findings: [Finding] {
    analysis.findings.filter {
      switch $0 {
      case .identicalBuilds, .arrangement: false
      default: true
      }
    }
  }

  /// Whether the machine is fit: all was measured, and nothing speaks against it.
  var isQualified: Bool { status == .passed && qualification.isQualified }
}
