import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// What becomes of a real program that does one after the other what its baseline does at once, on two threads.
  @Suite(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "threads need two CPUs"))
  struct TurnTests {
    /// A folder with the program and a scenario with this gate.
    private func shell(gate: String) throws -> Shell {
      let shell = try Shell()
      try shell.folder.add(
        "work.c",
        """
        #include <pthread.h>
        #include <stdlib.h>
        static void *work(void *unused) {
          unsigned random = 1;
          for (long round = 0; round < 20000000; round++) {
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
          }
          return (void *)(unsigned long)random;
        }
        int main(int count, char **words) {
          int at_once = count > 1 && atoi(words[1]);
          pthread_t threads[2];
          for (int n = 0; n < 2; n++) {
            pthread_create(&threads[n], NULL, work, NULL);
            if (!at_once) pthread_join(threads[n], NULL);
          }
          for (int n = 0; at_once && n < 2; n++) pthread_join(threads[n], NULL);
        }
        """)
      let made = try Completion.of(
        ["cc", "-O1", "-pthread", "-o", "work", "work.c"], in: shell.folder.path)
      #expect(made.status == 0, "\(made.errors)")
      try shell.folder.add(
        "w.yml",
        """
        scenario: threads
        builds: { parallel: { variables: { once: "1" } }, serial: { variables: { once: "0" } } }
        gates: [\(gate)]
        stories: { s: { steps: [{ run: [./work, "${once}"] }] } }
        """)
      return shell
    }

    @Test(.nightly)
    func `it takes turns with the baseline, and regresses in wall time`() throws {
      let shell = try shell(gate: "{ metric: wall-time, at-most: +10% }")
      let compared = try shell.rehearse(
        "compare", "w.yml", "--pairs", "20", "--memory-runs", "0", "--no-layout-check",
        "--no-control", "--json")
      #expect(compared.status == 0, "\(compared.errors)")
      let cells: [[String: Any]] = try shell.part("judgement", "gated", of: compared)
      #expect(cells.map { $0["metric"] as? String } == ["wall-time"])
      #expect(cells.first?["verdict"] as? String == "regressed", "\(cells)")
      let rows = try shell.rehearse("export", "latest").output
      #expect(rows.contains(",gang,") && !rows.contains(",back-to-back,"))
    }

    @Test(.nightly)
    func `without a gate on wall time it is told that the baseline is parallel`() throws {
      let shell = try shell(gate: "{ metric: cpu-time }")
      let compared = try shell.rehearse(
        "compare", "w.yml", "--pairs", "6", "--memory-runs", "0", "--no-layout-check",
        "--no-control")
      #expect(compared.status == 0, "\(compared.errors)")
      let told = "CPUs busy in 'parallel', and its wall time has no gate: "
      #expect(compared.output.replacing("\n", with: " ").contains(told), "\(compared.output)")
    }
  }
}
