/// The call that was refused; the first half of an error's text.
public enum Attempt: Hashable, Sendable {
  /// To list the devices of a filter.
  case list(DeviceFilter)
  /// To look a device up.
  case lookUp(DeviceID)
  /// To lend a device.
  case lend(DeviceID)
  /// To bring a device back.
  case giveBack(DeviceID)
  /// To add the device of this name.
  case add(device: String)
  /// To list the units.
  case listUnits
  /// To list what users have borrowed.
  case listLoans
  /// To fetch pictures.
  case fetchPictures
  /// To connect as this user.
  case connect(user: String)
  /// To enrol this user.
  case enrol(user: String)
  /// To fill a store with a fixture.
  case fillStore
}
