import AppStorage
import GRDB

extension InventoryServer {
  static let maximumCommentBytes = 4_000

  /// Lends a device.
  ///
  /// The rule and the record are one statement each in one immediate transaction, so that of many
  /// who ask at once, in whatever process, one gets the device.
  @discardableResult
  public func lend(
    _ id: DeviceID, to borrower: String?, comment: String, as token: SessionToken
  ) throws(InventoryError) -> Loan {
    let holder = try holder(of: token, for: .lend(id))
    let length = comment.utf8.count
    guard length <= Self.maximumCommentBytes else {
      throw .fieldTooLong(
        .lend(id), field: "comment", bytes: length, limit: Self.maximumCommentBytes)
    }
    let borrower = borrower ?? holder.user
    let isForAnother = borrower != holder.user
    return try store.write { database in
      let borrowerID =
        isForAnother ? try Account.id(ofUser: borrower, in: database) : holder.userID
      guard let borrowerID else { throw InventoryError.noSuchUser(.lend(id), name: borrower) }
      let take = try PreparedStatement(LendingStatement.take, in: database)
      defer { take.finish() }
      try take.bind(borrowerID, at: 1)
      try take.bind(id.number, at: 2)
      guard try take.step() else {
        throw try self.refusalToLend(id, to: borrower, in: database)
      }
      let name = take.text(0)
      // Asked inside the transaction: whoever lends later is recorded later.
      let now = self.clock()
      let record = try PreparedStatement(LendingStatement.record, in: database)
      try record.bind(id.number, at: 1)
      try record.bind(borrowerID, at: 2)
      try record.bind(now.milliseconds, at: 3)
      try record.bind(comment, at: 4)
      try record.bind(isForAnother ? holder.userID : nil, at: 5)
      try record.run()
      return Loan(
        deviceID: id, deviceName: name, borrower: borrower, lentBy: holder.user, lentAt: now,
        returnedAt: nil, comment: comment)
    }
  }

  /// Lends the device that a QR code names.
  @discardableResult
  public func lend(
    code: DeviceCode, to borrower: String?, comment: String, as token: SessionToken
  ) throws(InventoryError) -> Loan {
    try lend(code.id, to: borrower, comment: comment, as: token)
  }

  /// Takes a device back from the session's user.
  @discardableResult
  public func giveBack(_ id: DeviceID, as token: SessionToken) throws(InventoryError) -> Loan {
    let holder = try holder(of: token, for: .giveBack(id))
    return try store.write { database in
      let release = try PreparedStatement(LendingStatement.release, in: database)
      defer { release.finish() }
      try release.bind(holder.userID, at: 1)
      try release.bind(id.number, at: 2)
      guard try release.step() else {
        throw try self.refusalToTakeBack(id, from: holder.user, in: database)
      }
      let name = release.text(0)
      let now = self.clock()
      let close = try PreparedStatement(LendingStatement.close, in: database)
      defer { close.finish() }
      try close.bind(now.milliseconds, at: 1)
      try close.bind(id.number, at: 2)
      guard try close.step() else {
        // The two tables disagree, which no call of ours brings about.
        throw InventoryError.storeDamaged(
          path: self.store.path, reason: "device \(DeviceCode(id)) is lent without a loan")
      }
      return Loan(
        deviceID: id, deviceName: name, borrower: holder.user,
        lentBy: close.isNull(2) ? holder.user : close.text(2),
        lentAt: Timestamp(milliseconds: close.integer(0)), returnedAt: now,
        comment: close.text(1))
    }
  }

  /// Takes the device that a QR code names back.
  @discardableResult
  public func giveBack(code: DeviceCode, as token: SessionToken) throws(InventoryError) -> Loan {
    try giveBack(code.id, as: token)
  }

  private func refusalToLend(_ id: DeviceID, to user: String, in database: Database) throws
    -> InventoryError
  {
    guard let holder = try DeviceQuery.holder(of: id, in: database),
      let borrower = holder.borrower
    else { return .noSuchDevice(.lend(id), id) }
    return .alreadyLent(id, name: holder.name, borrower: borrower, user: user)
  }

  private func refusalToTakeBack(_ id: DeviceID, from user: String, in database: Database) throws
    -> InventoryError
  {
    guard let holder = try DeviceQuery.holder(of: id, in: database) else {
      return .noSuchDevice(.giveBack(id), id)
    }
    guard let borrower = holder.borrower else {
      return .notLent(id, name: holder.name, user: user)
    }
    return .lentToAnother(id, name: holder.name, borrower: borrower, user: user)
  }
}
