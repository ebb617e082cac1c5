import Foundation
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Two processes of Rehearse that measure at the same time, as two jobs of one machine do.
  @Suite(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "two need two CPUs"))
  struct TwoAtOnceTests {
    private let (first, second): (Shell, Shell)

    init() throws { (first, second) = (try Shell(), try Shell()) }

    /// The only CPU that a process may use; nil where there are several.
    private func cpu(of pid: Int32) throws -> String? {
      let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      return status.firstMatch(of: /Cpus_allowed_list:\s+(\d+)\n/).map { String($0.1) }
    }

    @Test func `two comparisons at once use different CPUs, or report that none was free`() throws {
      let builds =
        "{ a: { command: [\"\(BuiltProducts.testDriver)\"] }, b: { command: [\"\(BuiltProducts.testDriver)\"] } }"
      let pipe = try NamedPipe(first.folder["pid"])
      try first.addScenario(
        builds: builds,
        stories: """
          { s: { steps: [{ hang: { file: "\(pipe.path)" }, time-limit: 10 min, expect: { count: 1 } }] } }
          """)
      try second.addScenario(builds: builds, stories: "{ s: \(Shell.counting) }")
      let compare = [
        BuiltProducts.rehearse, "compare", "s.yml", "--pairs", "2", "--memory-runs", "0",
        "--no-layout-check", "--no-inputs", "--no-control",
      ]
      let hanging = try StartedProcess(compare, in: first.folder.path)
      // It is in the middle of its pair, and stays there until it is ended. A side whose number is not read would be
      // ended by SIGPIPE.
      let driver = try #require(try pipe.numbers(2).first)
      let taken = try #require(try cpu(of: driver))
      let whole = try Completion.of(compare, in: second.folder.path)
      #expect(whole.status == 0, "\(whole.errors)")
      let words = whole.output + whole.errors
      let own = try #require(
        words.firstMatch(of: /Pairs ran at once on CPU (\d+)([^\n]*)/), "\(words)")
      // There may be more of them than CPUs: other tests measure, too.
      let isTold = own.2.contains("another Rehearse measured on that CPU too")
      #expect(String(own.1) != taken || isTold, "\(own.0)")
      #expect(try cpu(of: driver) == taken)
      hanging.send(SIGINT)
      #expect(hanging.completion().status == 130)
    }
  }
}
