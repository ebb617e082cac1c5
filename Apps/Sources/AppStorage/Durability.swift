/// The failures that a finished call on an app's store survives.
public enum Durability: Sendable {
  /// Power loss and a crash of the system: every commit waits for the disk.
  case powerLoss
  /// A crash of the app. After power loss the last commits may be missing, but the store is whole.
  case appCrash
}
