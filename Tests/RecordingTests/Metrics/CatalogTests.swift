import Metrics
import Testing

struct CatalogTests {
  @Test func `the catalogue has the expected metrics, in the order of tables`() {
    #expect(
      Metric.all.map(\.id) == [
        "peak-memory", "peak-anonymous-memory", "lowest-memory", "other-memory", "peak-cpu",
        "mean-cpu",
        "lowest-cpu", "other-cpu", "cpu-time", "user-time", "system-time", "wall-time",
        "off-cpu-time", "throughput", "latency-p50", "latency-p90", "latency-p95", "latency-p99",
        "latency-p999", "errors", "minor-faults", "major-faults",
        "voluntary-switches", "involuntary-switches", "storage-read", "storage-written",
        "outliving-processes",
        "tree-peak-memory", "tree-peak-cgroup-memory", "tree-peak-proportional-memory",
        "tree-cpu-time", "tree-processes",
        "outside-cpu-time", "whole-cpu-time", "outside-peak-memory", "whole-peak-memory",
        "instructions", "hardware-instructions",
        "allocations", "allocated-bytes", "peak-live-bytes", "live-blocks", "live-bytes",
        "peak-heap", "peak-slack", "peak-files", "peak-stacks", "retained-bytes",
        "retained-blocks",
      ])
  }

  @Test(arguments: Metric.all)
  func `the name of a metric is lower case with hyphens, and finds the metric`(_ metric: Metric) {
    #expect(metric.id.wholeMatch(of: /[a-z0-9-]+/) != nil, "\(metric.id)")
    #expect(metric.id.first != "-" && metric.id.last != "-" && !metric.id.contains("--"))
    #expect(Metric.named(metric.id)?.title == metric.title)
  }

  @Test(arguments: Metric.all)
  func `every metric has a title, and a meaning of one line that ends with a full stop`(
    _ metric: Metric
  ) {
    #expect(metric.title.first?.isUppercase == true)
    for meaning in [metric.meaning, metric.commandMeaning] {
      #expect(meaning.last == ".", "\(metric.id)")
      #expect(meaning.count > 40, "\(metric.id)")
      #expect(!meaning.contains("\n"), "\(metric.id)")
    }
  }

  @Test func `the names and titles of metrics are unique`() {
    #expect(Set(Metric.all.map(\.id)).count == Metric.all.count)
    #expect(Set(Metric.all.map(\.title)).count == Metric.all.count)
  }

  @Test func `an unknown name finds no metric`() {
    #expect(Metric.named("peak-memroy") == nil)
    #expect(Metric.named("Peak-Memory") == nil)
    #expect(Metric.named("") == nil)
  }

  @Test func `only metrics with the same source mean the same for a command as for a driver`() {
    let alike: [Metric] = [
      .outlivingProcesses, .treeCPUTime, .peakAnonymousMemory, .allocatedBytes, .liveBlocks,
      .liveBytes, .peakHeap, .peakSlack, .peakFiles, .peakStacks,
      .retainedBytes, .retainedBlocks, .latencyP50, .latencyP90, .latencyP95, .latencyP99,
      .latencyP999, .errors,
    ]
    for metric in Metric.all {
      #expect(
        (metric.commandMeaning == metric.meaning)
          == alike.contains(metric),
        "\(metric.id)")
    }
  }

  @Test func `only metrics of the surroundings or of the kind of work have no better direction`() {
    #expect(
      Metric.all.filter { $0.polarity == .context }.map(\.id) == [
        "other-memory", "mean-cpu", "other-cpu", "outliving-processes", "tree-processes",
        "peak-heap", "peak-slack", "peak-files", "peak-stacks",
      ])
  }

  @Test func `only throughput is better if it is higher`() {
    #expect(Metric.all.filter { $0.polarity == .higherIsBetter } == [.throughput])
  }

  @Test func `turns leave elapsed time as it is, and what is made from it`() {
    #expect(
      Metric.all.filter { $0.needsRunAlone && !$0.isChangedByTurns } == [.wallTime, .throughput])
  }

  @Test func `a metric's values have the unit of its quantity`() {
    func ids(_ unit: MetricUnit) -> [String] { Metric.all.filter { $0.unit == unit }.map(\.id) }
    #expect(
      ids(.bytes) == [
        "peak-memory", "peak-anonymous-memory", "lowest-memory", "other-memory", "storage-read",
        "storage-written",
        "tree-peak-memory", "tree-peak-cgroup-memory", "tree-peak-proportional-memory",
        "outside-peak-memory", "whole-peak-memory",
        "allocated-bytes", "peak-live-bytes",
        "live-bytes", "peak-heap", "peak-slack", "peak-files", "peak-stacks",
      ])
    #expect(
      ids(.nanoseconds) == [
        "cpu-time", "user-time", "system-time", "wall-time", "off-cpu-time", "latency-p50",
        "latency-p90", "latency-p95", "latency-p99", "latency-p999", "tree-cpu-time",
        "outside-cpu-time", "whole-cpu-time",
      ])
    #expect(ids(.percent) == ["peak-cpu", "mean-cpu", "lowest-cpu", "other-cpu"])
    #expect(
      ids(.count) == [
        "errors", "minor-faults", "major-faults", "voluntary-switches", "involuntary-switches",
        "outliving-processes",
        "tree-processes", "instructions", "hardware-instructions", "allocations", "live-blocks",
        "retained-blocks",
      ])
    #expect(ids(.bytesPerCycle) == ["retained-bytes"])
    #expect(ids(.itemsPerSecond) == ["throughput"])
  }
}
