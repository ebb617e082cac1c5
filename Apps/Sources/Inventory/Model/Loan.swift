import AppStorage

/// A device in somebody's hands, or, once returned, the record of it.
public struct Loan: Hashable, Sendable, Codable {
  /// The device that was lent.
  public let deviceID: DeviceID
  /// Its name.
  public let deviceName: String
  /// The borrower's user name.
  public let borrower: String
  /// The name of the user who lent it: the borrower, or whoever did it on the borrower's behalf.
  public let lentBy: String
  /// When it was lent, by the server's clock.
  public let lentAt: Timestamp
  /// When it was brought back; nil while it is out.
  public let returnedAt: Timestamp?
  /// The borrower's comment on lending; may be empty.
  public let comment: String
}
