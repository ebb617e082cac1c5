import Recording
import Scenarios

extension Experiment {
  /// What may not get worse, as the scenario says that is stored with it.
  var gates: [Gate] {
    get throws {
      let gates = try storedScenario.gates
      return gates.isEmpty ? Gate.standard : gates
    }
  }

  /// The scenario that is stored with it.
  var storedScenario: Scenario {
    get throws { try ScenarioParser.parse(scenario, file: "the stored scenario") }
  }
}
