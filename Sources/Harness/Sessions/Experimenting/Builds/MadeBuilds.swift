import Building
import Programs
import Recording
import SystemPackage

/// Built executables. While the value lives, no other Rehearse overwrites revisions among them: keep it until
/// everything is measured, then put it away.
public struct MadeBuilds: Sendable {
  /// The drivers, in the requested order.
  public let drivers: [BuiltDriver]
  /// The proof that the second has the same files as the first; nil if there is none.
  public let proof: Decision.Proof?
  /// How the harnesses of two revisions differ, or which one both have; nil if they are known to be the same.
  public let harness: HarnessFinding?
  /// Their inputs; nil if not asked for.
  let inputs: BuildInputs?
  /// The recorder of inputs, or why there is none.
  let tracing: Result<InputTracing, TracingError>
  private let revisions: RevisionBuilds?

  /// Drivers that nobody overwrites.
  public init(
    _ drivers: [BuiltDriver], proof: Decision.Proof? = nil, inputs: BuildInputs? = nil,
    tracing: Result<InputTracing, TracingError> = .failure(.missing),
    harness: HarnessFinding? = nil
  ) {
    self.harness = harness
    self.drivers = drivers
    self.proof = proof
    self.inputs = inputs
    self.tracing = tracing
    revisions = nil
  }

  init(_ revisions: RevisionBuilds, tracing: Result<InputTracing, TracingError>) {
    drivers = revisions.drivers
    proof = revisions.proof
    harness = revisions.harness
    inputs = revisions.inputs
    self.tracing = tracing
    self.revisions = revisions
  }

  /// The first driver with a copy of it. The copy has the same inputs, as far as they are known.
  func beside(copy: BuiltDriver) -> MadeBuilds {
    MadeBuilds(
      [drivers[0], copy], inputs: inputs?.besideCopy(named: copy.record.name), tracing: tracing)
  }

  /// The files that the builds of a scenario in a folder name.
  func files(from scenario: FilePath) -> Set<FilePath> {
    drivers.reduce(into: []) { $0.formUnion($1.files(from: scenario)) }
  }

  /// Removes what only the drivers needed while they were measured.
  func putAway() async { await revisions?.putAway() }

  /// The folders of the drivers that don't work in the scenario's folder, by the build's name.
  var folders: [String: FilePath] {
    drivers.reduce(into: [:]) { $0[$1.record.name] = $1.folder }
  }

  /// The values of each build's variables in the words of services.
  var variables: [String: [String: String]] {
    drivers.reduce(into: [:]) { $0[$1.record.name] = $1.variables }
  }

  /// The command lines of each driver, by its build's name.
  var commands: [String: [[String]]] {
    Dictionary(
      drivers.map { ($0.record.name, $0.commands) }, uniquingKeysWith: { first, _ in first })
  }
}
