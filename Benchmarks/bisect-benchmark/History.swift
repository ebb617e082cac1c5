import Analysis
import Foundation
import Recording

/// A made-up history, and what each of its commits costs beside the good end.
struct History: Sendable {
  /// The commits.
  let graph: CommitGraph
  /// ln of each commit's cost over that of the good end.
  let levels: [Double]

  /// A line of commits.
  init(levels: [Double]) {
    let commits = levels.indices.map { place in
      Commit(
        hash: "c\(place)", parents: [place == 0 ? "good" : "c\(place - 1)"], author: "n",
        authoredAt: Date(timeIntervalSince1970: 0), subject: "")
    }
    graph = CommitGraph(commits, after: "good")
    self.levels = levels
  }

  /// One in which these commits change the cost by these shares.
  init(count: Int, changes: [Int: Double]) {
    var level = 0.0
    self.init(
      levels: (0..<count).map { place in
        if let change = changes[place] { level += log(1 + change) }
        return level
      })
  }

  /// One that creeps to a change.
  init(count: Int, creepingTo change: Double) {
    self.init(levels: (1...count).map { log(1 + change) * Double($0) / Double(count) })
  }
}
