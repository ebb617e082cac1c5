import Analysis
import Simulation
import Statistics

/// All that the benchmark prints: the rules side by side, then the aims, and among these rows of what is published.
struct Report {
  static let layouts: [(name: String, title: String)] = [
    ("seq", "all A, then all B"), ("rand", "pairs back to back, in random order"),
    ("fine1", "duets: one CPU, 0.5 ms slices"),
  ]
  static let flippedRuns = 20_000
  static let resampledRuns = 400
  static let adaptiveRuns = 480

  let measurements: Measurements
  let peers: [PeerResults]

  func print() throws {
    PublishedTable.allCases.forEach { $0.printHead() }
    for layout in Self.layouts { try printLayout(layout.name, layout.title) }
    try ControlRuns(measurements: measurements, campaign: Aims.campaign).print()
    let simulated = try printSimulated()
    Swift.print("\nAims")
    try Aims(measurements: measurements, peers: peers, simulated: simulated).each { aim in
      Swift.print("  " + aim.line)
    }
  }

  /// Prints what becomes of machines whose noise is made up: whole adaptive runs of 36 cells, and qualifications
  /// of 12 stories.
  /// - Returns: the false alarms of those on which the rule's conditions hold.
  private func printSimulated() throws -> [SimulatedRuns.FalseAlarms] {
    var kept: [SimulatedRuns.FalseAlarms] = []
    for (index, kind) in (SimulatedRuns.kept + SimulatedRuns.broken).enumerated() {
      let alarms = try SimulatedRuns.falseAlarms(kind.noise, seed: UInt64(100 + index))
      let refused = try SimulatedQualifications.refused(kind.noise, seed: UInt64(200 + index))
      PublishedTable.assumptions.row(kind.name, figure(alarms), figure(refused))
      if index < SimulatedRuns.kept.count { kept.append((kind.name, alarms.alarms, alarms.of)) }
    }
    let one = try SimulatedQualifications.refused(
      .autoregressive(0.3, deviation: 0.07), stories: 1, seed: 300)
    PublishedTable.assumptions.row(
      "dependent (lag-1 0.3), 7 %, one story alone", "", figure(one))
    return kept
  }

  private func printLayout(_ layout: String, _ title: String) throws {
    Swift.print("\n\(title): whole runs of 12 stories, \(WholeRuns.pairs) pairs each")
    Swift.print(row(["", "false", "found", "found", "found", "found", "2 % more", "+2 % at no"]))
    Swift.print(row(["", "alarms", "+1 %", "+2 %", "+5 %", "+10 %", "work", "false alarm"]))
    for peer in peers.filter({ $0.layout == layout }) {
      Swift.print(
        row(
          [peer.rule, percent(peer.falseAlarms)] + peer.onTop.map(percent)
            + [percent(peer.work), percent(peer.calibrated)]))
    }
    // Pairs whose sides were measured minutes apart are none.
    if layout == "seq" { return }
    let runs = WholeRuns(measurements: measurements, campaign: "suite-\(layout)")
    let alarms = try runs.resampled(Self.resampledRuns, seed: 1)
    let detection = Detection(measurements)
    let onTop = try [0.01, 0.02, 0.05, 0.1].map {
      try detection.shares("suite-\(layout)", effect: $0, pairs: WholeRuns.pairs).mean
    }
    let work = try detection.share("hash-\(layout)", variant: "c2", pairs: WholeRuns.pairs)
    Swift.print(
      row(
        ["Rehearse: t and signed rank, Holm 1 %, 36 cells", percent(alarms)] + onTop.map(percent)
          + [percent(work), alarms.alarms == 0 ? percent(onTop[1]) : "-"]))
  }
}

extension [Double] {
  var mean: Double { reduce(0, +) / Double(Swift.max(1, count)) }
}
