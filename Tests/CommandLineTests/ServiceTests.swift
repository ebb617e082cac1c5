import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Scenarios with services, by the whole program.
  @Suite struct ServiceTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// Two builds whose servers compute by factors; both have the same driver.
    private func addScenario(
      factors: (String, String) = ("1", "1"), ask: String = "compute 3000000", more: String = ""
    ) throws {
      let driver = BuiltProducts.testDriver
      let number = ask.split(separator: " ").last ?? ""
      func build(_ factor: String) -> String {
        "{ command: [\"\(driver)\"], variables: { factor: \"\(factor)\" } }"
      }
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: \(build(factors.0)), b: \(build(factors.1)) }
        runs: 2
        services:
          server: { command: ["\(driver)", --serve, "${port}", "${factor}"] }
        stories: { s: { steps: [{ ask: { for: \(ask) }, expect: { answer: "\(number)" } }] } }
        \(more)
        """)
    }

    private var path: String { shell.folder["Results/rehearse.sqlite"].string }

    private func runCount() throws -> Int {
      try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM run") }
        ?? 0
    }

    @Test(.nightly, .enabled(if: ExplainTests.hasPerf))
    func `explain names the function of a service that does more`() throws {
      try addScenario(factors: ("1", "8"))
      let explained = try shell.rehearse(
        "explain", "s.yml", "--pairs", "12", "--no-counts", "--json")
      #expect(explained.status == 0, "\(explained.errors)")
      let stories = try #require(try shell.json(explained) as? [[String: Any]])
      let functions = try #require(stories.first?["functions"] as? [[String: Any]])
      let first = try #require(functions.first)
      #expect(first["name"] as? String == "compute(_:)" && first["isShown"] as? Bool == true)
      #expect(
        first["module"] as? String == "server: test_driver" && first["kind"] as? String == "app")
      let whole = try #require(functions.first { $0["name"] as? String == "[service server]" })
      #expect(whole["module"] as? String == "server" && whole["change"] as? String == "callees")
      let sentence = stories.first?["sentence"] as? String ?? ""
      #expect(sentence.contains("against a, services included: compute(_:)"), "\(sentence)")
    }

    @Test func `a run's measurements of services are in tables, JSON, CSV and exports`() throws {
      try addScenario()
      let run = try shell.rehearse("run", "s.yml")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("server CPU time, ms"))
      let shown = try shell.rehearse("show", "latest", "--metric", "server.cpu-time")
      #expect(shown.status == 0 && shown.output.contains("server CPU time"))
      let meanings = try shell.rehearse("show", "latest", "--metrics")
      #expect(meanings.output.contains("server.peak-memory"))
      let steps = try shell.rehearse("show", "latest", "--story", "s", "--run", "1", "--json")
      let document = try #require(try shell.json(steps) as? [String: Any])
      let step = try #require((document["steps"] as? [[String: Any]])?.first)
      let services = try #require(step["services"] as? [String: [String: Any]])
      let cpu = try #require(services["server"]?["cpu"] as? Int)
      let measurements = try #require(document["measurements"] as? [String: Any])
      #expect(cpu > 0 && measurements["server.cpu-time"] as? Int == cpu)
      let table = try shell.rehearse("show", "latest", "--story", "s", "--run", "1")
      #expect(table.output.contains("server CPU") && table.output.contains("server peak"))
      let csv = try shell.rehearse("export", "latest", "--format", "csv")
      #expect(csv.output.contains(",server.cpu-time,ns,"), "\(csv.errors)")
      let metrics = try shell.rehearse(
        "export", "latest", "--format", "openmetrics", "--metric", "server.cpu-time")
      #expect(
        metrics.output.contains("rehearse_cpu_time_seconds{experiment=\"sample\",story=\"s\"")
          && metrics.output.contains("service=\"server\",statistic=\"mean\""), "\(metrics)")
      #expect(
        shell.folder.files.contains { $0.hasSuffix("charts/server.cpu-time-by-story.svg") },
        "\(shell.folder.files)")
    }

    @Test func `a server that does more work fails its gate, although the driver does the same`()
      throws
    {
      try addScenario(
        factors: ("1", "4"), more: "gates: [{ metric: server.cpu-time }]")
      let check = try shell.rehearse(
        "check", "s.yml", "--pairs", "10", "--no-layout-check", "--no-control", "--no-inputs",
        "--json")
      #expect(check.status == 2, "\(check.errors)\(check.output)")
      #expect(check.output.contains("\"server.cpu-time\""))
    }

    @Test func `a service that ends by itself fails the run with its status`() throws {
      try addScenario(ask: "complain 3")
      let run = try shell.rehearse("run", "s.yml", "--no-report")
      #expect(run.status == 3)
      #expect(
        run.output.contains(
          "The service 'server' exited with status 3 before the driver answered. stderr: "),
        "\(run.output)")
    }

    @Test func `a service whose program does not exist is refused before anything is measured`()
      throws
    {
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: { command: ["\(BuiltProducts.testDriver)"] } }
        services: { server: { command: [./server, "${port}"] } }
        stories: { s: \(Shell.counting) }
        """)
      let run = try shell.rehearse("run", "s.yml")
      #expect(run.status != 0 && run.output == "")
      #expect(
        run.errors.contains(
          "The service 'server' beside the build 'a' is the program './server', which is not an executable "
            + "file."), "\(run.errors)")
    }

    @Test func `a service's program is looked for in the folder of the build's program`() throws {
      let folder = shell.folder
      for (program, name) in [
        (BuiltProducts.testDriver, "driver"), (BuiltProducts.testDriver, "web"),
      ] {
        try folder.add("bin/\(name)", "")
        let installed = try Completion.of([
          "/usr/bin/install", "-m", "755", program, folder["bin/\(name)"].string,
        ])
        try #require(installed.status == 0)
      }
      try folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: { command: [bin/driver] } }
        runs: 1
        services: { server: { command: ["${build}/web", --serve, "${port}"] } }
        stories: { s: { steps: [{ ask: { for: burn 1 }, expect: { answer: "1" } }] } }
        """)
      let run = try shell.rehearse("run", "s.yml", "--no-report")
      #expect(run.status == 0, "\(run.errors)\(run.output)")
      let validated = try shell.rehearse("validate", "s.yml", "--try")
      #expect(validated.status == 0, "\(validated.errors)\(validated.output)")
      let check = try shell.rehearse(
        "driver", "check", "--scenario", "s.yml", "--story", "s")
      #expect(check.status == 0, "\(check.errors)\(check.output)")
    }

    @Test func `resume continues an interrupted experiment with services`() throws {
      try addScenario()
      try shell.rehearse("run", "s.yml", "--no-report")
      let database = try DatabaseQueue(path: path)
      try database.write {
        try $0.execute(sql: "DELETE FROM experiment")
        try $0.execute(
          sql: """
            CREATE TRIGGER full BEFORE INSERT ON run
            WHEN (SELECT count(*) FROM run) >= 3
            BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
            """)
      }
      let interrupted = try shell.rehearse("run", "s.yml", "--no-report")
      #expect(interrupted.status == 1)
      try database.write { try $0.execute(sql: "DROP TRIGGER full") }
      let resumed = try shell.rehearse("resume")
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(try runCount() == 4)
      let text = try #require(
        try? String(contentsOfFile: shell.folder["s.yml"].string, encoding: .utf8))
      // Other services are another experiment.
      try database.write {
        try $0.execute(sql: "UPDATE experiment SET completedAt = NULL")
        try $0.execute(sql: "DELETE FROM run WHERE position > 2")
      }
      try shell.folder.add("s.yml", text.replacing("--serve,", with: "--serve, "))
      let changed = try shell.rehearse("resume")
      #expect(
        changed.status != 0 && changed.errors.contains("the scenario file")
          && changed.errors.contains("was changed"), "\(changed.errors)")
    }

    @Test func `a saved baseline is not compared with other services`() throws {
      try addScenario(more: "gates: [{ metric: peak-anonymous-memory }]")
      let saved = try shell.rehearse("baseline", "save", "main", "s.yml", "--build", "a")
      try #require(saved.status == 0, "\(saved.errors)")
      let same = try shell.rehearse("check", "s.yml", "--saved", "main")
      #expect(!same.output.contains("services are not those"), "\(same.output)")
      let text = try String(contentsOfFile: shell.folder["s.yml"].string, encoding: .utf8)
      try shell.folder.add(
        "s.yml", text.replacing("\"${factor}\"] }", with: "\"${factor}\"], environment: { A: b } }")
      )
      let changed = try shell.rehearse("check", "s.yml", "--saved", "main")
      #expect(changed.status == 5, "\(changed.errors)\(changed.output)")
      #expect(
        (changed.output + changed.errors).contains(
          "its steps, expected outcomes, files, fixture or services are not those of the saved baseline"
        ))
    }
  }
}
