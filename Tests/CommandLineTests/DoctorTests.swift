import Diagnosing
import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// On the machine that the tests run on, whatever it is like.
  @Suite struct DoctorTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// A build of a package that is looked at, but never made.
    private func addScenario(flags: String) throws {
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        driver: { package: ., product: app }
        builds: { plain: {}, slow: { swift-flags: [\(flags)] } }
        stories: { s: \(Shell.counting) }
        """)
    }

    @Test func `doctor reports the machine within the terminal's width, with status 0`() throws {
      let doctor = try shell.rehearse("doctor", environment: ["COLUMNS": "72"])
      #expect(doctor.status == 0 && doctor.errors == "")
      #expect(!doctor.output.contains("\u{1B}"))
      let lines = doctor.output.split(separator: "\n")
      #expect(lines.count > 20)
      for line in lines where !line.hasPrefix("  $ ") { #expect(line.count <= 72, "\(line)") }
    }

    @Test func `doctor's JSON has the facts and what they mean`() throws {
      try addScenario(flags: "-Onone")
      let doctor = try shell.rehearse("doctor", "s.yml", "--json")
      #expect(doctor.status == 0 && doctor.errors == "")
      let document = try #require(try shell.json(doctor) as? [String: Any])
      let problems = try #require(document["problems"] as? [[String: Any]])
      #expect(problems.first?["name"] as? String == "Build 'slow'")
      #expect(problems.first?["severity"] as? String == "spoils")
      let machine = try JSONDecoder().decode(
        Environment.self,
        from: JSONSerialization.data(withJSONObject: try #require(document["machine"])))
      let diagnosis = Diagnosis(machine)
      #expect(
        problems.dropFirst().map { $0["name"] as? String } == diagnosis.problems.map(\.name)
      )
      let unknown = try #require(document["unknown"] as? [[String: String]])
      #expect(unknown.map { $0["reason"] } == diagnosis.unknown.map(\.reason))
      #expect(unknown.allSatisfy { $0["reason"] != "it was not recorded" })
      let inOrder = try #require(document["inOrder"] as? [[String: String]])
      #expect(inOrder.map { $0["found"] } == diagnosis.inOrder.map(\.found))
      // A second is long enough.
      #expect(machine.facts?.stolenTime.value != nil)
    }

    @Test
    func
      `a scenario with optimised builds adds nothing to the report, and a missing scenario fails`()
      throws
    {
      try addScenario(flags: "-Osize")
      #expect(!(try shell.rehearse("doctor", "s.yml")).output.contains("Build '"))
      let missing = try shell.rehearse("doctor", "missing.yml")
      #expect(missing.status == 1)
      #expect(missing.output == "")
      #expect(missing.errors == "Error: The file missing.yml does not exist.\n")
    }

    @Test func `an experiment keeps the facts that doctor reports`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      #expect(try shell.rehearse("run", "s.yml", "--runs", "1").status == 0)
      let document = try #require(
        try shell.json(shell.rehearse("show", "--json")) as? [String: Any])
      let machine = try JSONDecoder().decode(
        Environment.self,
        from: JSONSerialization.data(withJSONObject: try #require(document["environment"])))
      let facts = try #require(machine.facts)
      #expect(facts.allowedProcessors.value != nil)
      for output in [
        try shell.rehearse("show").output, try shell.folder.text(of: "Results/sample-1/report.md"),
      ] {
        for found in Diagnosis(machine).found { #expect(output.contains(found.name)) }
      }
    }
  }
}
