import Recording

/// An aspect of a machine that can disturb measurements: how it is read, judged and worded.
///
/// A new topic is an enum in `Topics`, a field of `MachineFacts`, and an entry in
/// ``Diagnosis/topics``.
protocol Topic: Sendable {
  /// The name for people.
  static var name: String { get }

  /// A Boolean value indicating whether it is the current activity of others, which may be over in a minute.
  static var isMomentary: Bool { get }

  /// Reads its facts; what can't be read stays unknown, with the reason.
  static func read(_ machine: MachineReading, into facts: inout MachineFacts)

  /// Returns what the facts mean. `machine` is where they were read; its own facts are ignored.
  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation]
}

extension Topic {
  static var isMomentary: Bool { false }

  static func problem(
    _ severity: Severity, _ found: String, effect: String, remedy: Remedy
  ) -> [Observation] {
    [
      .problem(
        Problem(
          name: name, severity: severity, found: found, effect: effect, remedy: remedy,
          isMomentary: isMomentary))
    ]
  }

  static func inOrder(_ found: String) -> [Observation] { [.inOrder(name: name, found: found)] }

  /// Judges a fact if it is known. It is nil where it was not recorded yet.
  static func judge<Value>(
    _ fact: Fact<Value>?, _ judgement: (Value) -> [Observation]
  ) -> [Observation] {
    switch fact ?? .unknown(reason: "it was not recorded") {
    case .known(let value): judgement(value)
    case .unknown(let reason): [.unknown(name: name, reason: reason)]
    }
  }
}
