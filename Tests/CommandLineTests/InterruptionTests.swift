import ArgumentParser
import CommandSupport
import Foundation
import Glibc
import Store
import SystemPackage
import TestSupport
import Testing

@testable import rehearse

extension EndToEndTests {
  @Suite struct InterruptionTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal within a run stores the runs so far and leaves no process`(
      _ signal: Int32
    ) throws {
      let pipe = try NamedPipe(shell.folder["pid"])
      try shell.addScenario(
        stories: "{ s: { steps: [{ hang: { file: \"\(pipe.path)\" }, expect: { count: 1 } }] } }")
      let run = try shell.start("run", "s.yml", "--export", "junit=j.xml")
      let driver = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(driver))
      run.send(signal)
      let completion = run.completion()
      #expect(completion.status == 130)
      #expect(
        completion.errors.hasSuffix(
          "Interrupted: 0 runs are stored in Results/rehearse.sqlite. 'rehearse resume 1' measures "
            + "the rest.\n"), "\(completion.errors)")
      #expect(watch.hasEnded())
      let list = try shell.rehearse("list")
      #expect(list.status == 0 && list.output.contains("unfinished"))
      #expect(try shell.latest()["completedAt"] == nil)
      #expect(try shell.folder.text(of: "j.xml").contains(#"<failure type="interrupted" "#))
      let shown = try #require(
        try shell.json(shell.rehearse("show", "--json")) as? [String: Any])
      #expect(shown["status"] as? String == "interrupted")
      // The store goes on to be used.
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      #expect(try shell.latest()["number"] as? Int == 2)
    }

    @Test(arguments: ["compare", "check"], [true, false])
    func `a signal within a pair reports the stored pairs and leaves no process`(
      _ command: String, _ isDuet: Bool
    ) throws {
      let pipe = try NamedPipe(shell.folder["pid"])
      try shell.addScenario(
        builds: Shell.twoBuilds,
        stories: """
          { s: \(Shell.counting), t: { arrangement: \(isDuet ? "duet" : "back-to-back"), \
          steps: [{ hang: { file: "\(pipe.path)" }, expect: { count: 1 } }] } }
          """)
      // With this seed the story that passes comes first.
      let run = try shell.start(
        command, "s.yml", "--memory-runs", "0", "--seed", "1", "--no-inputs")
      let count = isDuet ? 2 : 1
      let drivers = try pipe.numbers(count)
      try #require(drivers.count == count)
      let processes = try descendants(of: run.pid)
      #expect(Set(drivers).isSubset(of: processes))
      let watches = processes.compactMap(ProcessWatch.init)
      run.send(SIGINT)
      let completion = run.completion()
      #expect(completion.status == 130, "\(completion.errors)")
      #expect(completion.output == "")
      #expect(
        completion.errors.hasSuffix(
          "Interrupted: 2 runs are stored in Results/rehearse.sqlite, 1 whole pair among them. "
            + "'rehearse resume 1' measures the rest.\n"),
        "\(completion.errors)")
      #expect(watches.allSatisfy { $0.hasEnded() })
      let shown = try #require(
        try shell.json(shell.rehearse("show", "--json")) as? [String: Any])
      #expect(shown["status"] as? String == "interrupted")
      #expect((shown["experiment"] as? [String: Any])?["runs"] as? Int == 2)
    }

    @Test func `a signal within the memory runs ends a comparison before any pair is made`() throws
    {
      let pipe = try NamedPipe(shell.folder["pid"])
      try shell.addScenario(
        builds: Shell.twoBuilds,
        stories: "{ t: { steps: [{ hang: { file: \"\(pipe.path)\" }, expect: { count: 1 } }] } }")
      let run = try shell.start("check", "s.yml", "--json", "--no-inputs")
      let hanging = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(hanging))
      run.send(SIGTERM)
      let completion = run.completion()
      #expect(completion.status == 130, "\(completion.errors)")
      #expect(completion.errors.contains(", 0 whole pairs among them. 'rehearse resume 1'"))
      let results = try #require(try shell.json(completion) as? [[String: Any]])
      #expect(results.map { $0["status"] as? String } == ["interrupted"])
      let summary = try #require(results[0]["summary"] as? String)
      #expect(
        summary.hasPrefix("Nothing is decided: measuring has not ended. So far: "), "\(summary)")
      #expect(watch.hasEnded())
    }

    @Test func `a signal while another process keeps the store waiting is an interruption`() {
      let ending = Ending(of: StoreError.interrupted(holder: "process 7 (x)"), in: Rehearse.self)
      #expect(ending.status == 130)
      #expect(ending.words == "Interrupted while waiting for process 7 (x).")
    }

    @Test func `a signal within a build leaves no compiler and no experiment`() throws {
      let pipe = try NamedPipe(shell.folder["pid"])
      try shell.folder.addScript("bin/swift", "sleep 1000 & echo $! > \(pipe.path); wait")
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        driver: { package: ., product: app }
        builds: { a: { configuration: debug } }
        stories: { s: \(Shell.counting) }
        """)
      let run = try StartedProcess(
        [BuiltProducts.rehearse, "run", "s.yml"],
        environment: ["PATH": "\(shell.folder["bin"]):/usr/bin:/bin"], in: shell.folder.path)
      let compiler = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(compiler))
      run.send(SIGINT)
      let completion = run.completion()
      #expect(completion.status == 130, "\(completion.errors)")
      #expect(completion.output == "")
      #expect(watch.hasEnded())
      #expect(try shell.json(shell.rehearse("list", "--json")) as? [String] == [])
    }
  }
}
