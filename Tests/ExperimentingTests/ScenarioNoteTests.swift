import SystemPackage
import TestSupport
import Testing

@testable import Experimenting

/// What a scenario names in vain.
struct ScenarioNoteTests {
  private func notes(_ builds: String, step: String) throws -> [String] {
    let folder = try ScratchFolder()
    let file = try folder.add(
      "s.yml", "scenario: s\nbuilds: { \(builds) }\nstories: { s: { steps: [\(step)] } }")
    return try ScenarioFile(file.string).notes.map {
      $0.replacing(folder.path.string + "/", with: "")
    }
  }

  @Test func `builds that differ in a variable which nothing names are noted`() throws {
    let builds = "a: { variables: { n: 1, m: 2 } }, b: { variables: { n: 3, m: 2 } }"
    #expect(try notes(builds, step: "{ run: [echo, \"${n}\"] }") == [])
    #expect(
      try notes(builds, step: "{ shell: \"echo $n $${n}\" }") == [
        "s.yml: the builds differ in the variable 'n', but nothing names it, so it makes no difference. "
          + "Write '${n}' where its value belongs."
      ])
  }
}
