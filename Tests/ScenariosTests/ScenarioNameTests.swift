import Scenarios
import Testing

struct ScenarioNameTests {
  @Test func `a text tells its name, whatever else is in it`() {
    #expect(ScenarioParser.name(in: "unknown: [1]\nscenario: inventory\n") == "inventory")
    #expect(ScenarioParser.name(in: "scenario: [a]") == nil)
    #expect(ScenarioParser.name(in: "title: t") == nil)
    #expect(ScenarioParser.name(in: "- a") == nil)
    #expect(ScenarioParser.name(in: "a: [") == nil)
    #expect(ScenarioParser.name(in: "") == nil)
  }
}
