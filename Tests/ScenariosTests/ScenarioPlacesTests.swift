import Metrics
import Scenarios
import Testing

struct ScenarioPlacesTests {
  private static let text = """
    scenario: s
    builds: { a: { command: [x] } }
    stories:
      list:
        steps: [{ go: {}, expect: { count: 1 } }]
      "lend": { steps: [{ go: {}, expect: { count: 1 } }] }
    gates:
      - metric: cpu-time
      - { metric: peak-memory, stories: [list] }
    """

  @Test func `gates and stories are found with their lines`() throws {
    let places = try #require(ScenarioPlaces(of: Self.text))
    #expect(places.stories == ["list": 4, "lend": 6])
    #expect(places.gates.map(\.line) == [8, 9])
    #expect(places.line(of: places.gates[1].gate, story: "list") == 9)
    #expect(places.line(of: nil, story: "lend") == 6)
    #expect(places.line(of: Gate(metric: .wallTime), story: "list") == 4)
    #expect(places.line(of: nil, story: "unknown") == nil)
  }

  @Test func `a byte order mark moves no line`() throws {
    #expect(ScenarioPlaces(of: "\u{FEFF}" + Self.text)?.stories["list"] == 4)
  }

  @Test func `a text that is no scenario has no places`() {
    #expect(ScenarioPlaces(of: "") == nil)
    #expect(ScenarioPlaces(of: "a: b") == nil)
  }
}
