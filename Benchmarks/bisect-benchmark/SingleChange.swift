import Analysis

/// A replay, and the answer that it should have.
struct JudgedReplay: Sendable {
  let replay: Replay
  /// Nil where nothing changes.
  let truth: BisectionFinding.Answer?

  var isRight: Bool { replay.finding?.kind == truth }
}

/// What bisections of histories come to of which one commit changes the cost.
struct SingleChange {
  private let all: [JudgedReplay]
  /// Those in which a change was shown between the ends.
  private let shown: [JudgedReplay]
  /// Those that named one commit.
  private let named: [JudgedReplay]

  init(_ replays: [JudgedReplay]) {
    all = replays
    shown = replays.filter { $0.replay.finding != nil }
    named = shown.filter {
      if case .one? = $0.replay.finding?.kind { true } else { false }
    }
  }

  /// For the page 'bisect-builds'.
  var cells: [String] {
    let claimed = named.reduce(0) { $0 + ($1.replay.finding?.probability ?? 0) }
    let builds = shown.map(\.replay.builds).sorted()
    return [
      percent(shown.count, of: all), percent(named.count, of: shown),
      percent(named.count(where: \.isRight), of: named),
      short(100 * claimed / Double(max(1, named.count))), meanBuilds,
      "\(builds.isEmpty ? 0 : builds[builds.count * 99 / 100])", meanPairs,
    ]
  }

  /// For the page 'bisect': right of all, builds and pairs.
  var cellsBesidePeers: [String] {
    [percent(named.count(where: \.isRight), of: all), meanBuilds, meanPairs]
  }

  private var meanBuilds: String { tenths(mean(\.builds)) }
  private var meanPairs: String { "\(Int(mean(\.pairs).rounded()))" }

  private func mean(_ count: (Replay) -> Int) -> Double {
    Double(shown.reduce(0) { $0 + count($1.replay) }) / Double(max(1, shown.count))
  }

  private func percent(_ part: Int, of all: [JudgedReplay]) -> String {
    short(100 * Double(part) / Double(max(1, all.count)))
  }

  /// `98.8`, and `100` where there is no tenth.
  private func short(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// `9.7`, and `9.0`.
func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
