import Metrics
import Recording
import Store
import TestSupport
import Testing

struct ProfilerFormTests {
  @Test func `memory and CPU rows of one process are one run`() throws {
    let runs = try Import.file(
      Import.profilerHeader + """
        memory_mb,US1,17,7805,4.5,2,280.5
        cpu_percent,US1,26,7805,36,1.5,20
        memory_mb,US1,17,7807,5,3,281
        """
    ).runs
    #expect(runs.map(\.pid) == [7805, 7807])
    #expect(runs.map(\.round) == [1, 2])
    #expect(runs.map(\.build) == ["app", "app"])
    #expect(
      runs.first?.measurements == [
        .peakMemory: 4_500_000, .lowestMemory: 2_000_000, .otherMemory: 280_500_000,
        .peakCPU: 36, .lowestCPU: 1.5, .otherCPU: 20,
      ])
  }

  @Test(arguments: [
    (
      "memory_kb,US1,17,1,4,4,4",
      "f:2:1: there is no quantity 'memory_kb'; allowed: cpu_percent, memory_mb."
    ),
    ("memory_mb,,17,1,4,4,4", "f:2:11: the story has no name."),
    (
      "memory_mb,US1,17,p,4,4,4",
      "f:2:18: pid is 'p'; allowed: a whole number from 0 to 2147483647."
    ),
    ("memory_mb,US1,17,1,x,4,4", "f:2:20: peak 'x' is not a number; allowed: a finite number."),
    ("memory_mb,US1,17,1,4,,4", "f:2:22: lowest '' is not a number; allowed: a finite number."),
    (
      "memory_mb,US1,17,1,4,4,inf",
      "f:2:24: other_processes 'inf' is not a number; allowed: a finite number."
    ),
    (
      "memory_mb,US1,17,1,4,4,4\nmemory_mb,US1,17,1,5,5,5",
      "f:3:18: run 1 of US1 has two values for lowest-memory."
    ),
  ])
  func `a row that can't be imported is refused with the reason`(_ rows: String, _ mistake: String)
  {
    #expect(Import.mistake(in: Import.profilerHeader + rows) == mistake)
  }

  @Test func `the files of 2015 hold 160 runs and one repeated row`() throws {
    var measurements = ImportedMeasurements()
    for build in ["swift", "objc"] {
      let file = "\(build)_measurements.csv"
      try measurements.add(Results2015.text(of: file), file: file, build: build)
    }
    #expect(measurements.runs.count == 160)
    #expect(measurements.builds == ["swift", "objc"])
    #expect(
      measurements.stories == ["US1", "US2", "US3A", "US3B", "US4A", "US4B", "US5", "US7"])
    #expect(measurements.rounds == 10)
    #expect(measurements.runs.map(\.position) == Array(1...160))
    #expect(measurements.runs.allSatisfy { $0.measurements.count == 6 })
    #expect(
      measurements.warnings == [
        "objc_measurements.csv:162: run 7767 of US7 appears twice in the file with the same values; it "
          + "counts once."
      ])
  }
}
