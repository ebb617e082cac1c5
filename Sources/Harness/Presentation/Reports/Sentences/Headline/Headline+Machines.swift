import Analysis
import Statistics

extension Headline {
  /// Returns what several machines found for cells that changed, or that differ on one of them: how many show
  /// the change, and which don't.
  ///
  /// For example `cpu-time of list: +2.1 % (1.8 to 2.4), shown on 5 of 6 machines; 'arm1' differs: -1.2 %
  /// (-1.5 to -0.9).`
  static func ofMachines(_ judgement: Judgement) -> [String] {
    judgement.gated.compactMap { cell in
      guard let result = cell.outcome.result, case .ratio(let ratio) = result.value,
        let spread = result.machines
      else { return nil }
      let off = spread.machines.filter(\.isOff)
      let isChanged = [.regressed, .improved].contains(result.verdict)
      guard isChanged || !off.isEmpty else { return nil }
      let shown = spread.agreeing(with: ratio.point)
      let count = spread.machines.count
      let differing = off.map { "'\($0.name)' differs: \($0.ratio.changeWords)" }
      let basis =
        spread.isDecisive
        ? " The verdict rests on how far apart the machines are"
          + (spread.areUnlike ? ", and they are unlike." : ", though they are alike.") : ""
      return
        (["\(cell.name): \(ratio.changeWords), shown on \(shown) of \(count) machines"] + differing)
        .joined(separator: "; ") + "." + basis
    }
  }
}
