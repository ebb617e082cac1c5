import Comparing
import Statistics

/// All that the benchmark prints: the rules side by side, then the aims.
struct Report {
  static let layouts: [(name: String, title: String)] = [
    ("seq", "all A, then all B"), ("rand", "pairs back to back, in random order"),
    ("fine1", "duets: one CPU, 0.5 ms slices"),
  ]
  static let flippedRuns = 20_000
  static let resampledRuns = 1000
  static let adaptiveRuns = 120

  let measurements: Measurements
  let peers: [PeerFigures]

  func print() throws {
    for layout in Self.layouts { try printLayout(layout.name, layout.title) }
    Swift.print("\nAims")
    for aim in try Aims(measurements: measurements, peers: peers).all() {
      Swift.print("  " + aim.line)
    }
  }

  private func printLayout(_ layout: String, _ title: String) throws {
    Swift.print("\n\(title): whole runs of 12 stories, \(WholeRuns.pairs) pairs each")
    Swift.print(
      row(["", "false", "found", "found", "found", "12 stories", "at no"]))
    Swift.print(
      row(["", "alarms", "+2 %", "+5 %", "+10 %", "+2 %", "false alarm"], other: 11))
    for peer in peers.filter({ $0.layout == layout }) {
      Swift.print(
        row(
          [peer.rule, percent(peer.falseAlarms)] + peer.detection.map(percent)
            + [percent(peer.onTop), percent(peer.calibrated)]))
    }
    // Pairs whose sides were measured minutes apart are none.
    if layout == "seq" { return }
    let runs = WholeRuns(measurements: measurements, campaign: "suite-\(layout)")
    let alarms = try runs.resampled(Self.resampledRuns, seed: 1)
    let detection = Detection(measurements)
    let found = try ["c2", "c5", "c10"].map {
      try detection.share("hash-\(layout)", variant: $0, pairs: WholeRuns.pairs)
    }
    let onTop = try detection.shares("suite-\(layout)", effect: 0.02, pairs: WholeRuns.pairs).mean
    Swift.print(
      row(
        ["Rehearse: trimmed pairs, Holm 1 %, 36 cells", percent(alarms)] + found.map(percent)
          + [percent(onTop), alarms.alarms == 0 ? percent(onTop) : "-"]))
  }
}

extension [Double] {
  var mean: Double { reduce(0, +) / Double(Swift.max(1, count)) }
}
