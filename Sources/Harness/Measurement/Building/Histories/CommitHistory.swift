import Foundation
import Recording
import SystemPackage

/// The commits between two revisions, as git knows them.
public struct CommitHistory: Sendable {
  /// The commit after which the search begins.
  public let good: Commit
  /// All commits that are in the bad end but not in the good one, parents before children.
  public let commits: [Commit]
  /// A Boolean value indicating whether files of the work tree differ from the checked-out commit.
  public let isWorkTreeDirty: Bool
  /// A Boolean value indicating whether the good end has the scenario's file.
  public let hasScenario: Bool

  /// Creates a history from known values.
  public init(
    good: Commit, commits: [Commit], isWorkTreeDirty: Bool = false, hasScenario: Bool = true
  ) {
    self.good = good
    self.commits = commits
    self.isWorkTreeDirty = isWorkTreeDirty
    self.hasScenario = hasScenario
  }

  /// The most hashes to keep of commits that only the candidate has.
  static let mostHashes = 2_000

  /// The hashes of the commits that a candidate has and a baseline does not, from the candidate backwards; at
  /// most the first 2,000. If the baseline is nil or unknown in this clone, all ancestors of the candidate
  /// are taken. Nil outside of a repository, or if it does not know the candidate.
  public static func hashes(
    of candidate: String, without baseline: String?, in folder: FilePath
  ) async -> [String]? {
    guard let repository = try? await GitRepository(containing: folder) else { return nil }
    let all = ["rev-list", "--max-count=\(mostHashes)", candidate]
    var found: String?
    if let baseline { found = try? await repository.git(all + ["^\(baseline)", "--"]) }
    if found == nil { found = try? await repository.git(all + ["--"]) }
    return found?.split(separator: "\n").map(String.init)
  }

  /// The most commits: with more, their ancestry would take too much memory.
  public static let mostCommits = 20_000

  /// Reads the history from git, from one commit to another, by any names that it knows; `scenario` is the
  /// scenario's file.
  /// - Throws: ``RevisionError``, or `CancellationError`.
  public init(
    from good: String, to bad: String, of scenario: FilePath, searchPath: String? = nil
  ) async throws {
    let folder = scenario.removingLastComponent()
    let repository = try await GitRepository(containing: folder, searchPath: searchPath)
    let first = try await repository.commit(good)
    let last = try await repository.commit(bad)
    if first == last { throw RevisionError.noHistory(good, bad, .equal) }
    let isShallow = try await repository.git(["rev-parse", "--is-shallow-repository"]) == "true"
    let base = try await Self.base(first, last, repository)
    guard base == first else {
      if isShallow { throw RevisionError.noHistory(good, bad, .shallow) }
      if base == last { throw RevisionError.noHistory(good, bad, .reversed) }
      throw RevisionError.noHistory(good, bad, .noAncestor(base: base))
    }
    let count = try await repository.git(["rev-list", "--count", "\(first)..\(last)", "--"])
    guard let number = Int(count), number <= Self.mostCommits else {
      throw RevisionError.noHistory(good, bad, .tooMany(count))
    }
    commits = try await Self.commits(["\(first)..\(last)"], repository)
    guard let own = try await Self.commits(["--no-walk", first], repository).first,
      commits.last?.hash == last
    else {
      throw RevisionError.unreadable(
        folder: repository.folder.string, reason: "its commits are not those of \(good)..\(bad)")
    }
    self.good = own
    isWorkTreeDirty = try await !repository.git([
      "status", "--porcelain", "--untracked-files=no", "--ignore-submodules=none",
    ]).isEmpty
    let place = try RevisionSources.place(of: folder, in: repository.folder)
      .appending(scenario.lastComponent.map { [$0] } ?? [])
    hasScenario = try await repository.holds(place.string, at: first)
  }

  /// The best common ancestor; nil if there is none.
  private static func base(
    _ first: String, _ last: String, _ repository: GitRepository
  ) async throws -> String? {
    do {
      return try await repository.git(["merge-base", first, last])
    } catch RevisionError.gitFailed(_, let reason) where reason.isEmpty {
      return nil
    }
  }

  /// Fields end with a unit separator, commits with a record separator: subjects may contain anything else.
  private static func commits(
    _ range: [String], _ repository: GitRepository
  ) async throws -> [Commit] {
    let format = "--format=%H%x1f%P%x1f%an%x1f%at%x1f%s%x1e"
    let text = try await repository.git(
      ["log", "--topo-order", "--reverse", "--no-show-signature", "--no-color", format] + range
        + ["--"])
    return try text.split(separator: "\u{1E}").compactMap { record in
      let record = record.trimmingCharacters(in: .newlines)
      if record.isEmpty { return nil }
      let fields = record.split(separator: "\u{1F}", omittingEmptySubsequences: false)
      guard fields.count >= 5, let seconds = Double(fields[3]) else {
        throw RevisionError.unreadable(
          folder: repository.folder.string, reason: "git's log says '\(record.prefix(80))'")
      }
      return Commit(
        hash: String(fields[0]), parents: fields[1].split(separator: " ").map(String.init),
        author: String(fields[2]), authoredAt: Date(timeIntervalSince1970: seconds),
        subject: fields[4...].joined(separator: "\u{1F}"))
    }
  }
}
