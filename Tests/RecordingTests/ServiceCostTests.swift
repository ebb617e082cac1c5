import DriverProtocol
import Foundation
import Metrics
import Recording
import Testing

struct ServiceCostTests {
  private static func step(
    _ services: [String: ServiceCost], from start: Int64 = 0, to end: Int64 = 1
  ) -> StepRecord {
    StepRecord(
      story: "s", label: "l", repetitions: 1, start: start, end: end,
      inside: Cost(wall: .nanoseconds(9), cpu: .nanoseconds(8)),
      outside: Cost(cpu: .nanoseconds(999), peakMemory: 5), outcome: [:], digest: nil,
      services: services)
  }

  private static func cost(
    cpu: Int64, peak: Bytes, anonymous: Bytes, isBatched: Bool = false
  ) -> ServiceCost {
    ServiceCost(
      Cost(
        cpu: .nanoseconds(cpu), minorFaults: 2, majorFaults: 1, storageRead: 512,
        storageWritten: 4096, peakMemory: peak),
      peakAnonymous: AnonymousPeak(bytes: anonymous, isBatched: isBatched))
  }

  private func values(
    _ kind: RunKind, _ steps: [StepRecord], _ watches: [String: ServiceWatch] = [:]
  ) -> [String: Double] {
    let made = RunMeasurements(kind: kind, steps: steps, timeline: .empty, machineMemory: 0)
      .values(ofServices: watches)
    return Dictionary(uniqueKeysWithValues: made.map { ($0.key.id, $0.value) })
  }

  private let steps = [
    step(["db": cost(cpu: 10, peak: 500, anonymous: 50)]),
    step(["db": cost(cpu: 7, peak: 400, anonymous: 70)]),
  ]

  @Test func `a service's costs are added up over steps, but of its peaks the greatest counts`() {
    let expected: [String: Double] = [
      "db.cpu-time": 17, "db.peak-memory": 500, "db.peak-anonymous-memory": 70,
      "db.minor-faults": 4, "db.major-faults": 2, "db.storage-read": 1024,
      "db.storage-written": 8192,
    ]
    #expect(values(.solo, steps) == expected)
    #expect(values(.duet, steps) == expected)
    #expect(values(.fixedAddresses, steps) == ["db.peak-anonymous-memory": 70])
    #expect(values(.counted, steps) == [:])
  }

  @Test func `a service that one step lacks has no measurements`() {
    #expect(values(.solo, steps + [Self.step([:])]) == [:])
  }

  @Test func `a service has its own samples and its own count of processes left behind`() {
    let samples = [0, 100_000_000, 200_000_000].map { (time: Int64) in
      Sample(
        time: time, resident: 1000 - time / 1_000_000, anonymous: 1, cpu: time / 2, machineBusy: 9,
        machineAvailable: 3)
    }
    let steps = [
      Self.step(["db": Self.cost(cpu: 1, peak: 1, anonymous: 1)], from: 0, to: 200_000_000)
    ]
    let watch = ServiceWatch(
      timeline: Timeline(samples: samples, interval: 100_000_000), leftBehind: 2)
    let made = values(.solo, steps, ["db": watch])
    #expect(made["db.lowest-memory"] == 800 && made["db.peak-cpu"] == 50)
    #expect(made["db.outliving-processes"] == 2)
    #expect(made.keys.filter { $0.contains("other") } == [])
    #expect(values(.duet, steps, ["db": watch])["db.peak-cpu"] == nil)
  }

  @Test func `processes that a service started have measurements of their own`() {
    var cost = Self.cost(cpu: 10, peak: 500, anonymous: 1)
    cost.tree = TreeCost(
      Cost(cpu: .nanoseconds(70), peakMemory: 900), processes: 3, peakCgroupMemory: nil,
      source: .children)
    let made = values(.solo, [Self.step(["db": cost])])
    #expect(made["db.tree-cpu-time"] == 70 && made["db.tree-peak-memory"] == 900)
    #expect(made["db.tree-processes"] == 3 && made["db.cpu-time"] == 10)
  }

  @Test func `a step also has the measurements of its services`() {
    let run = Run(
      build: "b", story: "s", round: 1, position: 1, pid: nil, startedAt: nil, ending: .passed,
      steps: steps, timeline: .empty, measurements: [:])
    let own = run.measurements(of: steps[1])
    #expect(own[.cpuTime] == 8 && Metric.named("db.cpu-time").flatMap { own[$0] } == 7)
  }

  @Test func `services whose anonymous memory is exact only to the kernel's batches are listed`() {
    let batched = Self.step([
      "db": Self.cost(cpu: 1, peak: 1, anonymous: 90, isBatched: true),
      "web": Self.cost(cpu: 1, peak: 1, anonymous: 1),
    ])
    #expect(
      RunMeasurements(steps: [batched], timeline: .empty, machineMemory: 0).batchedServices
        == ["db"])
    #expect(
      RunMeasurements(steps: steps, timeline: .empty, machineMemory: 0).batchedServices == [])
  }

  @Test func `a service's cost survives JSON`() throws {
    var cost = Self.cost(cpu: 1 << 60, peak: Bytes(1 << 60), anonymous: 3, isBatched: true)
    cost.peakIsOfStep = false
    cost.tree = TreeCost(
      Cost(cpu: .nanoseconds(7)), processes: 2, peakCgroupMemory: nil, source: .scan)
    for cost in [cost, ServiceCost(Cost(cpu: .zero))] {
      #expect(
        try JSONDecoder().decode(ServiceCost.self, from: JSONEncoder().encode(cost)) == cost)
    }
  }
}
