/// Node, for which the kit for JavaScript is.
public enum NodeProgram {
  /// A Boolean value indicating whether it is in PATH; asked once.
  public static let isInstalled =
    (try? Completion.of(["/usr/bin/env", "node", "--version"]).status) == 0
  /// The part of Rehearse that nobody tested if it is missing.
  public static let absence = "there is no Node in PATH, so the kit for JavaScript was not tested"
}
