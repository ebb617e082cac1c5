import DriverProtocol
import Foundation
import Profiling
import Programs
import Recording
import SystemPackage

/// Valgrind's callgrind, which executes a program instruction by instruction and counts them.
public struct Callgrind: Sendable {
  /// The factor by which a program's time limit grows under it. The longest seen was 80 times.
  static let slowdown = 200

  let path: FilePath
  /// A Boolean value indicating whether each function's work is read too.
  public var readsFunctions = false

  /// Finds callgrind as a shell would.
  /// - Throws: ``RunningError/noCallgrind``.
  public init(searching path: SearchPath = .own) throws(RunningError) {
    guard let path = path.program("valgrind") else { throw .noCallgrind }
    self.path = path
  }

  /// The words that start a driver under it. The driver itself asks for its core calls to be counted; the folder gets
  /// the counts.
  func driver(_ words: [String], countsIn folder: FilePath) -> [String] {
    // Nothing is counted until the driver asks, so the code before takes a tenth of the time.
    common(countsIn: folder) + ["--instr-atstart=no", "--"] + words
  }

  /// The words that start a command under it, counted from start to end with all that it starts, into a folder.
  func command(_ words: [String], countsIn folder: FilePath) -> [String] {
    common(countsIn: folder)
      // A fork copies the count into the child. Written out and reset before, it is not counted
      // twice. glibc's names differ between versions.
      + ["fork", "_Fork", "__libc_fork"].map { "--dump-before=\($0)" } + ["--"] + words
  }

  private func common(countsIn folder: FilePath) -> [String] {
    [
      path.string,
      // Ignores a user's ~/.valgrindrc and VALGRIND_OPTS.
      "--command-line-only=yes", "--tool=callgrind", "--quiet",
      // It would leave pipes named after the process number.
      "--vgdb=no",
      // A driver may be started by `env` or a script.
      "--trace-children=yes", "--callgrind-out-file=\(folder.appending("%p"))",
    ]
  }
}

/// The number of instructions in a file written by callgrind.
struct CallgrindCount: Equatable {
  let instructions: Int64

  /// Parses `totals:`, the last line before blank lines, so that a truncated file is refused.
  /// - Returns: nil if it is missing.
  init?(_ text: some StringProtocol) {
    guard let line = text.split(separator: "\n").last, line.hasPrefix("totals: "),
      text.hasSuffix("\n"),
      let instructions = Int64(line.dropFirst("totals: ".count)), instructions >= 0
    else { return nil }
    self.instructions = instructions
  }

  /// Reads a file.
  /// - Throws: `RunFailure` with the reason `notMeasured` if it has no count.
  init(file: FilePath) throws(RunFailure) {
    guard let data = FileManager.default.contents(atPath: file.string),
      let count = CallgrindCount(String(decoding: data, as: UTF8.self))
    else { throw .notMeasured("callgrind left no complete count in \(file).") }
    self = count
  }
}

/// Reads what callgrind counted for a command that was a step, one file per process.
final class CommandStepCounter: StepCounter {
  let method = CountingMethod.callgrind
  private let folder: CountFolder

  init(in folder: CountFolder) { self.folder = folder }

  func instructions(of reply: Reply) throws(RunFailure) -> Int64 { try folder.takeCount(nil) }
}

/// Reads what callgrind counted for a driver's steps, one file per step.
final class CallgrindStepCounter: StepCounter {
  let method = CountingMethod.callgrind
  private let folder: FilePath
  private let driver: Int32
  private var steps = 0
  private var functions: CallgrindProfile?

  init(in folder: FilePath, driver: Int32, readsFunctions: Bool) {
    self.folder = folder
    self.driver = driver
    functions = readsFunctions ? CallgrindProfile() : nil
  }

  var work: CallCounts? { functions?.counts }

  func instructions(of reply: Reply) throws(RunFailure) -> Int64 {
    steps += 1
    let file = folder.appending("\(driver).\(steps)")
    guard FileManager.default.fileExists(atPath: file.string) else { throw .callgrindNotAsked }
    // The file is in the run's own folder.
    defer { try? FileManager.default.removeItem(atPath: file.string) }
    let count = try CallgrindCount(file: file).instructions
    if functions != nil {
      do {
        let text = FileManager.default.contents(atPath: file.string) ?? Data()
        try functions?.add(String(decoding: text, as: UTF8.self))
      } catch {
        throw .notMeasured("\(error)")
      }
    }
    return count
  }
}
