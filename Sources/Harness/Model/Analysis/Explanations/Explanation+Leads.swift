import Recording
import Statistics

extension Explanation {
  /// The functions that account for the change, the most important first. First come functions of the app
  /// that are shown and are the deepest with a good part of their change, then others whose own time is shown
  /// to have changed. If there are none, the functions whose time with callees is shown.
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
      change.attributed * total.difference.point < 0 && abs(change.attributed) < most
    }
    let leads = app.filter { !isAgainst($0) } + others + app.filter(isAgainst)
    return leads.isEmpty ? meant : leads
  }

  /// All shown changes, in the order of a table: first what accounts for the change.
  public var findings: [FunctionChange] {
    let leads = leads
    let names = Set(leads.map(\.function))
    return leads
      + functions.filter { $0.isShown && !$0.isHarness && !names.contains($0.function) }
  }
}

extension FunctionChange {
  /// The part of its change with callees that makes a function more than a mere caller of what changed.
  private static let leastPart = 0.25

  /// A Boolean value indicating whether it is a function of the app that accounts for a change, by itself or
  /// by what it calls in other code.
  var accounts: Bool {
    guard function.kind == .app, isShown, !isHarness, kind != .moved else { return false }
    return own.isShown || isPartOfItsCallees
  }

  /// A Boolean value indicating whether a good part of its change with callees is its own, or in other code
  /// that it calls.
  private var isPartOfItsCallees: Bool {
    abs(attributed) >= Self.leastPart * abs(inclusive.difference.point)
      && attributed * inclusive.difference.point > 0
  }

  /// Returns whether a function accounts for more of the change than another, or is deeper.
  static func accountsForMore(_ a: FunctionChange, _ b: FunctionChange) -> Bool {
    let (first, second) = ((abs(a.attributed), a.depth), (abs(b.attributed), b.depth))
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
