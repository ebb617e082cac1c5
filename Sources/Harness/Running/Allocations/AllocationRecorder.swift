import Foundation
import Metrics
import Programs
import SystemPackage

/// What it takes to tell who allocates, from run to run.
struct AllocationRecorder: Sendable {
  /// The metric that is explained.
  let metric: Metric
  /// Tells inlined functions apart.
  let inlinedCode = InlinedCode(searching: .own)

  /// Who allocates in a driver.
  /// - Parameter folder: where its processes put their files.
  func recording(in folder: FilePath, of driver: Int32) -> StackRecording {
    StackRecording(in: folder, of: driver, by: self)
  }
}
