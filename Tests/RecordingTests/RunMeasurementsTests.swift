import DriverProtocol
import Metrics
import Recording
import Testing

struct RunMeasurementsTests {
  private func step(
    from start: Int64 = 0, to end: Int64 = 1, inside: Cost, peak: Bytes = 0,
    storage: (Bytes?, Bytes?) = (nil, nil), outsideFaults: (Int64, Int64) = (0, 0),
    anonymous: AnonymousPeak? = nil
  ) -> StepRecord {
    StepRecord(
      story: "s", label: "l", repetitions: 1, start: start, end: end, inside: inside,
      outside: Cost(
        cpu: .nanoseconds(999), minorFaults: outsideFaults.0, majorFaults: outsideFaults.1,
        storageRead: storage.0, storageWritten: storage.1, peakMemory: peak),
      peakAnonymous: anonymous,
      outcome: [:], digest: nil)
  }

  private func values(
    _ steps: [StepRecord], _ timeline: Timeline = .empty, machineMemory: Int64 = 0
  ) -> [Metric: Double] {
    RunMeasurements(steps: steps, timeline: timeline, machineMemory: machineMemory).values
  }

  @Test
  func
    `a run has measurements of process trees only if a step had a tree, and they cover all steps`()
  {
    let alone = step(inside: Cost(wall: .nanoseconds(1), cpu: .nanoseconds(10)), peak: 500)
    var family = step(inside: Cost(wall: .nanoseconds(1), cpu: .nanoseconds(20)), peak: 400)
    family.tree = TreeCost(
      Cost(
        cpu: .nanoseconds(999 + 7000), minorFaults: 1, majorFaults: 1,
        peakMemory: 450),
      processes: 3, peakCgroupMemory: 430, source: .controlGroup)
    let measurements = values([alone, family])
    #expect(measurements[.treeCPUTime] == 7030)
    #expect(measurements[.treePeakMemory] == 500 && measurements[.treePeakCgroupMemory] == 500)
    #expect(measurements[.treeProcesses] == 3)
    #expect(measurements[.cpuTime] == 30 && measurements[.peakMemory] == 500)
    #expect(values([family])[.treePeakMemory] == 450)
    #expect(values([alone]).keys.filter { $0.id.hasPrefix("tree-") } == [])
    family.tree?.peakCgroupMemory = nil
    #expect(values([alone, family])[.treePeakCgroupMemory] == nil)
  }

  @Test func `off-CPU time is wall time less the CPU time of all, and at least a millisecond`() {
    func cost(wall: Int? = nil, cpu: Int) -> Cost {
      Cost(wall: wall.map { .milliseconds($0) }, cpu: .milliseconds(cpu))
    }
    var waiting = step(inside: cost(wall: 900, cpu: 100))
    #expect(values([waiting])[.offCPUTime] == 800e6)
    waiting.tree = TreeCost(
      Cost(cpu: .nanoseconds(999) + .milliseconds(200)), processes: 2, peakCgroupMemory: nil,
      source: .controlGroup)
    let tree = TreeCost(
      cost(cpu: 30), processes: 2, peakCgroupMemory: nil, source: .controlGroup)
    waiting.services = [
      "a": ServiceCost(cost(cpu: 50)), "b": ServiceCost(cost(cpu: 1), tree: tree),
    ]
    #expect(values([waiting])[.offCPUTime] == 520e6)
    #expect(values([step(inside: cost(wall: 60, cpu: 100))])[.offCPUTime] == 1e6)
    // Without wall time nothing is known.
    #expect(values([waiting, step(inside: cost(cpu: 0))])[.offCPUTime] == nil)
  }

  @Test func `a certain wait for a CPU is not off-CPU time`() {
    /// Milliseconds: 100 of 1000 are outside of the core calls, and so are 20 of 120 of CPU time.
    func offCPU(ran: Int64, waited: Int64, change: (inout StepRecord) -> Void = { _ in }) -> Double?
    {
      var slow = step(
        to: 1_000_000_000, inside: Cost(wall: .milliseconds(900), cpu: .milliseconds(100)))
      slow.outside.cpu = .milliseconds(120)
      slow.firstThread = ThreadTime(ran: ran * 1_000_000, waited: waited * 1_000_000)
      change(&slow)
      return values([slow])[.offCPUTime]
    }
    #expect(offCPU(ran: 120, waited: 500) { $0.firstThread = nil } == 800e6)
    #expect(offCPU(ran: 120, waited: 0) == 800e6)
    // It may have waited outside of the calls alone.
    #expect(offCPU(ran: 120, waited: 100) == 800e6)
    #expect(offCPU(ran: 120, waited: 500) == 400e6)
    // Another thread may have run meanwhile, for 100 ms.
    #expect(offCPU(ran: 20, waited: 500) == 500e6)
    // A child that took 200 ms, and a service that took 50.
    let beside = offCPU(ran: 120, waited: 500) { step in
      step.tree = TreeCost(
        Cost(cpu: .milliseconds(320)), processes: 2, peakCgroupMemory: nil, source: .children)
      step.services = ["a": ServiceCost(Cost(cpu: .milliseconds(50)))]
    }
    #expect(beside == 400e6)
    // Clocks that disagree.
    #expect(offCPU(ran: 130, waited: 5000) { $0.end = 0 } == 1e6)
    #expect(offCPU(ran: Int64.max / 1_000_000, waited: 0) == 800e6)
  }

  @Test func `the parts of a peak are those of its step, unless less than 90 % of it was seen`() {
    func counted(_ peak: Bytes, heap: Bytes) -> StepRecord {
      var step = step(inside: Cost(wall: .nanoseconds(1), cpu: .zero), peak: peak)
      step.allocations = AllocationCost(
        allocations: 1, frees: 0, allocatedBytes: 1, peakLiveBytes: 1, live: nil,
        peakParts: PeakParts(heap: heap, slack: 20, files: 15, stacks: 5))
      return step
    }
    func parts(_ steps: StepRecord...) -> [Double?] {
      let measurements = RunMeasurements(
        kind: .allocations, steps: steps, timeline: .empty, machineMemory: 0
      ).values
      return Metric.peakParts.map { measurements[$0] }
    }
    #expect(parts(counted(90, heap: 1), counted(100, heap: 60)) == [60, 20, 15, 5])
    // 90 of 100 were seen, and 89.
    #expect(parts(counted(100, heap: 50)) == [50, 20, 15, 5])
    #expect(parts(counted(100, heap: 49)) == [nil, nil, nil, nil])
    var whole = counted(100, heap: 49)
    whole.peakIsOfStep = false
    #expect(parts(whole) == [49, 20, 15, 5])
  }

  @Test func `the kind of a run decides which metrics it has`() {
    let steps = [
      step(
        inside: Cost(
          wall: .nanoseconds(9), cpu: .nanoseconds(8), voluntarySwitches: 1, involuntarySwitches: 7),
        peak: 5, anonymous: AnonymousPeak(bytes: 4, isBatched: false))
    ]
    func metrics(_ kind: RunKind) -> [String] {
      RunMeasurements(kind: kind, steps: steps, timeline: .empty, machineMemory: 0).values
        .keys.map(\.id).sorted()
    }
    #expect(
      metrics(.solo)
        == [
          "cpu-time", "involuntary-switches", "off-cpu-time", "peak-anonymous-memory",
          "peak-memory", "voluntary-switches", "wall-time",
        ])
    #expect(
      metrics(.duet)
        == ["cpu-time", "peak-anonymous-memory", "peak-memory", "voluntary-switches"])
    #expect(metrics(.fixedAddresses) == ["peak-anonymous-memory"])
  }

  @Test func `a story's anonymous memory and its exactness are those of the step with the most`() {
    let cost = Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1))
    func peak(_ steps: [(Bytes, Bool)?]) -> AnonymousPeak? {
      let steps = steps.map { peak in
        step(
          inside: cost, anonymous: peak.map { AnonymousPeak(bytes: $0.0, isBatched: $0.1) })
      }
      let measurements = RunMeasurements(steps: steps, timeline: .empty, machineMemory: 0)
      #expect(
        measurements.values[.peakAnonymousMemory]
          == measurements.anonymousPeak.map { Double($0.bytes.count) }
      )
      return measurements.anonymousPeak
    }
    #expect(peak([(5, true), (7, false), (6, true)]) == AnonymousPeak(bytes: 7, isBatched: false))
    #expect(peak([(5, false), (7, true)]) == AnonymousPeak(bytes: 7, isBatched: true))
    #expect(peak([(7, true), (7, false)]) == AnonymousPeak(bytes: 7, isBatched: false))
    #expect(peak([(7, true), nil]) == nil)
    #expect(AnonymousPeak(bytes: -1, isBatched: false).bytes == 0)
  }

  @Test func `processes left behind have a value only if there are any`() {
    let steps = [step(inside: Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1)))]
    func left(_ count: Int) -> Double? {
      RunMeasurements(steps: steps, timeline: .empty, machineMemory: 0, leftBehind: count)
        .values[.outlivingProcesses]
    }
    #expect(left(0) == nil && left(2) == 2)
  }

  @Test
  func `the CPU time of a whole run excludes earlier stories, and gives the time outside of steps`()
  {
    let steps = [step(inside: Cost(wall: .nanoseconds(1), cpu: .nanoseconds(30)))]
    func values(_ kind: RunKind, _ all: Int64, earlier: Int64 = 0) -> [Double?] {
      let values = RunMeasurements(
        kind: kind, steps: steps, timeline: .empty, machineMemory: 0,
        whole: WholeUse(cpuTime: .nanoseconds(all)), earlierSteps: .nanoseconds(earlier)
      ).values
      return [values[.outsideCPUTime], values[.wholeCPUTime]]
    }
    #expect(values(.duet, 100) == [70, 100])
    #expect(values(.solo, 100, earlier: 25) == [70, 75])
    // The kernel counts in µs.
    #expect(values(.duet, 29) == [0, 29])
    #expect(values(.fixedAddresses, 100) == [nil, nil])
    #expect(values(.counted, 100) == [nil, nil])
    let unknown = RunMeasurements(steps: steps, timeline: .empty, machineMemory: 0).values
    #expect(unknown[.outsideCPUTime] == nil && unknown[.wholeCPUTime] == nil)
  }

  @Test func `the peak of a whole run is the greater of the peaks in and outside of steps`() {
    let steps = [50, 70].map { step(inside: Cost(cpu: .nanoseconds(1)), peak: $0) }
    func values(_ outside: Int64?) -> [Double?] {
      let whole = WholeUse(outsidePeak: outside.map { Bytes($0) })
      let values = RunMeasurements(
        steps: steps, timeline: .empty, machineMemory: 0, whole: whole
      ).values
      return [values[.peakMemory], values[.outsidePeakMemory], values[.wholePeakMemory]]
    }
    #expect(values(60) == [70, 60, 70])
    #expect(values(90) == [70, 90, 90])
    #expect(values(nil) == [70, nil, nil])
  }

  @Test func `costs are summed over steps in base units, and the peak is the greatest`() {
    let first = step(
      inside: Cost(
        wall: .nanoseconds(100), cpu: .nanoseconds(90), user: .microseconds(8),
        system: .microseconds(7),
        minorFaults: 6, majorFaults: 5, voluntarySwitches: 4, involuntarySwitches: 3),
      peak: 5000, storage: (4096, 8192), outsideFaults: (60, 50))
    let second = step(
      inside: Cost(
        wall: .nanoseconds(1), cpu: .nanoseconds(2), user: .microseconds(3),
        system: .microseconds(4),
        minorFaults: 5, majorFaults: 6, voluntarySwitches: 7, involuntarySwitches: 8),
      peak: 4000, storage: (1, 2), outsideFaults: (600, 500))
    #expect(
      values([first, second]) == [
        .peakMemory: 5000, .cpuTime: 92, .wallTime: 101, .offCPUTime: 1e6, .userTime: 11000,
        .systemTime: 11000,
        .minorFaults: 11, .majorFaults: 11, .voluntarySwitches: 11, .involuntarySwitches: 11,
        .storageRead: 4097, .storageWritten: 8194,
      ])
  }

  @Test func `throughput is the items of all repetitions over the wall time of steps with items`() {
    func processing(_ items: Int?, times repetitions: Int = 1, in wall: Duration?) -> StepRecord {
      var step = step(inside: Cost(wall: wall, cpu: .zero))
      (step.items, step.repetitions) = (items, repetitions)
      return step
    }
    func throughput(_ steps: StepRecord..., kind: RunKind = .solo) -> Double? {
      RunMeasurements(kind: kind, steps: steps, timeline: .empty, machineMemory: 0)
        .values[.throughput]
    }
    let thousand = processing(1000, in: .milliseconds(500))
    let repeated = processing(50, times: 20, in: .milliseconds(1500))
    let without = processing(nil, in: .seconds(9))
    #expect(throughput(thousand) == 2000)
    #expect(throughput(thousand, without, repeated) == 1000)
    #expect(throughput(without) == nil)
    #expect(throughput(thousand, processing(1, in: nil)) == nil)
    #expect(throughput(processing(1, in: .zero)) == nil)
    let most = processing(1_000_000_000_000, times: 1_000_000_000, in: .seconds(1))
    #expect(throughput(most) == 1e21)
    // The other side has its turns within that time.
    #expect(throughput(thousand, kind: .duet) == nil)
    let run = Run(
      build: "b", story: "s", round: 1, position: 1, pid: nil, startedAt: nil, ending: .passed,
      steps: [thousand, repeated], timeline: .empty, measurements: [:])
    #expect(run.measurements(ofStep: 2)[.throughput] == 1000 / 1.5)
  }

  @Test func `page faults that the driver does not report have no value, whatever the process had`()
  {
    let cost = Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1))
    let told = Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1), minorFaults: 3, majorFaults: 4)
    let values = values([
      step(inside: cost, outsideFaults: (10, 20)), step(inside: told, outsideFaults: (100, 200)),
    ])
    #expect(values[.minorFaults] == nil)
    #expect(values[.majorFaults] == nil)
  }

  @Test func `a value that one step lacks is left out, not summed over the rest`() {
    let bare = Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1))
    let full = Cost(
      wall: .nanoseconds(1), cpu: .nanoseconds(1), user: .microseconds(1), system: .microseconds(1),
      voluntarySwitches: 1, involuntarySwitches: 1)
    let values = values([
      step(inside: full, storage: (1, 1)), step(inside: bare, storage: (nil, 1)),
    ])
    #expect(
      Set(values.keys) == [
        .peakMemory, .cpuTime, .wallTime, .offCPUTime, .storageWritten,
      ])
    #expect(values[.storageWritten] == 2)
  }

  @Test func `without steps there are no measurements`() {
    #expect(values([]) == [:])
  }

  @Test func `CPU and memory use are computed from the samples during the steps`() {
    func sample(
      _ time: Int64, resident: Int64, anonymous: Int64, cpu: Int64, busy: Int64, available: Int64
    ) -> Sample {
      Sample(
        time: time * 1_000_000, resident: resident, anonymous: anonymous, cpu: cpu * 1_000_000,
        machineBusy: busy * 1_000_000, machineAvailable: available)
    }
    let timeline = Timeline(
      samples: [
        sample(0, resident: 1, anonymous: 1, cpu: 0, busy: 0, available: 0),  // before
        sample(100, resident: 500, anonymous: 100, cpu: 50, busy: 100, available: 600),
        sample(200, resident: 300, anonymous: 200, cpu: 130, busy: 200, available: 500),
        sample(300, resident: 400, anonymous: 300, cpu: 140, busy: 260, available: 400),
        sample(400, resident: 2, anonymous: 1, cpu: 940, busy: 900, available: 0),  // after
      ], interval: 100_000_000)
    let cost = Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1))
    let values = values(
      [
        step(from: 100_000_000, to: 150_000_000, inside: cost, peak: 700),
        step(from: 150_000_000, to: 300_000_000, inside: cost, peak: 600),
      ], timeline, machineMemory: 1000)
    #expect(values[.peakMemory] == 700)
    #expect(values[.lowestMemory] == 300)
    // 1000 less 700, 700 and 700.
    #expect(values[.otherMemory] == 300)
    #expect(values[.peakCPU] == 80)
    #expect(values[.lowestCPU] == 10)
    // From first to last: 160 ms busy, 90 ms of them the run's own, in 200 ms.
    #expect(values[.otherCPU] == 35)
  }

  @Test func `CPU use of other processes has no value for less than 100 ms`() {
    func use(of milliseconds: Int64) -> Double? {
      let samples = [0, milliseconds].map { time in
        // Two CPUs that were busy throughout move on by a tick of 10 ms each.
        Sample(
          time: time * 1_000_000, resident: 1, anonymous: 1, cpu: 0,
          machineBusy: time == 0 ? 0 : 20_000_000, machineAvailable: 1)
      }
      let timeline = Timeline(samples: samples, interval: milliseconds * 1_000_000)
      let cost = Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1))
      return values([step(from: 0, to: 200_000_000, inside: cost)], timeline)[.otherCPU]
    }
    #expect(use(of: 4) == nil)
    #expect(use(of: 100) == 20)
  }

  @Test func `memory of others is the mean over samples, each of them at least zero`() {
    let timeline = Timeline(
      samples: [(0, 100), (1, 400), (2, 990)].map { time, available in
        Sample(
          time: time, resident: 50, anonymous: 20, cpu: 0, machineBusy: 0,
          machineAvailable: available)
      }, interval: 1)
    let cost = Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1))
    let values = values([step(from: 0, to: 2, inside: cost)], timeline, machineMemory: 1000)
    // 880, 580 and, since 1000 - 990 - 20 is less than nothing, 0.
    #expect(values[.otherMemory] == 1460.0 / 3)
  }

  @Test func `a single sample gives no CPU use and no lowest memory`() {
    let timeline = Timeline(
      samples: [
        Sample(
          time: 1, resident: 1, anonymous: 1, cpu: 1, machineBusy: 1, machineAvailable: 1)
      ], interval: 1)
    let cost = Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1))
    let values = values([step(from: 0, to: 2, inside: cost)], timeline)
    #expect(values[.lowestMemory] == nil && values[.peakCPU] == nil && values[.otherCPU] == nil)
  }
}
