/// The activities of the selected project. Each of these throws
/// ``AccountingError/noProjectSelected`` where none is, ``AccountingError/noSuchProject(_:)`` where
/// another program has removed it, and the store's errors.
extension AccountBook {
  /// Adds an activity (user story 1): name, unit and price are the dictionary's, and only the quantity
  /// is typed, such as `125.5`, of the unit that the dictionary says.
  /// - Throws: ``AccountingError/noSuchActivity(_:)``,
  ///   ``AccountingError/quantityNotAllowed(_:unit:)``,
  ///   ``AccountingError/posTaken(_:project:)`` where the project has it already.
  @discardableResult
  public func addActivity(_ pos: Int64, quantity: String) throws(AccountingError) -> Activity {
    let id = try selected()
    let activity = try projects.addActivity(pos, quantity, to: id)
    observers.call(.newActivity(activity.entry.pos, in: id))
    return activity
  }

  /// Changes the quantity of an activity (user story 3), and with it the amount.
  /// - Throws: ``AccountingError/notInProject(_:project:)``,
  ///   ``AccountingError/quantityNotAllowed(_:unit:)``.
  @discardableResult
  public func setQuantity(
    of pos: Int64, to quantity: String
  ) throws(AccountingError) -> Activity {
    let id = try selected()
    let activity = try projects.setQuantity(of: pos, to: quantity, in: id)
    observers.call(.activityQuantityChanged(activity.entry.pos, in: id))
    return activity
  }

  /// Removes an activity (user story 3).
  /// - Throws: ``AccountingError/notInProject(_:project:)``.
  @discardableResult
  public func removeActivity(_ pos: Int64) throws(AccountingError) -> Activity {
    let id = try selected()
    let activity = try projects.removeActivity(pos, from: id)
    observers.call(.activityRemoved(activity.entry.pos, from: id))
    return activity
  }

  /// The activities (user story 2), in the order of their numbers.
  public func activities() throws(AccountingError) -> [Activity] {
    try projects.activities(of: selected())
  }

  /// The account: what was done, what it comes to, and what each roofer gets.
  public func account() throws(AccountingError) -> Account {
    try projects.account(of: selected())
  }
}
