import DriverProtocol
import Foundation
import Recording
import SystemPackage

/// Reads what a driver had callgrind count, a file a step.
final class CallgrindStepCounter: StepCounter {
  let method = CountingMethod.callgrind
  private let folder: FilePath
  private let driver: Int32
  private var steps = 0

  init(in folder: FilePath, driver: Int32) {
    self.folder = folder
    self.driver = driver
  }

  func instructions(of reply: Reply) throws(RunFailure) -> Int64 {
    steps += 1
    let file = folder.appending("\(driver).\(steps)")
    guard FileManager.default.fileExists(atPath: file.string) else {
      throw RunFailure(
        reason: .protocolBroken,
        message: """
          The driver had no instructions counted: a step with 'count' has to ask callgrind for it, \
          as Docs/driver-protocol.md tells.
          """)
    }
    defer { try? FileManager.default.removeItem(atPath: file.string) }
    return try CallgrindCount(file: file).instructions
  }
}
