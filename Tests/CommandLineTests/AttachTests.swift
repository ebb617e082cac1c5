import Foundation
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct AttachTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func driver() throws -> Conversation {
      let process = try Conversation([BuiltProducts.testDriver, "--converse"])
      _ = try process.ask("burn 0")
      return process
    }

    @Test func `attach watches a tree until it ends, and measurements, chart, CSV and store agree`()
      throws
    {
      let process = try driver()
      let watching = try shell.start(
        "attach", "\(process.pid)", "--json", "--chart", "c.svg", "--export", "f.csv", "--export",
        "chrome-trace=t.json", "--export", "openmetrics=f.prom", "--store", "s.sqlite")
      try #require(try comes { try shell.memoryIsWatched(by: watching.pid, process.pid) })
      let child = try #require(Int32(try process.ask("start 40")))
      try #require(try comes { try shell.memoryIsWatched(by: watching.pid, child) })
      _ = try process.ask("burn 300")
      _ = try process.ask("end")
      process.reap()
      let completion = watching.completion()
      #expect(completion.status == 0, "\(completion.errors)")
      let result = try #require(try shell.json(completion) as? [String: Any])
      #expect(result["ending"] as? String == "processes-ended")
      #expect(result["name"] as? String == "test-driver")
      let measurements = try #require(result["measurements"] as? [String: Double])
      #expect(try #require(measurements["cpu-time"]) >= 100e6)
      #expect(try #require(measurements["peak-memory"]) > Double(40 << 20))
      #expect(measurements["tree-processes"] == 2)
      #expect((result["processes"] as? [[String: Any]])?.count == 2)
      #expect(try shell.folder.text(of: "c.svg").contains("test-driver (pid \(process.pid))"))
      let table = try shell.folder.text(of: "f.csv")
      let row = ",pid \(process.pid),test-driver,,solo,1,1,,1,tree-processes,1,2\n"
      #expect(table.contains(row), "\(table)")
      let trace = try #require(
        try JSONSerialization.jsonObject(with: Data(shell.folder.bytes(of: "t.json")))
          as? [String: Any])
      let events = try #require(trace["traceEvents"] as? [[String: Any]])
      #expect(events.contains { $0["ph"] as? String == "X" && $0["name"] as? String == "watched" })
      #expect(
        events.count { $0["ph"] as? String == "C" && $0["name"] as? String == "Memory, B" } > 1)
      let labels = "experiment=\"test-driver\",story=\"test-driver\",build=\"pid \(process.pid)\""
      let gauge = "rehearse_tree_processes{\(labels),statistic=\"mean\"} 2\n"
      #expect(try shell.folder.text(of: "f.prom").contains(gauge))
      // What is exported later, from the store, is the same.
      let later = try shell.rehearse(
        "export", "--store", "s.sqlite", "--format", "openmetrics")
      #expect(try shell.folder.text(of: "f.prom") == later.output)
      let shown = try shell.rehearse("show", "--store", "s.sqlite", "--json")
      #expect(shown.status == 0 && shown.output.contains("\"tree-processes\""))
      #expect(completion.errors.hasSuffix("is experiment 1 (test-driver) of s.sqlite.\n"))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal to stop makes attach print the result so far and leave the process alone`(
      _ signal: Int32
    ) throws {
      let process = try driver()
      let watching = try shell.start("attach", "\(process.pid)", "--interval", "1ms")
      try #require(try comes { try shell.memoryIsWatched(by: watching.pid, process.pid) })
      _ = try process.ask("burn 50")
      watching.send(signal)
      let completion = watching.completion()
      #expect(completion.status == 0, "\(completion.errors)")
      #expect(completion.output.hasPrefix("test-driver (pid \(process.pid))\n"))
      #expect(completion.errors.hasPrefix("note: Stopped; the processes go on."))
      #expect(try process.ask("burn 0") != "")
    }

    @Test func `a chart that can't be written costs nothing else of what was watched`() throws {
      let process = try driver()
      try shell.folder.add("c.svg/x", "")
      let completion = try shell.rehearse(
        "attach", "\(process.pid)", "--duration", "100 ms", "--chart", "c.svg", "--export", "f.csv",
        "--store", "s.sqlite")
      #expect(completion.status == 1 && completion.errors.contains("c.svg"), "\(completion)")
      #expect(completion.output.hasPrefix("test-driver (pid \(process.pid))\n"))
      #expect(try shell.folder.text(of: "f.csv").contains(",pid \(process.pid),test-driver,"))
      #expect(try shell.rehearse("show", "--store", "s.sqlite").status == 0)
    }

    @Test func `attach ends when its time is up`() throws {
      let process = try driver()
      let completion = try shell.rehearse(
        "attach", "\(process.pid)", "--duration", "100 ms", "--json")
      let result = try #require(try shell.json(completion) as? [String: Any])
      #expect(completion.status == 0)
      #expect(result["ending"] as? String == "time-up")
    }

    @Test func `attach reports that a process was stopped by a signal`() throws {
      let process = try driver()
      kill(process.pid, SIGSTOP)
      let completion = try shell.rehearse("attach", "\(process.pid)", "--duration", "300 ms")
      #expect(completion.status == 0)
      #expect(completion.errors.contains(#/The processes were stopped by a signal for [0-9.]+ s/#))
    }

    @Test func `attach to the own shell does not watch attach itself`() throws {
      let script = "\(BuiltProducts.rehearse) attach $$ --duration 50ms --json; true"
      let completion = try Completion.of(["/bin/sh", "-c", script])
      let result = try #require(try shell.json(completion) as? [String: Any])
      #expect((result["processes"] as? [[String: Any]])?.count == 1)
    }

    @Test(arguments: [
      (["abc"], "The value 'abc' is invalid for '<pid>'"),
      (["0"], "The pid is 0; allowed: 1 and more."),
      (["1", "--duration", "5"], "The value '5' is invalid for '--duration <time>'"),
      (["1", "--interval", "0.5ms"], "--interval is shorter than a millisecond"),
      (["1", "--chart", "a.gif"], "--chart is 'a.gif'; allowed: a file ending in"),
      (["1", "--chart", "no/a.svg"], "--chart is 'no/a.svg', but there is no folder 'no'."),
      (["1", "--export", "junit=a.xml"], "--export is 'junit', a format for planned runs only"),
      (["1", "--export", "no/a.csv"], "--export is 'no/a.csv', but there is no folder"),
      (["1", "--name", "a"], "--name needs --store."),
      ([], "Missing expected argument '<pid> ...'"),
    ])
    func `attach refuses wrong arguments`(_ arguments: [String], _ text: String) async throws {
      let refused = try await Shell.refusal(of: ["attach"] + arguments)
      #expect(refused.status == 64)
      #expect(refused.errors.hasPrefix("Error: \(text)"), "\(refused.errors)")
    }

    @Test func `attach reports a process that does not exist`() throws {
      let completion = try shell.rehearse("attach", "4194304")
      #expect(completion.status == 1 && completion.output == "")
      #expect(completion.errors == "Error: There is no process 4194304.\n")
    }
  }
}

extension Shell {
  /// Whether a process has another's statm open, as it has from its first sample on.
  fileprivate func memoryIsWatched(by watcher: Int32, _ pid: Int32) throws -> Bool {
    let folder = "/proc/\(watcher)/fd"
    // A watcher that has ended is no reason to wait on.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    try #require(!names.isEmpty, "the watcher has ended")
    return names.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))
        == "/proc/\(pid)/statm"
    }
  }
}
