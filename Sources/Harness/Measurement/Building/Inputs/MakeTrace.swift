import Foundation
import Glibc
import Programs
import Recording
import Synchronization
import SystemPackage

/// Records what the commands that make a build read.
public final class MakeTrace: Sendable {
  let tracer: Tracer
  private let hashes: ContentHashes
  private let folder: FilePath
  private let start: timespec
  private let traces = Mutex<[FilePath]>([])

  /// Prepares for one build.
  /// - Throws: if there is no folder for the traces.
  init(by tracer: Tracer, _ hashes: ContentHashes) throws {
    self.tracer = tracer
    self.hashes = hashes
    var start = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &start)
    self.start = start
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearse-trace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    self.folder = FilePath(folder.path)
  }

  /// `init` made the folder, under a unique name.
  deinit { try? FileManager.default.removeItem(atPath: folder.string) }

  /// The words that run a command under the tracer, and the file for its trace.
  func command(_ words: [String]) -> (words: [String], trace: FilePath) {
    let trace = traces.withLock { traces in
      let trace = folder.appending("\(traces.count).trace")
      traces.append(trace)
      return trace
    }
    return (tracer.command(words, writing: trace), trace)
  }

  /// The inputs of the commands so far, which worked in `folder`. Nothing in `own` is an input: there the maker keeps
  /// its earlier products. Other parameters are as for `InputCollector`.
  /// - Returns: nil if no command has run.
  /// - Throws: `Errno` if a trace can't be read.
  func inputs(
    in folder: FilePath, roots: [InputCollector.Root], own: [FilePath],
    leavingOut programs: Set<String> = []
  ) throws -> TracedInputs? {
    let traces = traces.withLock { $0 }
    if traces.isEmpty { return nil }
    return try InputCollector(
      roots: roots, own: own + [self.folder, tracer.path], leavingOut: programs, hashes: hashes
    )
    .record(
      traces, from: folder, since: start,
      variables: Array(ProcessInfo.processInfo.environment.keys))
  }
}
