import Recording
import Statistics

extension Explanation {
  /// The functions that account for the change, the most important first. First come functions of the app
  /// that are shown and are the deepest with a good part of their change, then others whose own time is shown
  /// to have changed. Functions of the app whose time is not shown, but the number of their waits, come after
  /// those whose time is. If there are none, the functions whose time with callees is shown.
  ///
  /// A function of the app against which the whole changed, and by less than other code did, stands last: what
  /// became cheaper does not explain why all is costlier.
  ///
  /// Driver kits, their callers, and moved time are left out.
  public var leads: [FunctionChange] {
    let meant = functions.filter { $0.isShown && !$0.isHarness && $0.kind != .moved }
    let app = meant.filter(\.accounts).sorted(by: FunctionChange.accountsForMore)
    let others = meant.filter { $0.own.isShown && !$0.accounts }
    let most = others.map { abs($0.own.difference.point) }.max() ?? 0
    func isAgainst(_ change: FunctionChange) -> Bool {
      change.accountsForTime && change.attributed * total.difference.point < 0
        && abs(change.attributed) < most
    }
    let leads = app.filter { !isAgainst($0) } + others + app.filter(isAgainst)
    return leads.isEmpty ? meant : leads
  }

  /// All shown changes, in the order of a table: first what accounts for the change.
  public var findings: [FunctionChange] {
    let leads = leads
    let names = Set(leads.map(\.function))
    return leads + functions.filter { $0.isShown && !$0.isHarness && !names.contains($0.function) }
  }
}

extension FunctionChange {
  /// The part of its change with callees that makes a function more than a mere caller of what changed.
  private static let leastPart = 0.25

  /// A Boolean value indicating whether it is a function of the app that accounts for a change, by itself or
  /// by what it calls in other code.
  var accounts: Bool { accountsForTime || accountsForWaits }

  var accountsForTime: Bool {
    mayAccount && (own.isShown || inclusive.isShown && isPartOfItsCallees)
  }

  private var accountsForWaits: Bool {
    guard mayAccount, let waits, waits.isShown else { return false }
    return Self.isGoodPart(attributedWaits, of: waits)
  }

  private var mayAccount: Bool { function.kind == .app && !isHarness && kind != .moved }

  /// A Boolean value indicating whether a good part of its change with callees is its own, or in other code
  /// that it calls.
  private var isPartOfItsCallees: Bool { Self.isGoodPart(attributed, of: inclusive) }

  private static func isGoodPart(_ attributed: Double, of change: CostChange) -> Bool {
    abs(attributed) >= leastPart * abs(change.difference.point)
      && attributed * change.difference.point > 0
  }

  /// Returns whether a function accounts for more of the change than another, or is deeper. Time comes before the
  /// number of waits.
  static func accountsForMore(_ a: FunctionChange, _ b: FunctionChange) -> Bool {
    func rank(_ change: FunctionChange) -> (Int, Double, Double) {
      change.accountsForTime
        ? (1, abs(change.attributed), change.depth)
        : (0, abs(change.attributedWaits), change.depth)
    }
    let (first, second) = (rank(a), rank(b))
    return first == second ? a.function.name < b.function.name : first > second
  }

  /// A Boolean value indicating whether its change is reported with callees, because most of it is in them and
  /// in no other function of the app.
  public var isReportedWithCallees: Bool {
    !own.isShown
      || inclusive.isShown && isPartOfItsCallees
        && abs(own.difference.point) < abs(inclusive.difference.point) / 2
  }
}
