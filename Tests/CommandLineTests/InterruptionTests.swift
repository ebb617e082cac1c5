import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct InterruptionTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test(arguments: [SIGINT, SIGTERM])
    func `told to stop within a run, it stores what it has and leaves no process`(
      _ signal: Int32
    ) throws {
      let pipe = try NamedPipe(shell.folder["pid"])
      try shell.addScenario(
        stories: "{ s: { steps: [{ hang: { file: \"\(pipe.path)\" }, expect: { count: 1 } }] } }")
      let run = try shell.start("run", "s.yml")
      let driver = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(driver))
      run.send(signal)
      let completion = run.completion()
      #expect(completion.status == 130)
      #expect(
        completion.errors.hasSuffix(
          "Interrupted: 1 runs are stored in Results/rehearse.sqlite.\n"), "\(completion.errors)")
      #expect(watch.hasEnded())
      let list = try shell.rehearse("list")
      #expect(list.status == 0 && list.output.contains("stopped early"))
      #expect(try shell.latest()["completedAt"] == nil)
      let shown = try #require(
        try shell.json(shell.rehearse("show", "--json")) as? [String: Any])
      #expect(shown["status"] as? String == "interrupted")
      // The store goes on to be used.
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      #expect(try shell.latest()["number"] as? Int == 2)
    }

    @Test func `told to stop within a build, it leaves no compiler and no experiment`() throws {
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
