import Foundation
import SystemPackage

/// A program that helps Rehearse, run to its end.
public struct HelperProgram {
  private let path: FilePath

  /// The program at a path.
  public init(_ path: FilePath) { self.path = path }

  /// Runs it.
  /// - Parameter input: the file that it reads on standard input; nil for none.
  /// - Throws: what `Process` throws where it can't be started.
  public func run(
    _ arguments: [String], input: FilePath? = nil
  ) throws -> (status: Int32, output: Data, error: String) {
    let process = Self.process(path, arguments)
    if let input {
      process.standardInput = try FileHandle(
        forReadingFrom: URL(fileURLWithPath: input.string))
    }
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    // Read at the same time: either pipe may fill up.
    let reading = DispatchQueue(label: "standard error")
    nonisolated(unsafe) var words = Data()
    reading.async { words = (try? error.fileHandleForReading.readToEnd()) ?? Data() }
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    reading.sync {}
    process.waitUntilExit()
    return (process.terminationStatus, text, String(decoding: words, as: UTF8.self))
  }

  /// A process that speaks English and reads nothing.
  public static func process(_ path: FilePath, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path.string)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      // perf reads what a user prefers, also in the system's file.
      .merging(["LC_ALL": "C", "PERF_CONFIG": "/dev/null"]) { _, plain in plain }
    process.standardInput = FileHandle.nullDevice
    return process
  }
}
