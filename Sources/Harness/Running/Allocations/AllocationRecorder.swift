import Foundation
import Metrics
import Programs
import SystemPackage

/// The equipment to record who allocates, kept from run to run.
struct AllocationRecorder: Sendable {
  /// The metric that is explained.
  let metric: Metric
  /// Distinguishes inlined functions.
  let inlinedCode = InlinedCode(searching: .own)

  /// Starts recording who allocates in a driver, whose processes put their files into the folder.
  func recording(in folder: FilePath, of driver: Int32) -> StackRecording {
    StackRecording(in: folder, of: driver, by: self)
  }
}
