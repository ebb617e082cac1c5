/// The version of Rehearse.
public enum Version {
  /// The version of this program.
  public static let current = "0.1.0"
}
