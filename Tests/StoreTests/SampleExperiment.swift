import DriverProtocol
import Foundation
import Metrics
import Recording
import Store
import TestSupport

/// An experiment and runs in which every field is filled, with values that are easily lost.
enum SampleExperiment {
  /// Whole milliseconds: a store keeps dates to one.
  static let date = Date(timeIntervalSince1970: 1_763_700_000.25)

  static func experiment(name: String = "inventory") -> Experiment {
    Experiment(
      name: name, title: "Inventory: \"quotes\", ümlauts, 🧪", source: .replay,
      scenario: "scenario: inventory\n# a comment\n", startedAt: date, seed: .max, rounds: 10,
      countedRounds: 3, allocationRounds: 4, layouts: 2,
      stories: [.init(name: "US1", title: "US1: login"), .init(name: "US2", title: "")],
      builds: [
        BuildRecord(
          name: "checked", recipe: "swift build -c release", compiler: "Swift 6.3.1",
          sha256: "00ff", size: 1 << 40, isOptimised: true,
          layouts: [
            LayoutRecord(seed: 1, sha256: "00ff", size: 1 << 40),
            LayoutRecord(seed: 2, sha256: "01ff", size: 7),
          ]),
        BuildRecord(name: "other", recipe: "./app --driver", files: ["./app": "02ff"]),
      ],
      environment: Environment(
        kernel: "Linux 6.18", system: "Debian", architecture: "x86_64", processor: "CPU @ 2 GHz",
        processors: 2, memory: 4 << 30, load: 0.1, facts: facts),
      revision: Revision(
        commit: "4c89138aa0fd0e7d7f3b2b0a1d5c6e7f8091a2b3", branch: "topic/ümlaut",
        committedAt: Date(timeIntervalSince1970: 1_763_690_000), isDirty: true),
      version: "0.1.0",
      published: [
        PublishedRatios(
          title: "A book", here: .init(metric: .cpuTime, build: "checked", over: "other"),
          there: [
            .init(
              title: "\"Then\"", pair: .init(metric: .wallTime, build: "a", over: "b"),
              ratios: ["US1": 0.1 + 0.2])
          ])
      ],
      rerunPolicy: RerunPolicy(rule: rule, repeats: 3),
      invocation: Invocation(
        id: UUID(uuidString: "6F1C3C3C-0F3E-4C6B-9B9E-2C1D5E6F7A8B") ?? UUID(),
        arguments: ["run", "a b.yml", "--name", "ümlaut \"quoted\""], folder: "/a folder",
        scenario: "/a folder/a b.yml", part: 1, parts: 2),
      partition: partition)
  }

  private static var partition: Partition? {
    guard let share = PlanShare(2, of: 3) else { return nil }
    var part = Partition.MachinePart(
      share, rounds: 9, stories: ["s", "t"], on: "ümlaut", Replay.machine,
      builds: [BuildRecord(name: "checked", recipe: "swift build")],
      at: Date(timeIntervalSince1970: 1_763_690_000))
    part.completedAt = Date(timeIntervalSince1970: 1_763_690_001)
    return Partition(count: 3, parts: [part])
  }

  private static var rule: InterferenceRule {
    var rule = InterferenceRule.standard
    rule.othersPercent = 0.1 + 0.2
    rule.shortest = 7
    return rule
  }

  private static var interference: Interference {
    var interference = Interference(observed: 1 << 60, processors: 2, harness: 3)
    interference.run = 4
    interference.busy = 5
    interference.processorWaiting = 6
    return interference
  }

  private static var facts: MachineFacts {
    var facts = MachineFacts()
    facts.governors = .known(["performance", "powersave"])
    facts.memoryLimit = .known(nil)
    facts.stolenTime = .known(0.1 + 0.2)
    facts.boost = .unknown(reason: "no \"file\"")
    facts.peakReset = .known(.refused(reason: "ümlaut"))
    return facts
  }

  static func run(
    position: Int = 1, attempt: Int = 1, ending: Run.Ending = .passed
  ) -> Run {
    Run(
      kind: .counted, build: "checked", story: "US1", round: 3, layout: 2,
      arrangement: .duet(.init(cpu: 1, slice: 500_000, tick: 1 << 60)), position: position,
      attempt: attempt,
      pid: 4711,
      startedAt: date,
      ending: ending, steps: [step, timedStep],
      timeline: Timeline(
        samples: [sample(0), sample(10_000_000)], interval: 10_000_000),
      peakIsBatched: true,
      circumstances: RunCircumstances(
        treeSource: .scan, groupRefusals: ["no \"group\": ümlaut"], unreadableProcesses: 1,
        samplingRefusal: "no\nclock", hidesOthers: true, stoppedTime: 1 << 60, samplesPerKept: 2,
        batchedServices: ["mail-server"]),
      cycles: cycles,
      measurements: [
        .peakMemory: 30_000_001, .cpuTime: 0.1 + 0.2, .peakCPU: .leastNonzeroMagnitude,
        .wallTime: 1e300,
      ].merging(ofService) { $1 }, interference: interference)
  }

  private static let ofService = Dictionary(
    uniqueKeysWithValues: Metric.all(ofService: "mail-server").enumerated().map {
      ($0.element, 0.1 + Double($0.offset))
    })

  private static let step = StepRecord(
    story: "US1", label: "login user=alice ×5", repetitions: 5, start: 1, end: 1 << 60,
    inside: Cost(
      wall: .nanoseconds(123_456_789_012), cpu: .nanoseconds(1), user: .microseconds(2),
      system: .microseconds(3), minorFaults: 4, majorFaults: 5, voluntarySwitches: 6,
      involuntarySwitches: 7),
    outside: Cost(
      cpu: .nanoseconds(1), minorFaults: 2, majorFaults: 3, storageRead: 4, storageWritten: 5,
      peakMemory: 6),
    peakAnonymous: AnonymousPeak(bytes: Bytes(1 << 60), isBatched: true),
    tree: TreeCost(
      Cost(
        cpu: .nanoseconds(7), minorFaults: 8, majorFaults: 9,
        peakMemory: 10),
      processes: 2, peakCgroupMemory: nil, peakProportionalMemory: 11, endProportionalMemory: 12,
      source: .children),
    outcome: [
      "user": .text("alice\n\"ß\""), "count": .integer(.max), "share": .number(0.1),
      "done": .bool(true),
    ],
    digest: "00000000000000ff",
    allocations: AllocationCost(
      allocations: 1 << 52, frees: 1, allocatedBytes: 2, peakLiveBytes: 3,
      live: .init(blocks: 4, bytes: 5), sizes: [.init(upTo: 48, allocations: 6, frees: 7)],
      mappedBytes: 8, threads: 9),
    services: [
      "mail-server": ServiceCost(
        Cost(
          cpu: .nanoseconds(1 << 60), minorFaults: 1, majorFaults: 2, storageRead: 3,
          storageWritten: 4, peakMemory: 5),
        peakIsOfStep: false, peakAnonymous: AnonymousPeak(bytes: 6, isBatched: true),
        tree: TreeCost(
          Cost(cpu: .nanoseconds(7)), processes: 2, peakCgroupMemory: nil, source: .children)),
      "db": ServiceCost(
        Cost(cpu: .zero),
        allocations: AllocationCost(
          allocations: 1, frees: 2, allocatedBytes: 3, peakLiveBytes: 4, live: nil,
          peakParts: PeakParts(heap: 5, slack: 6, files: 7, stacks: 8))),
    ])

  private static let cycles: CycleSeries = {
    var cycles = CycleSeries(warmUp: 1)
    cycles.liveBytes = [1 << 60, 2]
    cycles.liveBlocks = [-1, 3]
    cycles.resident = [4096, 8192]
    return cycles
  }()

  private static let refusedStep = StepRecord(
    story: "US1", label: "login", repetitions: 1, start: 2, end: 3,
    inside: Cost(wall: .zero, cpu: .zero),
    outside: Cost(
      cpu: .zero, minorFaults: 0, majorFaults: 0,
      peakMemory: 0),
    peakIsOfStep: false,
    outcome: [:], digest: nil, refusal: "wrong-password", instructions: 1 << 60)

  private static let timedStep: StepRecord = {
    var step = refusedStep
    step.items = 1_000_000_000_000
    step.firstThread = ThreadTime(ran: 1 << 60, waited: 7)
    step.latencies = StepLatencies(
      [0, 0, 5, 1 << 60], of: ["list: \"ümlaut\"", "none"], at: [0, 0, 0, 0])
    return step
  }()

  private static func sample(_ time: Int64) -> Sample {
    Sample(
      time: time, resident: 2, anonymous: 1, cpu: time / 2, machineBusy: 1 << 60,
      machineAvailable: 3)
  }
}

extension ResultStore {
  /// Stores an experiment that nobody goes on measuring.
  func add(_ experiment: Experiment) throws(StoreError) -> Experiment {
    try begin(experiment).experiment
  }

  func add(_ run: Run, to experiment: Int64) throws(StoreError) {
    try add([run], to: experiment)
  }
}
