import Building
import Recording
import SystemPackage
import Tracing

/// Executables that were made. As long as the value lives no other Rehearse builds over revisions
/// among them: keep it until all is measured, and put it away then.
public struct MadeBuilds: Sendable {
  /// The drivers, in the order in which they were asked for.
  public let drivers: [BuiltDriver]
  /// The proof that the second has the same files as the first; nil where there is none.
  public let proof: Decision.Proof?
  /// How the harnesses of two revisions differ, or which both have; nil if they are the same anyhow.
  public let harness: HarnessFinding?
  /// What is known of their inputs; nil if nobody asked for it.
  let inputs: BuildInputs?
  /// What records inputs, or why nothing does.
  let tracing: Result<InputTracing, TracerUnusable>
  private let revisions: RevisionBuilds?

  /// Drivers that nobody builds over.
  public init(
    _ drivers: [BuiltDriver], proof: Decision.Proof? = nil, inputs: BuildInputs? = nil,
    tracing: Result<InputTracing, TracerUnusable> = .failure(.missing),
    harness: HarnessFinding? = nil
  ) {
    self.harness = harness
    self.drivers = drivers
    self.proof = proof
    self.inputs = inputs
    self.tracing = tracing
    revisions = nil
  }

  init(_ revisions: RevisionBuilds, tracing: Result<InputTracing, TracerUnusable>) {
    drivers = revisions.drivers
    proof = revisions.proof
    harness = revisions.harness
    inputs = revisions.inputs
    self.tracing = tracing
    self.revisions = revisions
  }

  /// Removes what the drivers needed while they were measured, and nothing else does.
  func putAway() async { await revisions?.putAway() }

  /// The folders of the drivers that don't work in the scenario's, by the build's name.
  var folders: [String: FilePath] {
    drivers.reduce(into: [:]) { $0[$1.record.name] = $1.folder }
  }

  /// The texts that stand for each build's variables in the words of services.
  var variables: [String: [String: String]] {
    drivers.reduce(into: [:]) { $0[$1.record.name] = $1.variables }
  }

  /// The command lines of each driver, by its build's name.
  var commands: [String: [[String]]] {
    Dictionary(
      drivers.map { ($0.record.name, $0.commands) }, uniquingKeysWith: { first, _ in first })
  }
}
