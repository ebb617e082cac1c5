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

  /// Whether the machine is fit: all was measured, and nothing speaks against it.
  var isQualified: Bool { status == .passed && qualification.isQualified }
}
