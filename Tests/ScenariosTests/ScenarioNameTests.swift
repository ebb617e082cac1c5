import Scenarios
import Testing

struct ScenarioNameTests {
  @Test func `a scenario's name is found in its text, whatever else the text has`() {
    #expect(ScenarioParser.name(in: "unknown: [1]\nscenario: inventory\n") == "inventory")
    #expect(ScenarioParser.name(in: "scenario: [a]") == nil)
    #expect(ScenarioParser.name(in: "title: t") == nil)
    #expect(ScenarioParser.name(in: "- a") == nil)
    #expect(ScenarioParser.name(in: "a: [") == nil)
    #expect(ScenarioParser.name(in: "") == nil)
  }
}
