import Foundation
import Recording
import Testing

struct EnvironmentTests {
  @Test func `a missing limit and an unknown limit are encoded differently`() throws {
    var facts = MachineFacts()
    facts.memoryLimit = .known(nil)
    facts.processorQuota = .known(1.5)
    facts.peakReset = .known(.refused(reason: "no"))
    facts.timeSlices = .known(.works)
    let json = try JSONEncoder().encode(facts)
    #expect(try JSONDecoder().decode(MachineFacts.self, from: json) == facts)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect((object["memoryLimit"] as? [String: Any])?["value"] is NSNull)
    #expect(object["boost"] as? [String: String] == ["unknown": "it was not recorded"])
    let reset = (object["peakReset"] as? [String: Any])?["value"] as? [String: Any]
    #expect(reset?["works"] as? Bool == false && reset?["reason"] as? String == "no")
  }

  @Test(arguments: [
    #"{"boost":{}}"#, #"{"boost":{"value":"on"}}"#, #"{"peakReset":{"value":{"works":false}}}"#,
  ])
  func `a fact with a value of a wrong type is refused`(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MachineFacts.self, from: Data(json.utf8))
    }
  }

  @Test func `a processor that hides a feature counts as another processor`() {
    func machine(_ features: Fact<[String]>?) -> Environment {
      var facts = MachineFacts()
      facts.processorFeatures = features
      return Environment(
        kernel: "Linux 6.1", system: "Debian", architecture: "x86_64", processor: "AMD EPYC",
        processors: 2, memory: 1 << 30, load: 0, facts: facts)
    }
    let (both, one) = (machine(.known(["avx2", "sse2"])), machine(.known(["sse2"])))
    #expect(
      one.differences(from: both).map(\.description)
        == ["the set of processor features was with avx2, and is without"])
    #expect(
      both.differences(from: one).map(\.description)
        == ["the set of processor features was without avx2, and is with it"])
    #expect(
      machine(.known(["fma"])).differences(from: one).map(\.description)
        == ["the set of processor features was with sse2, and is with fma instead"])
    #expect(both.differences(from: both).isEmpty)
    #expect(both.differences(from: machine(nil)).isEmpty)
    #expect(both.differences(from: machine(.unknown(reason: "it hides"))).isEmpty)
  }

  @Test
  func `a small difference in memory, which the kernel keeps for itself, makes no other machine`() {
    func machine(_ memory: Int64) -> Environment {
      Environment(
        kernel: "Linux 6.1", system: "Debian", architecture: "x86_64", processor: "CPU",
        processors: 2, memory: memory, load: 0)
    }
    #expect(machine(4_294_000_000).differences(from: machine(4_294_967_296)).isEmpty)
    let differences = machine(.max).differences(from: machine(.min)).map(\.name)
    #expect(differences == ["memory"])
    #expect(machine(4_200_000_000).differences(from: machine(4_294_967_296)).count == 1)
  }
}
