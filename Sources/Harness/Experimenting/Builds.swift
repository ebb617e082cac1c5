import Building
import Foundation
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

/// The executables that a session needs.
public struct BuildRequest: Sendable {
  /// Where their sources are.
  public enum Sources: Sendable {
    /// The files as they are.
    case builds([Build])
    /// The files at several commits.
    case revisions([RevisionBuilder.BuildAtRevision])
  }

  /// Where their sources are.
  public let sources: Sources
  /// In how many layouts each is linked; nil for the linker's own.
  public let layouts: Int?
  /// A Boolean value indicating whether revisions need not be made that are known to be the same.
  public let skipsProven: Bool
  /// A Boolean value indicating whether it is recorded what makes read.
  public let recordsInputs: Bool
  /// Whose harness both revisions are to have; nil for each its own.
  public let harness: HarnessSource?

  /// Takes the builds to make.
  /// - Parameters:
  ///   - layouts: how many the scenario asks for; one layout is the linker's own.
  ///   - rounds: how many rounds take turns in them; more layouts need not be linked.
  ///   - skipsProven: whether revisions need not be made that are known to be the same.
  ///   - recordsInputs: whether it is recorded what makes read.
  ///   - harness: whose harness both revisions are to have; nil for each its own.
  init(
    _ sources: Sources, layouts: Int, rounds: Int = .max, skippingProven skipsProven: Bool = false,
    recordingInputs recordsInputs: Bool = false, harness: HarnessSource? = nil
  ) {
    self.harness = harness
    self.sources = sources
    self.recordsInputs = recordsInputs
    self.skipsProven = skipsProven
    self.layouts = layouts > 1 ? min(layouts, rounds) : nil
  }
}

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

/// Executables that were made. As long as the value lives no other Rehearse builds over revisions
/// among them: keep it until all is measured, and put it away then.
public struct MadeBuilds: Sendable {
  /// The drivers, in the order in which they were asked for.
  public let drivers: [BuiltDriver]
  /// The proof that the second has the same files as the first; nil where there is none.
  public let proof: Decision.Proof?
  /// How the harnesses of two revisions differ, or which both have; nil if they are the same anyhow.
  public let harness: HarnessFinding?
  /// What is known of their inputs; nil if nobody asked for it.
  let inputs: BuildInputs?
  /// What records inputs, or why nothing does.
  let tracing: Result<InputTracing, TracerUnusable>
  private let revisions: RevisionBuilds?

  /// Drivers that nobody builds over.
  public init(
    _ drivers: [BuiltDriver], proof: Decision.Proof? = nil, inputs: BuildInputs? = nil,
    tracing: Result<InputTracing, TracerUnusable> = .failure(.missing),
    harness: HarnessFinding? = nil
  ) {
    self.harness = harness
    self.drivers = drivers
    self.proof = proof
    self.inputs = inputs
    self.tracing = tracing
    revisions = nil
  }

  init(_ revisions: RevisionBuilds, tracing: Result<InputTracing, TracerUnusable>) {
    drivers = revisions.drivers
    proof = revisions.proof
    harness = revisions.harness
    inputs = revisions.inputs
    self.tracing = tracing
    self.revisions = revisions
  }

  /// Removes what the drivers needed while they were measured, and nothing else does.
  func putAway() async { await revisions?.putAway() }

  /// The folders of the drivers that don't work in the scenario's, by the build's name.
  var folders: [String: FilePath] {
    drivers.reduce(into: [:]) { $0[$1.record.name] = $1.folder }
  }

  /// The texts that stand for each build's variables in the words of services.
  var variables: [String: [String: String]] {
    drivers.reduce(into: [:]) { $0[$1.record.name] = $1.variables }
  }

  /// The command lines of each driver, by its build's name.
  var commands: [String: [[String]]] {
    Dictionary(
      drivers.map { ($0.record.name, $0.commands) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Makes executables by the Swift package manager, by commands, and by git.
public struct PackageBuilder: Builder {
  private let cache: CacheSetting?
  private let shared: SharedExecutables?

  /// A builder.
  /// - Parameters:
  ///   - cache: keeps executables of revisions for other calls; nil for none.
  ///   - shared: keeps executables for other machines; nil for none.
  public init(cache: CacheSetting? = nil, sharing shared: SharedExecutables? = nil) {
    self.cache = cache
    self.shared = shared
  }

  /// Makes what is asked for.
  public func make(
    _ request: BuildRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> MadeBuilds {
    switch request.sources {
    case .builds(let builds):
      let tracing = request.recordsInputs ? try await Self.tracing() : .failure(.missing)
      var builder = DriverBuilder(folder: folder, progress: progress)
      builder.tracing = try? tracing.get()
      let drivers =
        if let shared, builds.contains(where: \.isOfPackage) {
          try await builder.make(builds, layouts: request.layouts, sharing: shared)
        } else {
          try await builder.make(builds, layouts: request.layouts)
        }
      let inputs =
        request.recordsInputs
        ? BuildInputs(of: builds, drivers, searchPath: Self.searchPath) : nil
      return MadeBuilds(drivers, inputs: inputs, tracing: tracing)
    case .revisions(let sides):
      let tracing = try await Self.tracing()
      return MadeBuilds(
        try await RevisionBuilder(
          folder: folder, cache: cache, sharing: shared, tracing: try? tracing.get(),
          progress: progress
        )
        .make(
          sides, layouts: request.layouts, skippingProven: request.skipsProven,
          harness: request.harness),
        tracing: tracing)
    }
  }

  private static var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

  /// What records inputs on this machine, or why nothing can.
  /// - Throws: `CancellationError`.
  private static func tracing() async throws -> Result<InputTracing, TracerUnusable> {
    do {
      return .success(InputTracing(try await Tracer(in: searchPath)))
    } catch let error as TracerUnusable {
      return .failure(error)
    }
  }

  /// Makes a build of a package at a revision, and keeps its executables under a name.
  public func keep(
    _ request: AnchorRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> BuildRecord {
    try await RevisionBuilder(
      folder: folder, cache: cache, tracing: try? await Self.tracing().get(), progress: progress
    ).keep(
      request.side, layouts: request.layouts, as: request.name, in: request.folder,
      replacing: request.isReplacing)
  }

  /// A scenario file as it was at a revision.
  public func earlier(_ file: FilePath, at revision: String) async throws -> EarlierFile {
    try await EarlierFile(file, at: revision)
  }

  /// The commit that a folder's files are of.
  public func revision(of folder: FilePath) async throws -> Revision? {
    try await RevisionReader(folder: folder).read()
  }

  /// The commits that one revision has and another does not.
  public func ancestry(
    of candidate: String, without baseline: String?, in folder: FilePath
  ) async -> [String]? {
    await CommitHistory.hashes(of: candidate, without: baseline, in: folder)
  }

  /// The commits between two revisions.
  public func history(
    from good: String, to bad: String, of file: FilePath
  ) async throws -> CommitHistory {
    try await CommitHistory(from: good, to: bad, of: file)
  }

  /// Makes one revision after the other.
  public func series(
    in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> any BuildSeries {
    try await RevisionSeries(
      by: RevisionBuilder(
        folder: folder, cache: cache, tracing: try? await Self.tracing().get(), progress: progress))
  }
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
