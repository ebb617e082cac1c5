import Analysis
import Building
import Foundation
import Recording
import Testing

struct CommitHistoryTests {
  /// A history after the good end `g`, each commit with its parents, and one of them the same as the good end.
  private func history(
    _ parents: KeyValuePairs<String, [String]>, after equal: String
  ) throws -> CommitHistory {
    func commit(_ hash: String, _ parents: [String]) -> Commit {
      Commit(
        hash: hash, parents: parents, author: "n", authoredAt: Date(timeIntervalSince1970: 0),
        subject: hash)
    }
    let commits = parents.map { commit($0, $1) }
    return CommitHistory(good: commit("g", []), commits: commits)
      .after(try #require(commits.first { $0.hash == equal }))
  }

  private func descends(_ history: CommitHistory) -> [Bool] {
    CommitGraph(history.commits, after: history.good.hash).descendsFromGood
  }

  @Test func `a commit that is the same as the good end takes those with it that only it has`()
    throws
  {
    let rest = try history(["a": ["g"], "b": ["a"], "c": ["b"], "d": ["c"]], after: "b")
    #expect(rest.commits.map(\.hash) == ["c", "d"])
    #expect(rest.commits.map(\.parents) == [["g"], ["c"]])
    #expect(descends(rest) == [true, true])
  }

  @Test func `a branch from before the good end does not descend from it, if a merge is the same`()
    throws
  {
    let rest = try history(
      ["x": ["o"], "m1": ["g", "x"], "z": ["x"], "w": ["m1"], "m2": ["w", "z"]], after: "m1")
    #expect(rest.commits.map(\.hash) == ["x", "z", "w", "m2"])
    #expect(descends(rest) == [false, false, true, true])
  }

  @Test func `a branch keeps the commit that it came from, if that was reverted before the same`()
    throws
  {
    let rest = try history(
      [
        "slow": ["g"], "z": ["slow"], "revert": ["slow"], "w": ["revert"], "m": ["w", "z"],
      ], after: "revert")
    #expect(rest.commits.map(\.hash) == ["slow", "z", "w", "m"])
    #expect(rest.commits.map(\.parents) == [["g"], ["slow"], ["g"], ["w", "z"]])
    #expect(descends(rest) == [true, true, true, true])
  }
}
