import DriverProtocol
import Foundation
import Metrics
import Recording
import Store

/// An experiment of two builds, one story and two rounds in which hardly a column is empty.
enum SampleExperiment {
  static func add(to store: ResultStore) throws(StoreError) {
    let number = try store.begin(experiment).experiment.number ?? 0
    for position in 1...4 { try store.add([run(at: position)], to: number) }
    try store.complete(number, at: date)
  }

  /// An experiment whose runs come from a file.
  static let imported = Experiment(
    name: "imported", title: "Imported", source: .import, scenario: "", startedAt: date, seed: 1,
    rounds: 1, stories: [], builds: [], environment: nil, version: "1")

  private static let date = Date(timeIntervalSince1970: 1_763_700_000)

  private static var experiment: Experiment {
    Experiment(
      name: "sample", title: "A sample", source: .replay, scenario: "scenario: sample\n",
      startedAt: date, seed: 1, rounds: 2, stories: [.init(name: "list", title: "List all")],
      builds: [
        BuildRecord(
          name: "a", recipe: "swift build -c release", compiler: "Swift 6.3.1", sha256: "00ff",
          size: 1 << 20, isOptimised: true),
        BuildRecord(name: "b", recipe: "./app --driver"),
      ],
      environment: Environment(
        kernel: "Linux 6.18", system: "Debian", architecture: "x86_64", processor: "CPU @ 2 GHz",
        processors: 2, memory: 4 << 30, load: 0.1, facts: MachineFacts()),
      revision: Revision(
        commit: "4c89138aa0fd0e7d7f3b2b0a1d5c6e7f8091a2b3", branch: "main", committedAt: date,
        isDirty: true),
      version: "1",
      published: [
        PublishedRatios(
          title: "A book", here: .init(metric: .cpuTime, build: "a", over: "b"),
          there: [
            .init(
              title: "Then", pair: .init(metric: .wallTime, build: "a", over: "b"),
              ratios: ["list": 1.5])
          ])
      ],
      rerunPolicy: RerunPolicy(rule: .standard, repeats: 3))
  }

  private static func run(at position: Int) -> Run {
    var interference = Interference(observed: 2_000_000_000, processors: 2, harness: 3_000_000)
    interference.run = 900_000_000
    interference.busy = 1_000_000_000
    interference.processorWaiting = 6_000_000
    let measurement = Double(position)
    return Run(
      build: position % 2 == 1 ? "a" : "b", story: "list", round: (position + 1) / 2,
      position: position, pid: 4711, startedAt: date,
      ending: position < 4
        ? .passed
        : .failed(
          RunFailure(
            reason: .crashed, message: "It crashed.", step: StepName("list"), signal: 11,
            standardError: "a line\n")),
      steps: [step],
      timeline: Timeline(
        samples: [sample(0), sample(10_000_000), sample(20_000_000)], interval: 10_000_000),
      circumstances: RunCircumstances(
        treeSource: .scan, groupRefusals: ["no group"], unreadableProcesses: 1,
        hidesOthers: true, samplesPerKept: 2),
      measurements: [
        .peakMemory: 30_000_000 + measurement, .cpuTime: 1e9 + measurement,
        .wallTime: 2e9 + measurement,
        .peakCPU: measurement,
      ], interference: interference)
  }

  private static let step = StepRecord(
    story: "list", label: "list ×5", repetitions: 5, start: 1_000_000, end: 19_000_000,
    inside: Cost(
      wall: .nanoseconds(12_000_000), cpu: .nanoseconds(11_000_000), user: .microseconds(2),
      system: .microseconds(3), minorFaults: 4, majorFaults: 5, voluntarySwitches: 6,
      involuntarySwitches: 7),
    outside: Cost(
      cpu: .nanoseconds(11_500_000), minorFaults: 2, majorFaults: 3, storageRead: 4,
      storageWritten: 5,
      peakMemory: 6),
    tree: TreeCost(
      Cost(
        cpu: .nanoseconds(12_000_000), minorFaults: 8, majorFaults: 9,
        peakMemory: 10),
      processes: 2, peakCgroupMemory: nil, source: .children),
    outcome: ["count": .integer(3)], digest: "00000000000000ff")

  private static func sample(_ time: Int64) -> Sample {
    Sample(
      time: time, resident: 2_000_000, anonymous: 1_000_000, cpu: time / 2, machineBusy: time,
      machineAvailable: 3_000_000)
  }
}
