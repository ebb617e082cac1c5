import Analysis
import Comparing
import Recording
import ResultStore

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
