import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct RerunTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// Processes that use every CPU and one more until they are ended, or this process has gone.
    private final class Burners {
      private let processes: [StartedProcess]

      init() throws {
        let script = """
          while kill -0 \(getpid()); do i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; done
          """
        processes = try (0...ProcessInfo.processInfo.processorCount).map { _ in
          try StartedProcess(["/bin/sh", "-c", script])
        }
      }

      deinit {
        for process in processes {
          process.send(SIGKILL)
          _ = process.completion()
        }
      }
    }

    private func runs(_ document: [String: Any]) throws -> [[String: Any]] {
      let commands = try #require(document["commands"] as? [[String: Any]])
      return try commands.flatMap { try #require($0["runs"] as? [[String: Any]]) }
    }

    @Test
    func
      `next to processes that burn CPU, runs are disturbed and repeated, and all tries are kept`()
      throws
    {
      let burners = try Burners()
      let completion = try withExtendedLifetime(burners) {
        try shell.rehearse(
          "measure", "-n", "1", "--rerun-disturbed=1", "--store", "s.sqlite", "--json",
          "sleep 0.6", "sleep 0.5")
      }
      #expect(completion.status == 0, "\(completion.errors)")
      #expect(completion.errors.contains("A run counts as disturbed if other processes took"))
      let document = try #require(try shell.json(completion) as? [String: Any])
      let runs = try runs(document)
      #expect(runs.count == 4)
      #expect(Set(runs.compactMap { $0["position"] as? Int }) == [1, 2, 3, 4])
      #expect(runs.count { $0["superseded"] as? Bool == true } == 2)
      for run in runs {
        let record = try #require(run["interference"] as? [String: Any])
        #expect(record["verdict"] as? String == "disturbed")
        let causes = try #require(record["causes"] as? [[String: Any]])
        #expect(causes.contains { $0["cause"] as? String == "other-processes" }, "\(causes)")
        let counters = try #require(record["counters"] as? [String: Any])
        #expect(try #require(counters["observed"] as? Int) >= 500_000_000)
        #expect(try #require(counters["harness"] as? Int) > 0)
        #expect(try #require(counters["run"] as? Int) > 0)
      }
      let reruns = try #require(document["reruns"] as? [String: Any])
      #expect(reruns["repeats"] as? Int == 1 && reruns["repeated"] as? Int == 2)
      #expect(reruns["disturbed"] as? Int == 2 && reruns["superseded"] as? Int == 2)
      #expect(reruns["stillDisturbed"] as? Int == 2)
      let cells = try #require(document["cells"] as? [[String: Any]])
      #expect(!cells.isEmpty)
      for cell in cells {
        #expect((cell["statistics"] as? [String: Double])?["count"] == 1, "\(cell)")
      }
      try expectStoreToAgree()
    }

    private func expectStoreToAgree() throws {
      let list = try shell.json(shell.rehearse("list", "--store", "s.sqlite", "--json"))
      #expect((list as? [[String: Any]])?.first?["runs"] as? Int == 2)
      let show = try shell.rehearse("show", "--store", "s.sqlite")
      #expect(show.errors.contains("2 runs were repeated because of interference"), "\(show)")
      let all = try shell.json(
        shell.rehearse("show", "--store", "s.sqlite", "--story", "command", "--json"))
      #expect((all as? [[String: Any]])?.count == 4)
      for attempt in ["1", "2"] {
        let run = try shell.rehearse(
          "show", "--store", "s.sqlite", "--story", "command", "--run", "1", "--try", attempt)
        #expect(run.output.contains("What else the machine did: disturbed: "), "\(run)")
      }
    }

    @Test func `the record of a driver's run covers all CPU time of its process`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      let run = try shell.rehearse("run", "s.yml", "--no-report", "--runs", "1", "--json")
      #expect(run.status == 0, "\(run.errors)")
      let shown = try shell.json(
        shell.rehearse("show", "--story", "s", "--run", "1", "--json"))
      let document = try #require(shown as? [String: Any])
      let record = try #require(document["interference"] as? [String: Any])
      let counters = try #require(record["counters"] as? [String: Any])
      let own = try #require(counters["run"] as? Double)
      let measurements = try #require(document["measurements"] as? [String: Any])
      #expect(own > (try #require(measurements["cpu-time"] as? Double)))
      #expect(document["attempt"] as? Int == 1 && document["superseded"] as? Bool == false)
    }

    @Test(arguments: ["0", "-1", "x"])
    func `an impossible number of repeats is refused`(_ number: String) throws {
      let refused = try shell.rehearse("measure", "--rerun-disturbed=\(number)", "--", "true")
      #expect(refused.status == 64, "\(refused)")
    }

    @Test func `without a number, disturbed runs are repeated up to twice`() throws {
      let measured = try shell.rehearse(
        "measure", "-n", "1", "--rerun-disturbed", "--json", "--", "true")
      #expect(measured.status == 0, "\(measured)")
      let document = try #require(try shell.json(measured) as? [String: Any])
      #expect((document["reruns"] as? [String: Any])?["repeats"] as? Int == 2)
    }

    @Test func `show lists the metrics with source and bound`() throws {
      let measured = try shell.rehearse("measure", "-n", "1", "--store", "s.sqlite", "--", "true")
      #expect(measured.status == 0)
      let text = try shell.rehearse("show", "--store", "s.sqlite", "--metrics").output
      #expect(text.contains("ru_maxrss of wait4"), "\(text)")
      #expect(text.contains("Docs/explanation/limits.md"), "\(text)")
      let listed = try shell.json(
        shell.rehearse("show", "--store", "s.sqlite", "--metrics", "--json"))
      let cpu = try #require(
        (listed as? [[String: Any]])?.first { $0["metric"] as? String == "cpu-time" })
      #expect(cpu["source"] as? String == "wait4 in the launcher")
      #expect((cpu["bound"] as? [String: Any])?["resolution"] as? Int == 1000)
    }
  }
}
