import Diagnosing
import Recording

/// A diagnosis as JSON: the facts, and what they mean.
struct DiagnosisDocument: Encodable {
  let machine: Environment
  let disturbances: [Disturbance]
  let inOrder: [InOrder]
  let unknown: [Unknown]

  init(_ diagnosis: Diagnosis, of machine: Environment, builds: [Disturbance]) {
    self.machine = machine
    disturbances = builds + diagnosis.disturbances
    inOrder = diagnosis.inOrder.map(InOrder.init)
    unknown = diagnosis.unknown.map(Unknown.init)
  }

  /// Something as it should be.
  struct InOrder: Encodable {
    let name: String
    let found: String
  }

  /// Something that is not known.
  struct Unknown: Encodable {
    let name: String
    let reason: String
  }
}
