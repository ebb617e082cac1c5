import Foundation
import Glibc
import Recording
import Synchronization
import SystemPackage
import Tracing

/// Records what the commands that make a build read.
public final class MakeTrace: Sendable {
  private let tracer: Tracer
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

  /// The folder was made by `init`, under a name that nobody else has.
  deinit { try? FileManager.default.removeItem(atPath: folder.string) }

  /// The words that carry out a command under the tracer, and the file for its trace.
  func command(_ words: [String]) -> (words: [String], trace: FilePath) {
    let trace = traces.withLock { traces in
      let trace = folder.appending("\(traces.count).trace")
      traces.append(trace)
      return trace
    }
    return (tracer.command(words, writing: trace), trace)
  }

  /// Waits for the end of a command, and ends what it left running.
  func endRemains(of process: Int32, writing trace: FilePath) async throws {
    try await tracer.endRemains(of: process, writing: trace)
  }

  /// What the commands read so far; nil if none was carried out.
  /// - Parameters:
  ///   - folder: where they were carried out.
  ///   - roots: the folders that are named in the record.
  ///   - programs: as of `InputCollector`.
  ///   - own: the folders in which the maker keeps what it made before; nothing in them is an input.
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

/// The means to record inputs: the tracer, and the hashes of files that were read before.
public struct InputTracing: Sendable {
  /// The tracer.
  public let tracer: Tracer
  /// The hashes.
  public let hashes: ContentHashes

  /// Means that share one tracer.
  public init(_ tracer: Tracer) {
    self.tracer = tracer
    hashes = ContentHashes()
  }
}
