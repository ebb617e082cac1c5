import Foundation
import Recording
import SystemPackage

/// The number of instructions in a file that callgrind wrote.
struct CallgrindCount: Equatable {
  let instructions: Int64

  /// Reads `totals:`, the file's last line but for blanks, so that a file that was cut is refused.
  /// - Returns: nil where it is missing.
  init?(_ text: some StringProtocol) {
    guard let line = text.split(separator: "\n").last, line.hasPrefix("totals: "),
      text.hasSuffix("\n"),
      let instructions = Int64(line.dropFirst("totals: ".count)), instructions >= 0
    else { return nil }
    self.instructions = instructions
  }

  /// Reads a file.
  /// - Throws: ``RunFailure`` with the reason `notMeasured` where it has no count.
  init(file: FilePath) throws(RunFailure) {
    guard let data = FileManager.default.contents(atPath: file.string),
      let count = CallgrindCount(String(decoding: data, as: UTF8.self))
    else {
      throw RunFailure(
        reason: .notMeasured, message: "callgrind left no complete count in \(file).")
    }
    self = count
  }
}
