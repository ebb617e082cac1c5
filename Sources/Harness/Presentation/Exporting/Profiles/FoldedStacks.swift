import Analysis
import Recording
import Reports
import Tables

/// Stacks in the format of FlameGraph's programs: one line for each path, its functions separated by
/// semicolons, then its own CPU time in all profiled runs, µs; or its blocks or bytes.
///
/// If there are several stories or builds, their names are the outermost frames. Inlined functions end in
/// `_[i]`, which FlameGraph's programs draw in another colour; not in differences, so that a function is the
/// same on both sides.
enum FoldedStacks {
  static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let trees = try experiments.callTrees(for: .folded)
    let lines = trees.flatMap { tree in
      let root = trees.count > 1 ? tree.name : []
      return times(of: tree, below: root, marksInlined: true).map { "\($0.key) \($0.value)" }
    }
    return lines.sorted().joined(separator: "\n") + "\n"
  }

  /// Two times for each path, in the format of `difffolded.pl`: the first build's, then the second's, in rounds that
  /// both have.
  /// - Throws: also `OutputError.notTwoBuilds`.
  static func differences(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let trees = try experiments.callTrees(for: .foldedDifference, ofPairs: true)
    let builds = try experiments.only(for: "").analysis.builds.filter { build in
      trees.contains { $0.build == build }
    }
    guard builds.count == 2 else {
      throw .notTwoBuilds(format: ExportFormat.foldedDifference.rawValue, count: builds.count)
    }
    let isAlone = Set(trees.map(\.story)).count == 1
    var sides: [String: (Int, Int)] = [:]
    for tree in trees {
      for (path, time) in times(of: tree, below: isAlone ? [] : [tree.story]) {
        if tree.build == builds[0] {
          sides[path, default: (0, 0)].0 += time
        } else {
          sides[path, default: (0, 0)].1 += time
        }
      }
    }
    return sides.map { "\($0.key) \($0.value.0) \($0.value.1)" }.sorted().joined(separator: "\n")
      + "\n"
  }

  /// The time of each path in whole µs. Functions of the same name in several modules are merged here.
  private static func times(
    of tree: CallTree, below root: [String], marksInlined: Bool = false
  ) -> [String: Int] {
    let names = tree.functions.map { frame($0.name) }
    let start = root.map(frame)
    var times: [String: Double] = [:]
    for place in tree.places {
      let path =
        start
        + tree.way(to: place).map { place in
          let node = tree.nodes[place]
          return names[node.function] + (marksInlined && node.isInlined ? "_[i]" : "")
        }
      times[path.joined(separator: ";"), default: 0] +=
        tree.nodes[place].time / (tree.unit.isTime ? 1000 : 1)
    }
    return times.mapValues { Int(exactly: $0.rounded()) ?? .max }
  }

  /// A name without the characters that separate frames.
  private static func frame(_ name: String) -> String {
    PlainLine(name).description.replacing(";", with: ":")
  }
}
