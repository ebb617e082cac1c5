import DriverProtocol
import Foundation
import Metrics
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

extension TestsThatMoveThreads {
  /// Runs for memory at once, with real processes.
  @Suite(.enabled(if: hasTwoCores, "two runs at once need two cores"))
  struct MemoryAtOnceTests {
    private let folder: ScratchFolder
    /// Names that no other test uses, nor a Rehearse.
    private let prefix = "rehearse-test-\(UUID().uuidString)-"
    private let own: ReservedCPU

    init() throws {
      folder = try ScratchFolder()
      own = try #require(ReservedCPU(among: CPUAffinity().cpus, prefix: prefix))
    }

    /// A driver that begins when two have come.
    private var meeting: String {
      let place = folder.file("met")
      return "mkdir -p '\(place)'; : > '\(place)'/$$; "
        + "until [ $(ls '\(place)' | wc -l) -ge 2 ]; do sleep 0.01; done; "
        + "exec \(BuiltProducts.testDriver)"
    }

    private func executor(of stories: Set<String>) throws -> MemoryAtOnce {
      let setup = ReplaySetup(
        scenario: Scenario(
          name: "scene", title: "", builds: [], fixture: [:],
          stories: [Story(name: "list", title: "", steps: [.of("placement")])], runs: 1,
          timeLimit: .seconds(60)),
        commands: ["a", "b"].reduce(into: [:]) { $0[$1] = [["/bin/sh", "-c", meeting]] },
        in: BuildContexts("/"), launcher: Launcher(path: BuiltProducts.launcher),
        interruption: try Interruption(), machineMemory: 1 << 40, patience: .seconds(60))
      return try #require(MemoryAtOnce(setup, of: stories, beside: own, others: Others()))
    }

    private func planned(_ kind: RunKind = .fixedAddresses) -> ArraySlice<PlannedRun> {
      RunPlan(kind: kind, stories: ["list"], builds: ["a", "b"], rounds: 1, seed: 1).runs[...]
    }

    /// Makes runs without processes.
    private struct Others: Executor {
      func execute(_ planned: PlannedRun) -> Run { RunMaking.run(planned) }
    }

    @Test func `two runs for memory are made at once, each on a CPU of its own`() throws {
      let runs = try executor(of: ["list"]).execute(planned())
      #expect(runs.map(\.position) == [1, 2] && runs.allSatisfy(\.passed), "\(runs.map(\.ending))")
      let cpus = runs.compactMap { run -> String? in
        guard case .text(let text)? = run.steps.first?.outcome["cpus"] else { return nil }
        return text
      }
      // One number each, and not a list such as 0-1.
      #expect(Set(cpus.compactMap { Int($0) }).count == 2, "\(cpus)")
      for run in runs {
        #expect(run.kind == .fixedAddresses)
        #expect(run.measurements.keys.map(\.id) == ["peak-anonymous-memory"])
      }
    }

    @Test func `runs of other kinds, and of stories that may leave something, are left to another`()
      throws
    {
      #expect(try executor(of: ["list"]).execute(planned(.solo)).map(\.pid) == [nil])
      #expect(try executor(of: ["sleep"]).execute(planned()).map(\.pid) == [nil])
      #expect(try executor(of: ["list"]).execute(planned().prefix(1)).map(\.pid) == [nil])
    }

    @Test func `while another Rehearse measures on the second CPU, runs are made one by one`()
      throws
    {
      let executor = try executor(of: ["list"])
      let others = try CPUAffinity().cpus.filter { $0 != own.cpu }
      let held = others.compactMap { ReservedCPU(among: [$0], prefix: prefix) }
      #expect(executor.execute(planned()).map(\.pid) == [nil])
      withExtendedLifetime(held) {}
    }
  }
}
