/// The version of Rehearse. It is declared here because Rehearse's own driver has to be of the same version.
public enum Version {
  /// The version of this program.
  public static let current = "0.1.0"
}
