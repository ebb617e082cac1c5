import Analysis
import Experimenting
import Metrics
import Recording
import Store
import TestSupport
import Testing

@Suite struct ImportSessionTests {
  @Test func `imported measurements become one complete experiment with their values`() throws {
    let stage = try SessionStage()
    var measurements = ImportedMeasurements()
    try measurements.add(
      """
      build,story,metric,unit,run,value
      swift,login,peak-memory,MB,1,20.5
      swift,login,peak-memory,MB,2,21
      swift,list,peak-memory,MB,1,30
      """, file: "a.csv", build: "swift")
    let analysis = try ImportSession(measurements, name: "old").carryOut(in: stage.store)
    let experiment = try stage.store.experiment("latest")
    #expect(experiment.number == analysis.experiment.number)
    #expect(experiment.name == "old" && experiment.title == "old" && experiment.source == .import)
    #expect(experiment.completedAt != nil && experiment.environment == nil)
    #expect(experiment.rounds == 2 && experiment.builds.map(\.recipe) == ["imported"])
    #expect(
      try stage.runs().map { [$0.story: $0.measurements[.peakMemory]] }
        == [["login": 20.5e6], ["login": 21e6], ["list": 30e6]])
  }
}
