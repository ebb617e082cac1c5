import Metrics
import Testing

struct ServiceMetricTests {
  @Test func `a service's metrics are named after the service, and found by that name`() throws {
    let metric = try #require(Metric.cpuTime.of(service: "mail-server"))
    #expect(metric.id == "mail-server.cpu-time" && metric.title == "mail-server CPU time")
    #expect(Metric.named("mail-server.cpu-time") == metric && metric != .cpuTime)
    #expect(metric.unit == .nanoseconds && metric.polarity == .lowerIsBetter)
    #expect(Metric.named("db.peak-memory")?.title == "db peak memory")
  }

  @Test func `a metric takes four bytes, since thousands of runs have dozens of them`() {
    #expect(MemoryLayout<Metric>.stride == 4)
  }

  @Test
  func `a service has only metrics that can be seen from outside, and none of the surroundings`() {
    #expect(
      Metric.all(ofService: "s").map(\.id) == [
        "s.peak-memory", "s.peak-anonymous-memory", "s.lowest-memory", "s.peak-cpu",
        "s.lowest-cpu", "s.cpu-time", "s.minor-faults", "s.major-faults", "s.storage-read",
        "s.storage-written", "s.outliving-processes", "s.tree-peak-memory", "s.tree-cpu-time",
        "s.tree-processes", "s.allocations", "s.allocated-bytes", "s.peak-live-bytes",
        "s.live-blocks", "s.live-bytes",
      ])
    for name in ["s.wall-time", "s.other-cpu", "s.instructions"] {
      #expect(Metric.named(name) == nil)
    }
  }

  @Test(arguments: Metric.all(ofService: "server"))
  func `a service's metric says what it means, where it comes from and how far off it can be`(
    _ metric: Metric
  ) {
    #expect(metric.meaning.hasPrefix("For the service 'server': ") && metric.meaning.last == ".")
    #expect(!metric.meaning.contains("\n"))
    let conditions = MeasurementOrigin.Conditions(samplesPerSecond: 50, processors: 2)
    #expect(
      metric.origin(conditions).bound != .unknown && !metric.origin(conditions).source.isEmpty)
  }

  @Test(arguments: [
    ".cpu-time", "7up.cpu-time", "a b.cpu-time", "a.b.cpu-time", "a.", "a.b", "-a.cpu-time",
    String(repeating: "x", count: 65) + ".cpu-time",
  ])
  func `a name that no service can have finds no metric`(_ name: String) {
    #expect(Metric.named(name) == nil)
  }

  @Test func `a driver's metrics come before those of services, which are sorted by name`() {
    let names = ["b.cpu-time", "cpu-time", "a.cpu-time", "a.peak-memory", "peak-memory"]
    #expect(
      names.compactMap(Metric.named).sorted().map(\.id)
        == ["peak-memory", "cpu-time", "a.peak-memory", "a.cpu-time", "b.cpu-time"])
  }
}
