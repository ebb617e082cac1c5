import Foundation
import Recording
import Statistics
import Tables

extension Table {
  /// The attempts of a ledger, one row each.
  public static func attempts(_ ledger: Ledger) throws(TableError) -> Table {
    let held = ledger.terms.holdOut
    return try Table(
      title: "Attempts of \(ledger.name)",
      notes: held.isEmpty ? [] : ["Held out until --final: \(held.joined(separator: ", "))."],
      columns: [
        Column("Attempt", alignment: .trailing), Column("Verdict"), Column("Commit"),
        Column("Against"), Column("Level", unit: "%", alignment: .trailing),
        Column("Experiment", alignment: .trailing), Column("Judged"),
      ],
      rows: ledger.attempts.map { attempt in
        let verdict = attempt.ruling?.verdict.rawValue ?? "unfinished"
        return [
          .text("\(attempt.number)"),
          .text(attempt.subject.isFinal ? "\(verdict), final" : verdict),
          .text(String(attempt.subject.candidate.prefix(10))),
          .text(String(attempt.subject.base.prefix(10))),
          .text(NumberFormat.coarsePercent(attempt.level)),
          .text(attempt.experiment.map { "\($0)" } ?? ""),
          .text(attempt.ruling.map { $0.judgedAt.formatted(.iso8601) } ?? ""),
        ]
      })
  }
}
