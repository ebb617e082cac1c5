/// The account of a project: what was done, what it comes to, and what each roofer gets.
///
/// The total is rounded once, by ``roundingRule``; amounts and their sum are exact.
public struct Account: Hashable, Sendable {
  /// The rule by which the total is rounded, as it is printed on the account.
  public static let roundingRule =
    "Rounding: amounts and their sum are exact. Only the total is rounded, once, to whole øre; half "
    + "an øre counts up. Of two roofers the first gets an øre that does not divide."

  /// Whose account it is.
  public let project: Project
  /// What was done, in the order of the dictionary's numbers.
  public let activities: [Activity]
  /// The sum of all amounts, exact.
  public let sum: Amount

  init(project: Project, activities: [Activity]) {
    self.project = project
    self.activities = activities
    sum = activities.reduce(.zero) { $0 + $1.amount }
  }

  /// What is to be paid: the sum in whole øre.
  public var total: Money { sum.rounded }

  /// What each roofer of the team gets, in their order; together the total.
  public var shares: [Money] { total.shared(among: project.team.roofers.count) }
}
