import Analysis
import Comparing
import Recording

/// What a comparison of a build with itself came to.
struct QualificationResult {
  let analysis: ExperimentAnalysis
  let qualification: Qualification
  var status: ExitStatus { analysis.exitStatus }

  /// Looks at what was measured, now or long ago.
  /// - Returns: nil where the experiment was not made to qualify a machine.
  init?(_ analysis: ExperimentAnalysis) throws {
    guard analysis.experiment.decision?.purpose == .qualification,
      let qualification = try Qualification(analysis, gates: analysis.experiment.gates)
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
