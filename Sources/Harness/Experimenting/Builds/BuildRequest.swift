import Building
import Scenarios

/// The executables that a session needs.
public struct BuildRequest: Sendable {
  /// Where their sources are.
  public enum Sources: Sendable {
    /// The files as they are.
    case builds([Build])
    /// The files at several commits.
    case revisions([RevisionBuilder.BuildAtRevision])
  }

  /// Where their sources are.
  public let sources: Sources
  /// In how many layouts each is linked; nil for the linker's own.
  public let layouts: Int?
  /// A Boolean value indicating whether revisions need not be made that are known to be the same.
  public let skipsProven: Bool
  /// A Boolean value indicating whether it is recorded what makes read.
  public let recordsInputs: Bool
  /// Whose harness both revisions are to have; nil for each its own.
  public let harness: HarnessSource?

  /// Takes the builds to make.
  /// - Parameters:
  ///   - layouts: how many the scenario asks for; one layout is the linker's own.
  ///   - rounds: how many rounds take turns in them; more layouts need not be linked.
  ///   - skipsProven: whether revisions need not be made that are known to be the same.
  ///   - recordsInputs: whether it is recorded what makes read.
  ///   - harness: whose harness both revisions are to have; nil for each its own.
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
