import Analysis
import Experimenting
import Foundation
import Recording

/// The verdict on an attempt as JSON.
public struct AttemptDocument: Encodable {
  let attempt: LedgerDocument.Item
  let ledger: String
  /// A Boolean value indicating whether it was judged before.
  let repeated: Bool
  let budget: BudgetDocument
  /// The effort that would decide it; omitted if it is decided, or if unknown.
  let deciding: JudgementDocument.DecidingDocument?
  let cells: [JudgementDocument.CellDocument]

  /// An attempt's document; nil without a verdict.
  public init?(_ judged: JudgedAttempt) {
    guard let ruling = judged.attempt.ruling else { return nil }
    attempt = LedgerDocument.Item(judged.attempt)
    ledger = judged.ledger.name
    repeated = judged.isRepeated
    budget = BudgetDocument(judged.ledger)
    let effort = ruling.verdict == .undecided ? judged.result?.judgement.costliest : nil
    deciding = effort.map(JudgementDocument.DecidingDocument.init)
    cells = (judged.result?.judgement.gated ?? []).map(JudgementDocument.CellDocument.init)
  }

  private enum CodingKeys: CodingKey { case ledger, repeated, budget, deciding, cells }

  /// Encodes the keys that a ledger has for the attempt, with others among them.
  public func encode(to encoder: any Encoder) throws {
    try attempt.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ledger, forKey: .ledger)
    try container.encode(repeated, forKey: .repeated)
    try container.encode(budget, forKey: .budget)
    try container.encodeIfPresent(deciding, forKey: .deciding)
    try container.encode(cells, forKey: .cells)
  }
}

/// A ledger's error budget, and the rest of it.
struct BudgetDocument: Encodable {
  let alpha: Double
  let left: Double
  let next: Double
  let attempts: Int
  let spending: Int
  let accepted: Int

  init(_ ledger: Ledger) {
    alpha = ledger.terms.alpha
    left = ledger.left
    next = ledger.nextLevel
    attempts = ledger.attempts.count
    spending = ledger.spending
    accepted = ledger.attempts.count { $0.ruling?.verdict == .accepted }
  }
}

/// A ledger as JSON.
public struct LedgerDocument: Encodable {
  let ledger: String
  let scenario: String
  let holdOut: [String]
  let budget: BudgetDocument
  let attempts: [Item]

  /// A ledger's document.
  public init(_ ledger: Ledger) {
    self.ledger = ledger.name
    scenario = ledger.terms.scenario
    holdOut = ledger.terms.holdOut
    budget = BudgetDocument(ledger)
    attempts = ledger.attempts.map(Item.init)
  }

  /// One attempt; an interrupted or running one is `unfinished`.
  struct Item: Encodable {
    let attempt: Int
    let verdict: String
    let reason: String?
    let `final`: Bool
    let base: String
    let candidate: String
    let tree: String
    let experiment: Int64?
    let level: Double
    let judgedAt: Date?

    init(_ attempt: Attempt) {
      self.attempt = attempt.number
      verdict = attempt.ruling?.verdict.rawValue ?? "unfinished"
      reason = attempt.ruling?.reason
      `final` = attempt.subject.isFinal
      base = attempt.subject.base
      candidate = attempt.subject.candidate
      tree = attempt.subject.tree
      experiment = attempt.experiment
      level = attempt.level
      judgedAt = attempt.ruling?.judgedAt
    }
  }
}
