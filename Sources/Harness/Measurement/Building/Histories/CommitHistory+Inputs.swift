import Recording
import SystemPackage

/// A history without commits that are known to change nothing that runs.
public struct ContractedHistory: Sendable {
  /// The remaining commits, parents before children; the last one represents the bad end.
  public let history: CommitHistory
  /// The number of commits left out.
  public let equal: Int
}

extension CommitHistory {
  /// Leaves out commits that change no file that an end's make and stories read, look for or list, if they
  /// continue the good end or lead to the bad one without a gap. Such commits after the good end read the
  /// same as it, so they are the same; and so with those before the bad end. For commits in between it is
  /// unknown what they read.
  func leavingOutEqual(
    to goodInputs: InputRecord, and badInputs: InputRecord, in repository: GitRepository
  ) async throws -> ContractedHistory {
    var equalToGood: Set = [good.hash]
    for commit in commits.dropLast() where commit.parents.allSatisfy(equalToGood.contains) {
      guard let parent = commit.parents.first,
        try await repository.changes(from: parent, to: commit.hash).areUnused(by: goodInputs)
      else { continue }
      equalToGood.insert(commit.hash)
    }
    // The first commit of the unbroken line to the bad end that is the same as it.
    var first = commits[commits.count - 1]
    let byHash = Dictionary(commits.map { ($0.hash, $0) }, uniquingKeysWith: { one, _ in one })
    var later: Set<String> = []
    while first.parents.count == 1, let parent = byHash[first.parents[0]],
      !equalToGood.contains(parent.hash),
      try await repository.changes(from: parent.hash, to: first.hash).areUnused(by: badInputs)
    {
      later.insert(first.hash)
      first = parent
    }
    let left = commits.filter { !equalToGood.contains($0.hash) && !later.contains($0.hash) }.map {
      var commit = $0
      commit.parents = commit.parents.map { equalToGood.contains($0) ? good.hash : $0 }
      return commit
    }
    return ContractedHistory(
      history: CommitHistory(
        good: good, commits: left, isWorkTreeDirty: isWorkTreeDirty, hasScenario: hasScenario),
      equal: commits.count - left.count)
  }
}

/// The rest once a commit turns out to be the same as an end.
extension CommitHistory {
  /// The history with the good end in place of a commit that is the same, and without those that only it has: the
  /// change came later. Ancestors that lead to the bad end by another way, too, stay as they are: they may differ.
  public func after(_ commit: Commit) -> CommitHistory {
    let later = commits.filter { $0 != commit }.map {
      var later = $0
      later.parents = later.parents.map { $0 == commit.hash ? good.hash : $0 }
      return later
    }
    let rest = CommitHistory(
      good: good, commits: later, isWorkTreeDirty: isWorkTreeDirty, hasScenario: hasScenario)
    return later.last.map(rest.upTo) ?? rest
  }

  /// The history up to a commit that is the same as the bad end.
  public func upTo(_ commit: Commit) -> CommitHistory {
    let earlier = ancestry(of: commit)
    return CommitHistory(
      good: good, commits: commits.filter { earlier.contains($0.hash) },
      isWorkTreeDirty: isWorkTreeDirty, hasScenario: hasScenario)
  }

  /// The hashes of a commit and of all its ancestors in the history.
  private func ancestry(of commit: Commit) -> Set<String> {
    let parents = Dictionary(
      commits.map { ($0.hash, $0.parents) }, uniquingKeysWith: { one, _ in one })
    var (found, left) = (Set<String>(), [commit.hash])
    while let hash = left.popLast() {
      guard let known = parents[hash], found.insert(hash).inserted else { continue }
      left += known
    }
    return found
  }
}

/// The paths that differ between two commits, and the folders whose listings differ.
struct CommitChanges {
  let paths: [String]
  /// Relative to the top, which is the empty path.
  let folders: Set<String>

  /// Returns whether a record uses none of them.
  func areUnused(by inputs: InputRecord) -> Bool {
    let changed = Set(paths)
    return inputs.files.allSatisfy { file in
      let isTop = file.path == InputRecord.tree
      guard isTop || InputRecord.placeInTree(file.path) != nil else { return true }
      let place = isTop ? "" : InputRecord.placeInTree(file.path) ?? ""
      if file.uses.contains(.listed), folders.contains(place) { return false }
      // A link or a submodule on the way counts too.
      return !InputComparison.ancestry(place).contains(where: changed.contains)
    }
  }
}

extension GitRepository {
  func changes(from baseline: String, to candidate: String) async throws -> CommitChanges {
    let paths = try await differingPaths(from: baseline, to: candidate)
    let raw = try await git([
      "diff-tree", "-r", "-z", "--no-renames", "--name-only", "--diff-filter=AD", baseline,
      candidate,
    ])
    // A folder that appears or vanishes with its files changes the listing of the folder above.
    let folders = raw.split(separator: "\0").flatMap { path -> [String] in
      InputComparison.ancestry(String(path)).dropFirst() + [""]
    }
    return CommitChanges(paths: paths, folders: Set(folders))
  }
}
