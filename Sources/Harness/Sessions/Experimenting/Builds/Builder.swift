import Building
import Programs
import Recording
import Running
import Scenarios
import Synchronization
import SystemPackage

/// Makes executables. The package manager, commands and git are behind this protocol, so that sessions can be
/// tested without them.
public protocol Builder: Sendable {
  /// Makes the requested executables, in that order; the folder is the scenario file's.
  /// - Throws: `BuildError`, `RevisionError`, or `CancellationError` if the task was cancelled.
  func make(
    _ request: BuildRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> MadeBuilds

  /// Builds a package at a revision, and keeps its executables under a name.
  /// - Throws: the errors of ``make(_:in:progress:)``.
  func keep(
    _ request: AnchorRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> BuildRecord

  /// A scenario file at a revision, by any name that git knows.
  /// - Throws: `RevisionError`, or `CancellationError`.
  func earlier(_ file: FilePath, at revision: String) async throws -> EarlierFile

  /// The commit of a folder's files; nil outside of a repository.
  /// - Throws: `RevisionError` if it can't be determined.
  func revision(of folder: FilePath) async throws -> Revision?

  /// The hashes of the commits that a candidate has and the baseline does not, from the first backwards; nil
  /// if unknown. If the baseline is nil or unknown here, all that lead to the candidate.
  func ancestry(of candidate: String, without baseline: String?, in folder: FilePath) async
    -> [String]?

  /// The commits between two revisions of a scenario file's repository.
  /// - Throws: `RevisionError`, or `CancellationError`.
  func history(from good: String, to bad: String, of file: FilePath) async throws -> CommitHistory

  /// Builds one revision after the other in a folder.
  /// - Throws: `RevisionError`, or `CancellationError`.
  func series(
    in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> any BuildSeries
}

/// Builds one revision after the other, besides the first.
public protocol BuildSeries: Sendable {
  /// Makes a build at a revision; the first one stays while others are built.
  /// - Throws: `BuildError`, `RevisionError`, or `CancellationError`.
  func make(
    _ side: RevisionBuilder.BuildAtRevision, isFirst: Bool, layouts: Int?
  ) async throws -> BuiltDriver

  /// The recorder of inputs; nil if there is none.
  var tracing: InputTracing? { get }

  /// The inputs of the first and the latest revision; nil if unknown.
  func inputs(
    of sides: [RevisionBuilder.BuildAtRevision], _ drivers: [BuiltDriver]
  ) async throws -> BuildInputs?

  /// The history without commits that change nothing that both ends read.
  func contracted(
    _ history: CommitHistory, good: InputRecord, bad: InputRecord
  ) async throws -> ContractedHistory

  /// Removes what only the drivers needed while they were measured.
  func putAway() async
}

extension RevisionSeries: BuildSeries {}

/// The executables to keep, and where.
public struct AnchorRequest: Sendable {
  /// The build and its revision.
  public let side: RevisionBuilder.BuildAtRevision
  /// The number of layouts that it is linked in; nil for the linker's own.
  public let layouts: Int?
  /// The anchor's name.
  public let name: String
  /// The anchor's folder.
  public let folder: AnchorFolder
  /// A Boolean value indicating whether an anchor of that name is replaced.
  public let isReplacing: Bool
}

extension Equipment {
  /// The commit of a folder's files; an unknown one does not prevent measuring.
  func revision(of folder: FilePath) async -> Revision? {
    do {
      return try await builder.revision(of: folder)
    } catch {
      note("\(error)")
      return nil
    }
  }

  /// Makes executables, and reports the package manager's output meanwhile. A request to stop stops the
  /// package manager.
  /// - Throws: `CancellationError` if the user asked to stop, and the builder's errors.
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

  /// Makes executables. A request to stop stops their maker.
  /// - Throws: `CancellationError` if the user asked to stop, and the errors of `body`.
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
      throw CancellationError()
    }
  }
}

/// A task that can be cancelled until it is forgotten. The wait for a stop lasts to the end of the process
/// and must not keep what was made alive: that may be the lock of a repository's folder.
private final class RunningTask: Sendable {
  private let cancelling: Mutex<(@Sendable () -> Void)?>

  init<Value>(_ task: Task<Value, any Error>) { cancelling = Mutex { task.cancel() } }

  func cancel() { cancelling.withLock { $0 }?() }

  func forget() { cancelling.withLock { $0 = nil } }
}
