import Recording
import Scenarios

extension Experiment {
  /// What may not get worse, as the scenario says that is stored with it.
  var gates: [Gate] {
    get throws { try gates(else: Gate.standard) }
  }

  /// What may not get worse, or what usually may not where the scenario says nothing.
  func gates(else standard: [Gate]) throws -> [Gate] {
    let gates = try storedScenario.gates
    return gates.isEmpty ? standard : gates
  }

  /// The scenario that is stored with it.
  var storedScenario: Scenario {
    get throws { try ScenarioParser.parse(scenario, file: "the stored scenario") }
  }
}
