import Experimenting
import Metrics
import Recording
import Scenarios
import Statistics

/// What single replays came to, in lines for people.
struct ReplayText {
  /// The scenario file, as it was named.
  let file: String
  /// Where its steps are.
  let places: ScenarioPlaces?

  /// The place of the step at which a replay failed.
  func place(of replayed: Replayed) -> TextPosition? {
    replayed.failedAt.flatMap { places?.steps[$0] }
  }

  /// One line; of a replay that failed also the end of what its process wrote on standard error.
  func lines(_ replayed: Replayed) -> [String] {
    let name = "  \(replayed.story) on \(replayed.build):"
    guard let run = replayed.run else {
      return ["\(name) not replayed, since this build failed before its first step"]
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
