import Analysis
import DriverProtocol
import Experimenting
import Metrics
import Recording
import Running

/// The cost of commands, as JSON: an experiment's document, and every run.
public struct MeasureDocument: Encodable {
  let experiment: ExperimentDocument
  let commands: [CommandDocument]
  let judgements: [JudgementDocument]?

  /// The document of what commands cost. If there is a `gate`, it has the verdicts on commands that must not
  /// be slower than the first.
  public init(
    _ analysis: ExperimentAnalysis, commands: [MeasuredCommand], gate: CommandGate? = nil,
    status: Outcome
  ) {
    judgements = gate?.judgements.map(JudgementDocument.init)
    experiment = ExperimentDocument(analysis, status: status)
    self.commands = commands.map { command in
      CommandDocument(
        command: command.name, words: command.words,
        parameters: command.parameters.isEmpty ? nil : command.parameters,
        runs: (analysis.runs + analysis.tries.superseded).filter { $0.build == command.name }
          .sorted { $0.position < $1.position }
          .map { CommandDocument.RunDocument($0, of: analysis) })
    }
  }

  private enum CodingKeys: CodingKey { case commands, judgements }

  /// Encodes the experiment's keys, with `commands` and `judgements` among them.
  public func encode(to encoder: any Encoder) throws {
    try experiment.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(commands, forKey: .commands)
    try container.encodeIfPresent(judgements, forKey: .judgements)
  }

  struct CommandDocument: Encodable {
    let command: String
    let words: [String]
    let parameters: [String: String]?
    let runs: [RunDocument]

    /// One of its runs: measurements in base units by metric.
    struct RunDocument: Encodable {
      let kind: RunKind
      let run: Int
      let position: Int
      let attempt: Int
      let superseded: Bool
      let pid: Int32?
      let ending: String
      let exitStatus: Int?
      let signal: Int?
      let measurements: [String: Double]
      let circumstances: RunCircumstances
      let interference: InterferenceDocument?

      init(_ run: Run, of analysis: ExperimentAnalysis) {
        kind = run.kind
        self.run = run.round
        position = run.position
        attempt = run.attempt
        superseded = analysis.tries.superseded.contains { $0.id == run.id }
        pid = run.pid
        ending = run.failure?.reason.rawValue ?? "passed"
        let outcome = run.steps.first?.outcome
        exitStatus = Self.integer(outcome?["status"])
        signal = Self.integer(outcome?["signal"])
        circumstances = run.circumstances
        measurements = Dictionary(
          uniqueKeysWithValues: run.measurements.map { ($0.key.id, $0.value) })
        interference = InterferenceDocument(run, by: analysis.experiment.interferenceRule)
      }

      private static func integer(_ scalar: Scalar?) -> Int? {
        guard case .integer(let value)? = scalar else { return nil }
        return value
      }
    }
  }
}
