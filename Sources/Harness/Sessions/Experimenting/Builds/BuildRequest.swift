import Building
import Scenarios

/// The executables that a session needs.
public struct BuildRequest: Sendable {
  /// The place of their sources.
  public enum Sources: Sendable {
    /// The current files.
    case builds([Build])
    /// The files at several commits.
    case revisions([RevisionBuilder.BuildAtRevision])
  }

  /// The place of their sources.
  public let sources: Sources
  /// The number of layouts that each is linked in; nil for the linker's own.
  public let layouts: Int?
  /// A Boolean value indicating whether revisions that are known to be the same need not be built.
  public let skipsProven: Bool
  /// A Boolean value indicating whether the inputs of builds are recorded.
  public let recordsInputs: Bool
  /// The harness that both revisions use; nil if each uses its own.
  public let harness: HarnessSource?

  /// Takes the builds, each linked in the scenario's number of layouts, but in no more than there are rounds
  /// that alternate between them; one layout is the linker's own.
  init(
    _ sources: Sources, layouts: Int, rounds: Int = .max, skippingProven skipsProven: Bool = false,
    recordingInputs recordsInputs: Bool = false, harness: HarnessSource? = nil
  ) {
    self.harness = harness
    self.sources = sources
    self.recordsInputs = recordsInputs
    self.skipsProven = skipsProven
    self.layouts = layouts > 1 ? min(layouts, rounds) : nil
  }
}
