/// What was built at several revisions. As long as the value lives no other Rehearse builds over it:
/// keep it until all is measured.
public struct RevisionBuilds: Sendable {
  /// The drivers, in the order of the sides.
  public let drivers: [BuiltDriver]
  private let home: RevisionHome

  init(_ drivers: [BuiltDriver], in home: RevisionHome) {
    self.drivers = drivers
    self.home = home
  }
}
