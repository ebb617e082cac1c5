import DriverProtocol
import Foundation
import Glibc
import Recording
import Sampling
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

@Suite struct ReservedCPUTests {
  /// Names that no other test uses, nor a Rehearse.
  private let prefix = "rehearse-test-\(UUID().uuidString)-"

  private func reserved(_ cpus: [Int]) throws -> ReservedCPU {
    try #require(ReservedCPU(among: cpus, prefix: prefix))
  }

  /// Whether a CPU gets free within a minute: a process that another test is just starting keeps all names until it
  /// executes its program.
  private func getsFree(_ cpu: Int) -> Bool {
    comes {
      guard let now = ReservedCPU(among: [cpu], prefix: prefix) else { return false }
      return !now.isShared && !now.isCrowded
    }
  }

  @Test func `each process reserves the last free CPU, and shares one if none is free`() throws {
    let first = try reserved([0, 1, 3])
    let second = try reserved([0, 1, 3])
    let third = try reserved([0, 1, 3])
    let fourth = try reserved([0, 1, 3])
    #expect([first, second, third, fourth].map(\.cpu) == [3, 1, 0, 3])
    #expect([first, second, third, fourth].map(\.isShared) == [false, false, false, true])
    // Whoever came first shares it as well.
    #expect([first, second, third, fourth].map(\.isCrowded) == [true, false, false, true])
    #expect(first.heldByOthers(among: [0, 1]) == [0, 1])
    #expect(second.heldByOthers(among: [0, 2, 3]) == [0, 3])
    withExtendedLifetime((first, second, third, fourth)) {}
  }

  @Test func `an empty list of CPUs gives no reservation`() {
    #expect(ReservedCPU(among: [], prefix: prefix) == nil)
  }

  @Test func `a CPU is free again once its reservation ends`() throws {
    var first: ReservedCPU? = try reserved([5])
    #expect(try reserved([5]).isShared)
    first = nil
    #expect(first == nil && getsFree(5))
  }

  @Test func `a CPU is not free while one that shared it still measures there`() throws {
    var holder: ReservedCPU? = try reserved([5])
    var guests = try [reserved([5]), reserved([5])]
    #expect(holder?.isShared == false && guests.allSatisfy(\.isShared))
    #expect(holder?.isCrowded == true)
    holder = nil
    #expect(holder == nil)
    for _ in 1...2 {
      #expect(try reserved([5]).isShared)
      #expect(comes { ReservedCPU(among: [4, 5], prefix: prefix)?.cpu == 4 })
      guests.removeFirst()
    }
    #expect(getsFree(5))
  }

  @Test func `a CPU that another process reserved is free once that process was killed`() throws {
    let holder = Process()
    holder.executableURL = URL(filePath: "/usr/bin/env")
    holder.arguments = [
      "python3", "-c",
      """
      import socket, sys
      held = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      held.bind("\\0\(prefix)7")
      print(flush=True)
      sys.stdin.read()
      """,
    ]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    #expect(output.fileHandleForReading.availableData.count == 1)
    let beside = try reserved([2, 7])
    #expect(beside.cpu == 2 && beside.heldByOthers(among: [7]) == [7])
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    let next = try reserved([2, 7])
    #expect(next.cpu == 7 && !next.isShared)
    withExtendedLifetime(beside) {}
  }

  @Test(
    arguments: [
      ("2-3", [0, 1]), ("0,3", [1, 2]), ("0-2", []), (nil, [0, 1, 2]),
    ] as [(String?, [Int])])
  func `what runs beside a pair gets a CPU on another core`(_ core: String?, _ cpus: [Int]) throws {
    let folder = try ScratchFolder()
    var list: ProcessorList?
    if let core {
      try core.write(toFile: folder.file("list"), atomically: true, encoding: .utf8)
      list = try WholeFile.read(folder["list"]) { text throws(SamplingError) in
        try ProcessorList(text)
      }
    }
    #expect(ReservedCPU.besides(3, among: [0, 1, 2, 3], core: list) == cpus)
    withExtendedLifetime(folder) {}
  }

  @Test func `a second CPU is one that no Rehearse measures on, and free if one begins to`() throws
  {
    let first = try reserved([5002, 5007])
    #expect(first.cpu == 5007)
    let second = try #require(first.second(among: [5002, 5007]))
    #expect(second.cpu == 5002 && first.leavesFree(5002))
    // A second one is no reason for another Rehearse not to take it as its first.
    let other = try reserved([5002, 5007])
    #expect(other.cpu == 5002 && !other.isShared && !first.leavesFree(5002))
    #expect(first.second(among: [5002, 5007]) == nil && other.second(among: [5002, 5007]) == nil)
    withExtendedLifetime((first, second, other)) {}
  }
}

extension TestsThatMoveThreads {
  @Test static func `a process keeps its reserved CPU as long as it lives`() throws {
    let own = try #require(ReservedCPU.own)
    #expect(try CPUAffinity().cpus.contains(own.cpu))
    #expect(ReservedCPU.own === own)
  }

  @Suite(.enabled(if: hasTwoCPUs, "duets need two CPUs"))
  struct ReservedStageTests {
    @Test func `concurrent duets use different CPUs, or report that they share one`() throws {
      let prefix = "rehearse-test-\(UUID().uuidString)-"
      let cpus = try CPUAffinity().cpus
      let scene = try DuetScene([.of("placement")])
      func stage() throws -> DuetStage {
        try DuetStage(
          launcher: Launcher(path: BuiltProducts.launcher), interruption: scene.interruption,
          on: ReservedCPU(among: cpus, prefix: prefix))
      }
      var stages: [DuetStage] = []
      defer { stages.forEach { $0.close() } }
      for number in 0...cpus.count {
        let stage = try stage()
        stages.append(stage)
        if number < cpus.count {
          #expect(stage.shared.cpu == cpus.reversed()[number])
          #expect(stage.shared.crowding == (number == cpus.count - 1 ? .harness : nil))
        } else {
          #expect(stage.shared.crowding == .pair)
        }
        let pair = scene.duets(on: stage).execute(scene.planned())
        let run = pair.baseline
        #expect(run.ending == .passed)
        #expect(run.arrangement == .duet(stage.shared))
        #expect(run.steps.first?.outcome["cpus"] == .text("\(stage.shared.cpu)"))
      }
      // The last one came to the first one's CPU.
      let pair = scene.duets(on: stages[0]).execute(scene.planned())
      for run in pair.inOrder {
        #expect(run.arrangement?.crowding == .pair, "\(run)")
      }
      let second = scene.duets(on: stages[1]).execute(scene.planned()).baseline
      #expect(second.arrangement == .duet(stages[1].shared))
    }
  }
}
