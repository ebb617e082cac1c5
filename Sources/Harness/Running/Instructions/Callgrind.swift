import DriverProtocol
import Foundation
import Profiling
import Programs
import Recording
import SystemPackage

/// Valgrind's callgrind, which carries a program out instruction by instruction and counts them.
public struct Callgrind: Sendable {
  /// The factor by which a program may take longer under it before its time is up. It was seen to take
  /// 80 times as long.
  static let slowdown = 200

  /// Valgrind's executable.
  let path: FilePath
  /// A Boolean value indicating whether the work of each function is read, too.
  public var readsFunctions = false

  /// The one that a shell would find.
  /// - Throws: ``CallgrindMissing``.
  public init(
    searching path: SearchPath = .own
  ) throws(CallgrindMissing) {
    guard let path = path.program("valgrind") else { throw CallgrindMissing() }
    self.path = path
  }

  /// A driver under it, which asks for the counting of its core calls itself.
  /// - Parameter folder: where the counts go.
  func driver(_ words: [String], countsIn folder: FilePath) -> [String] {
    // Until the driver asks, nothing is looked at: what comes before takes a tenth of the time.
    common(countsIn: folder) + ["--instr-atstart=no", "--"] + words
  }

  /// A command under it, counted from its start to its end with all that it starts.
  /// - Parameter folder: where the counts go.
  func command(_ words: [String], countsIn folder: FilePath) -> [String] {
    common(countsIn: folder)
      // A process that forks takes its count along into the other: written before, and set to 0, it
      // is not there twice. glibc's names differ from version to version.
      + ["fork", "_Fork", "__libc_fork"].map { "--dump-before=\($0)" } + ["--"] + words
  }

  private func common(countsIn folder: FilePath) -> [String] {
    [
      path.string,
      // Not what a user has in ~/.valgrindrc or VALGRIND_OPTS.
      "--command-line-only=yes", "--tool=callgrind", "--quiet",
      // It would leave pipes with the process's number in their names.
      "--vgdb=no",
      // A driver may stand behind `env` or a script.
      "--trace-children=yes", "--callgrind-out-file=\(folder.appending("%p"))",
    ]
  }
}

/// There is no Valgrind.
public struct CallgrindMissing: Error, Equatable, CustomStringConvertible {
  /// The missing program and the way to get it.
  public var description: String {
    "Instructions are counted by Valgrind, but 'valgrind' was not found in PATH. "
      + "On Debian and Ubuntu 'sudo apt-get install valgrind' installs it."
  }
}

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
  /// - Throws: `RunFailure` with the reason `notMeasured` where it has no count.
  init(file: FilePath) throws(RunFailure) {
    guard let data = FileManager.default.contents(atPath: file.string),
      let count = CallgrindCount(String(decoding: data, as: UTF8.self))
    else {
      throw .noCount(in: file)
    }
    self = count
  }
}

/// Reads what callgrind counted of a command that was a step, a file a process.
final class CommandStepCounter: StepCounter {
  let method = CountingMethod.callgrind
  private let folder: CountFolder

  init(in folder: CountFolder) { self.folder = folder }

  func instructions(of reply: Reply) throws(RunFailure) -> Int64 { try folder.takeCount(nil) }
}

/// Reads what a driver had callgrind count, a file a step.
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
    guard FileManager.default.fileExists(atPath: file.string) else {
      throw .callgrindNotAsked
    }
    // In the run's own folder.
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
