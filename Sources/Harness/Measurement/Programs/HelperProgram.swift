import Foundation
import SystemPackage

/// A helper program that runs to its end while its caller blocks: runs are made by code that can't await `run` of
/// Subprocess.
public struct HelperProgram {
  private let path: FilePath

  /// The program at a path.
  public init(_ path: FilePath) { self.path = path }

  /// Runs it, with a file as its standard input; nil for none.
  /// - Throws: errors of `Process` if it can't be started, of `FileHandle` if the file can't be opened.
  public func run(
    _ arguments: [String], input: FilePath? = nil
  ) throws -> (status: Int32, output: Data, error: String) {
    let process = Self.process(path, arguments)
    if let input {
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: input.string))
    }
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    // Both are read at the same time, because either pipe may fill up.
    let reading = DispatchQueue(label: "standard error")
    nonisolated(unsafe) var words = Data()
    reading.async { words = (try? error.fileHandleForReading.readToEnd()) ?? Data() }
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    reading.sync {}
    process.waitUntilExit()
    return (process.terminationStatus, text, String(decoding: words, as: UTF8.self))
  }

  /// A process with English messages and no input, for a helper that goes on beside its caller.
  public static func process(_ path: FilePath, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path.string)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      // Otherwise perf would read the user's and the system's configuration.
      .merging(["LC_ALL": "C", "PERF_CONFIG": "/dev/null"]) { _, plain in plain }
    process.standardInput = FileHandle.nullDevice
    return process
  }
}
