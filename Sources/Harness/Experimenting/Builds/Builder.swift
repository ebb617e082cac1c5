import Building
import Recording
import Running
import Scenarios
import Synchronization
import SystemPackage
import Tracing

/// Makes executables. The package manager, commands and git stand behind this protocol, so that sessions can be tested
/// without them.
public protocol Builder: Sendable {
  /// Makes what is asked for, in that order.
  /// - Parameters:
  ///   - folder: the scenario file's.
  ///   - progress: receives each line that is written by what makes them, with the build's name.
  /// - Throws: `BuildError`, `RevisionError`, or `CancellationError` where the task was cancelled.
  func make(
    _ request: BuildRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> MadeBuilds

  /// Makes a build of a package at a revision, and keeps its executables under a name.
  /// - Throws: as ``make(_:in:progress:)``, and `AnchorError`.
  func keep(
    _ request: AnchorRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> BuildRecord

  /// A scenario file as it was at a revision, by any name that git knows.
  /// - Throws: `RevisionError`, or `CancellationError`.
  func earlier(_ file: FilePath, at revision: String) async throws -> EarlierFile

  /// The commit that a folder's files are of; nil outside of a repository.
  /// - Throws: `RevisionError` where it can't be known.
  func revision(of folder: FilePath) async throws -> Revision?

  /// The hashes of the commits that one has and the other does not, from the first backwards; nil where that
  /// can't be known.
  /// - Parameters:
  ///   - candidate: its commit.
  ///   - baseline: the other one; nil, or unknown here, for all that lead to the candidate.
  func ancestry(of candidate: String, without baseline: String?, in folder: FilePath) async
    -> [String]?

  /// The commits between two revisions of the repository that a scenario file is in.
  /// - Throws: `HistoryError`, `RevisionError`, or `CancellationError`.
  func history(from good: String, to bad: String, of file: FilePath) async throws -> CommitHistory

  /// Makes one revision after the other of builds in a folder.
  /// - Parameter progress: as of ``make(_:in:progress:)``.
  /// - Throws: `RevisionError`, or `CancellationError`.
  func series(
    in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> any BuildSeries
}

extension Builder {
  /// Nobody knows a repository.
  public func ancestry(
    of candidate: String, without baseline: String?, in folder: FilePath
  ) async -> [String]? { nil }
}

/// Makes a build at one revision after the other, beside the first.
public protocol BuildSeries: Sendable {
  /// Makes a build at a revision.
  /// - Parameter isFirst: whether it stays while others are made.
  /// - Throws: `BuildError`, `RevisionError`, or `CancellationError`.
  func make(
    _ side: RevisionBuilder.BuildAtRevision, isFirst: Bool, layouts: Int?
  ) async throws -> BuiltDriver

  /// What records inputs; nil if nothing can.
  var tracing: InputTracing? { get }

  /// What is known of the inputs of the first and the latest revision; nil if nobody knows anything.
  func inputs(
    of sides: [RevisionBuilder.BuildAtRevision], _ drivers: [BuiltDriver]
  ) async throws -> BuildInputs?

  /// The history without commits that change nothing of what both ends read.
  func contracted(
    _ history: CommitHistory, good: InputRecord, bad: InputRecord
  ) async throws -> ContractedHistory

  /// Removes what the drivers needed while they were measured, and nothing else does.
  func putAway() async
}

extension RevisionSeries: BuildSeries {}

/// The executables that are to be kept, and where.
public struct AnchorRequest: Sendable {
  /// The build and its revision.
  public let side: RevisionBuilder.BuildAtRevision
  /// In how many layouts it is linked; nil for the linker's own.
  public let layouts: Int?
  /// The anchor's name.
  public let name: String
  /// The anchor's folder.
  public let folder: AnchorFolder
  /// A Boolean value indicating whether one of that name is replaced.
  public let isReplacing: Bool
}

extension Equipment {
  /// The commit that a folder's files are of; that it can't be known stops nobody from measuring.
  func revision(of folder: FilePath) async -> Revision? {
    do {
      return try await builder.revision(of: folder)
    } catch {
      note("\(error)")
      return nil
    }
  }

  /// Makes executables, and reports what the package manager writes meanwhile. A wish to stop stops
  /// the package manager.
  /// - Throws: ``Interrupted`` where the user asked to stop, and what the builder throws.
  func make(_ request: BuildRequest, in folder: FilePath) async throws -> MadeBuilds {
    let (builder, reporter) = (builder, reporter)
    return try await making {
      try await builder.make(request, in: folder) { reporter.report(.building($0, line: $1)) }
    }
  }

  /// Makes executables and keeps them, as ``make(_:in:)`` does.
  func keep(_ request: AnchorRequest, in folder: FilePath) async throws -> BuildRecord {
    let (builder, reporter) = (builder, reporter)
    return try await making {
      try await builder.keep(request, in: folder) { reporter.report(.building($0, line: $1)) }
    }
  }

  /// Lets executables be made. A wish to stop stops who makes them.
  /// - Throws: ``Interrupted`` where the user asked to stop, and what `body` throws.
  func making<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    defer { reporter.report(.idle) }
    let making = Task(operation: body)
    let running = RunningTask(making)
    defer { running.forget() }
    try interruption.whenRaised { running.cancel() }
    do {
      return try await making.value
    } catch  where interruption.isRaised {
      throw Interrupted()
    }
  }
}

/// A task that can be cancelled until it is forgotten. Who waits for a stop does so to the end of the
/// process, and must not hold on to what was made: that may be the right to a repository's folder.
private final class RunningTask: Sendable {
  private let cancelling: Mutex<(@Sendable () -> Void)?>

  init<Value>(_ task: Task<Value, any Error>) { cancelling = Mutex { task.cancel() } }

  func cancel() { cancelling.withLock { $0 }?() }

  func forget() { cancelling.withLock { $0 = nil } }
}
