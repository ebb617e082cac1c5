import Experimenting
import Metrics
import Recording
import Scenarios
import Statistics

/// The results of single replays, line by line.
struct ReplayText {
  /// The scenario file, as given.
  let file: String
  let places: ScenarioPlaces?

  func place(of replayed: Replayed) -> TextPosition? {
    replayed.failedAt.flatMap { places?.steps[$0] }
  }

  /// One line; for a failed replay also the end of its process's standard error.
  func lines(_ replayed: Replayed) -> [String] {
    let name = "  \(replayed.story) on \(replayed.build):"
    guard let run = replayed.run else {
      return ["\(name) not replayed, because this build failed before its first step"]
    }
    guard let failure = run.failure else {
      return ["\(name) passed" + (replayed.duration.map { ", " + Self.time($0) } ?? "")]
    }
    let place = place(of: replayed).map { "\(file):\($0.line):\($0.column): " } ?? ""
    let said = failure.standardError.split(separator: "\n").suffix(8).map { "    | \($0)" }
    return ["\(name) failed: \(place)\(failure.message)"] + said
  }

  private static func time(_ nanoseconds: Int64) -> String {
    let scale = MetricUnit.nanoseconds.scale(for: Double(nanoseconds))
    let value = NumberFormat.plain.string(for: Double(nanoseconds) / scale.baseUnits)
    return "\(value) \(scale.symbol)"
  }
}
