import Analysis
import Foundation
import Metrics
import Reports
import Scenarios
import Statistics
import Tables

extension Table {
  /// All tables of a scorecard, in the order of their answers: the best alternative, what decides, and how
  /// much each criterion weighs.
  public static func scorecard(_ result: ScorecardResult) throws(TableError) -> [Table] {
    var tables: [Table] = []
    if let ranking = result.ranking {
      tables.append(try ranks(result, ranking))
      if result.card.alternatives.count > 2 { tables.append(try orders(result)) }
      tables.append(try parts(result))
      tables.append(try alternatives(result))
    }
    tables.append(try weights(result))
    if let groups = result.groups { tables.append(try self.groups(result, groups)) }
    return tables
  }

  /// The criteria with their shares, in their groups; for skills also hours, times used and factor.
  public static func weights(_ result: ScorecardResult) throws(TableError) -> Table {
    let card = result.card
    let hasSkills = !card.skills.isEmpty
    var columns = [Column(card.alternatives.isEmpty && hasSkills ? "Skill" : "Criterion")]
    if hasSkills {
      columns += [Column.number("Hours"), Column.number("Times used"), Column.number("Factor")]
    }
    columns.append(Column.number("Weight", unit: "%"))
    if !result.weights.areExact {
      columns += [Column.number("from", unit: "%"), Column.number("to", unit: "%")]
    }
    columns.append(Column("It is"))
    return try Table(
      title: "Weights of \(card.title)", notes: ScorecardText.weightNotes(result),
      columns: columns,
      sections: card.groups.map { group in
        let indices = card.criteria.indices.filter { card.criteria[$0].group == group }
        return Section(
          group ?? (card.groups.count > 1 ? "No group" : nil),
          rows: indices.map { row($0, of: result, hasSkills: hasSkills) })
      })
  }

  private static func row(
    _ index: Int, of result: ScorecardResult, hasSkills: Bool
  ) -> [Cell] {
    let criterion = result.card.criteria[index]
    var cells: [Cell] = [.text(criterion.name)]
    if hasSkills {
      switch criterion.weight {
      case .skill(let skill):
        cells += [skill.hours, skill.uses, skill.factor].map { .number($0.value) }
      case .given(let weight):
        cells += [.missing("its weight was given"), .missing("its weight was given")]
        cells.append(.number(weight.value))
      }
    }
    cells.append(.share(result.weights.shares[index]))
    if !result.weights.areExact {
      let range = result.weights.range(of: index)
      cells += [.share(range.lowerBound), .share(range.upperBound)]
    }
    let importance = result.importance(of: index)
    cells.append(.text(importance.rawValue, tone: importance.tone))
    return cells
  }

  private static func groups(
    _ result: ScorecardResult, _ groups: [(name: String, amount: Double, share: Double)]
  ) throws(TableError) -> Table {
    try Table(
      title: "Groups of \(result.card.title)",
      columns: [
        Column("Group"), .number(result.card.skills.isEmpty ? "Sum" : "Factor"),
        .number("Weight", unit: "%"),
      ],
      rows: groups.map { [.text($0.name), .number($0.amount), .share($0.share)] })
  }
}

/// The tables of alternatives.
extension Table {
  private static func ranks(
    _ result: ScorecardResult, _ ranking: Ranking
  ) throws(TableError) -> Table {
    let best = ranking.logScores.max() ?? 0
    return try Table(
      title: result.card.title, notes: ScorecardText.rankNotes(result),
      columns: [Column("Rank"), Column("Alternative"), .number("Score")], leadingColumns: 2,
      rows: ranking.order.map { index in
        let ranks = ranking.ranks[index]
        let rank =
          ranks.count == 1
          ? "\(ranks.lowerBound)" : "\(ranks.lowerBound) to \(ranks.upperBound)"
        return [
          .text(rank), .text(result.card.alternatives[index].name),
          .number(exp(ranking.logScores[index] - best)),
        ]
      })
  }

  private static func orders(_ result: ScorecardResult) throws(TableError) -> Table {
    try Table(
      title: "Orders",
      columns: [
        Column("Better"), Column("Other"), .number("Times as good"), .number("from"), .number("to"),
        .number("All weights from"), .number("to"), Column("Order"),
      ], leadingColumns: 2,
      rows: result.orientedPairs.map { pair in
        let format = pair.product.overValues.ratioFormat
        let ends = [pair.product.overValues, pair.product.overAll].flatMap {
          [$0.lowerBound, $0.upperBound]
        }
        return [.text(result.name(pair.better)), .text(result.name(pair.worse))]
          + ([pair.product.logScore] + ends).map { .number(exp($0), as: format) }
          + [.text(ScorecardText.order(pair.product.order))]
      })
  }

  /// The best alternative by score compared with each other one, criterion by criterion.
  private static func parts(_ result: ScorecardResult) throws(TableError) -> Table {
    let best = result.ranking?.order.first
    let pairs = result.orientedPairs.filter { $0.better == best }
    return try Table(
      title: "What decides", notes: [ScorecardText.turningNote],
      columns: [
        Column("Criterion"), .number("Weight", unit: "%"), .number("Times as good"),
        .number("from"), .number("to"), .number("Part of the score"),
        .number("Turns at", unit: "%"),
      ],
      sections: pairs.map { pair in
        let turning = pair.product.turningShares
        let rows = result.card.criteria.indices.map { index -> [Cell] in
          let ratio = pair.product.logRatios[index]
          let share = result.weights.shares[index]
          let format = ratio.range.ratioFormat
          return [
            .text(result.card.criteria[index].name), .share(share),
            .number(exp(ratio.value), as: format),
            .number(exp(ratio.range.lowerBound), as: format),
            .number(exp(ratio.range.upperBound), as: format),
            .number(exp(share * ratio.value), as: format),
            turning[index].map { .number($0 * 100, as: .decimals(1)) }
              ?? .missing("no weight of it alone turns the order"),
          ]
        }
        return Section("\(result.name(pair.better)) against \(result.name(pair.worse))", rows: rows)
      })
  }

  /// The value of each alternative by each criterion, in displayed units, and its failed runs if there are any.
  private static func alternatives(_ result: ScorecardResult) throws(TableError) -> Table {
    var rows: [[Cell]] = result.card.criteria.indices.map { index in
      [.text(result.card.criteria[index].name)]
        + result.values[index].map { .text(ScorecardText.value($0)) }
    }
    if result.failedRuns.contains(where: { ($0?.count ?? 0) > 0 }) {
      let failed = result.failedRuns.map { failed -> Cell in
        guard let failed else { return .missing("it was not measured") }
        return .text("\(failed.count) of \(failed.of)", tone: failed.count > 0 ? .bad : .neutral)
      }
      rows.append([.text("Failed runs")] + failed)
    }
    return try Table(
      title: "Values", notes: ScorecardText.valueNotes(result),
      columns: [Column("Criterion")]
        + result.card.alternatives.map { Column($0.name, alignment: .trailing) }, rows: rows)
  }
}

extension Table.Cell {
  /// A share in percent, with two decimals as in the source's guideline.
  fileprivate static func share(_ share: Double) -> Table.Cell {
    .number(share * 100, as: .decimals(2))
  }
}

extension Importance {
  fileprivate var tone: Table.Cell.Tone {
    switch self {
    case .crucial: .bad
    case .important: .caution
    case .minor: .good
    }
  }
}

extension ScorecardResult {
  func name(_ index: Int) -> String { card.alternatives[index].name }
}

extension ClosedRange<Double> {
  /// The number format of a ratio given by its logarithms: by a quarter of its width.
  var ratioFormat: NumberFormat { .uncertainty((exp(upperBound) - exp(lowerBound)) / 4) }
}
