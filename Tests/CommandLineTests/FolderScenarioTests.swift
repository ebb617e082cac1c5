import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `check` and `compare` without a scenario, in a folder with `rehearse.yml`.
  @Suite struct FolderScenarioTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try shell.folder.add(
        "Performance/s.yml",
        """
        scenario: sample
        builds: { a: { variables: { n: 3 } }, b: { variables: { n: 5 } } }
        stories: { s: { steps: [{ shell: "[ ${n} -gt 0 ]", expect: { status: 0 } }] } }
        """)
      try shell.folder.add([".gitignore": "Results/\n.build/\n", "deep/x": ""])
      try shell.folder.add("rehearse.yml", "scenario: Performance/s.yml\nagainst: main\n")
    }

    private func rehearse(_ words: String..., in folder: String = ".") throws -> Completion {
      try Completion.of(
        [BuiltProducts.rehearse] + words
          + ["--pairs", "2", "--memory-runs", "0", "--no-layout-check", "--no-control"],
        environment: ["GITHUB_ACTIONS": .none, "REHEARSE_PROGRESS": "never"],
        in: shell.folder[folder])
    }

    @Test(arguments: ["check", "compare"])
    func `the settings name the scenario and the revision, also from a folder below`(
      _ command: String
    ) throws {
      try GitFolder(shell.folder.path).commit()
      for folder in [".", "deep"] {
        let done = try rehearse(command, in: folder)
        #expect(done.status == 0, "\(done.errors)")
        #expect(
          done.output.replacing("\n", with: " ").contains(
            "Unchanged, proven: 'main' and 'work-tree' "), "\(done)")
      }
    }

    @Test func `a baseline that an option names takes the place of the setting's`() throws {
      try GitFolder(shell.folder.path).commit()
      let builds = try rehearse("compare", "--baseline", "a", "--candidate", "b")
      #expect(builds.status == 0, "\(builds.errors)")
      #expect(builds.output.contains("CPU time") && !builds.output.contains("work-tree"))
      let revision = try rehearse("compare", "--against", "gone")
      #expect(revision.status == 64, "\(revision)")
      #expect(revision.errors.contains("There is no revision 'gone'"), "\(revision.errors)")
    }

    @Test func `a scenario that does not exist is reported with its place in the settings`() throws
    {
      try shell.folder.add("rehearse.yml", "pairs: 3\nscenario: gone.yml\n")
      for command in ["check", "compare"] {
        let refused = try shell.rehearse(command)
        #expect(refused.status == 1 && refused.output == "")
        #expect(
          refused.errors.contains(
            "rehearse.yml:2:11: 'scenario' is 'gone.yml', which does not exist; allowed: a scenario file."
          ), "\(refused.errors)")
      }
      // Other commands don't need it.
      #expect(try shell.rehearse("config").status == 0)
    }

    @Test(arguments: ["check", "compare"])
    func `without the setting a scenario must be given`(_ command: String) throws {
      try shell.folder.add("rehearse.yml", "against: main\n")
      let refused = try shell.rehearse(command)
      #expect(refused.status == 64, "\(refused)")
      #expect(
        refused.errors.contains(
          "Missing expected argument '<scenario>'. 'scenario:' in rehearse.yml names one for the folder."
        ), "\(refused.errors)")
    }
  }
}
