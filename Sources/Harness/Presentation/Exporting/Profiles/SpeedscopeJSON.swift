import Analysis
import Recording
import Reports
import Tables

/// speedscope's own JSON: a profile for each story on each build, with a weighted stack for each path.
///
/// Source: speedscope's `src/lib/file-format-spec.ts`, whose schema the file names.
struct SpeedscopeJSON: Encodable {
  let schema = "https://www.speedscope.app/file-format-schema.json"
  let exporter: String
  let name: String
  let shared: Shared
  let profiles: [Sampled]

  struct Shared: Encodable {
    let frames: [Frame]
  }

  struct Frame: Encodable {
    let name: String
    /// The module: speedscope can group by it.
    let file: String
  }

  struct Sampled: Encodable {
    let type = "sampled"
    let name: String
    let unit: String
    let startValue = 0.0
    let endValue: Double
    let samples: [[Int]]
    let weights: [Double]
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case exporter, name, shared, profiles
  }

  static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let trees = try experiments.callTrees(for: .speedscope)
    let experiment = try experiments.only(for: "").analysis.experiment
    var places: [ProfiledFunction: Int] = [:]
    var frames: [Frame] = []
    for function in trees.flatMap(\.functions) where places[function] == nil {
      places[function] = frames.count
      frames.append(
        Frame(
          name: PlainLine(function.name).description, file: PlainLine(function.module).description))
    }
    let profiles = trees.map { tree in
      let own = tree.functions.map { places[$0] ?? 0 }
      let weights = tree.places.map { tree.nodes[$0].time }
      return Sampled(
        name: PlainLine(tree.name.joined(separator: " on ")).description,
        unit: tree.unit.speedscopeName,
        endValue: weights.reduce(0, +),
        samples: tree.places.map { tree.path(to: $0).map { own[$0] } }, weights: weights)
    }
    let file = Self(
      exporter: "rehearse \(experiment.version)", name: PlainLine(experiment.name).description,
      shared: Shared(frames: frames), profiles: profiles)
    return try PrintedJSON.lines([file], format: ExportFormat.speedscope.rawValue)[0] + "\n"
  }
}

extension Profile.Unit {
  /// speedscope has no unit for blocks.
  fileprivate var speedscopeName: String {
    switch self {
    case .cpuTime, .offCPUTime: "nanoseconds"
    case .blocks: "none"
    case .bytes: "bytes"
    }
  }
}
