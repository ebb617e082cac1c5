@testable import Exporting
import Analysis
import Metrics
import Recording
import Reports
import TestSupport
import Testing

struct OtavaCSVTests {
  private func exported(
    _ number: Int64, _ values: [String: Double], commit: String? = nil, isDirty: Bool = false
  ) -> ExportedExperiment {
    ExportedExperiment(
      ExperimentAnalysis(
        Replay.experiment(
          number: number, stories: values.keys.sorted(), commit: commit, isDirty: isDirty),
        runs: values.sorted { $0.key < $1.key }
          .map { Replay.run($0.key, on: "checked", [.cpuTime: $0.value]) }))
  }

  @Test func `experiments are rows in order of time, with their commits`() throws {
    let file = try OtavaCSV([
      exported(2, ["list": 2.5], commit: "c2", isDirty: true),
      exported(1, ["list": 1], commit: "c1"),
      exported(3, ["list": 4]),
    ])
    #expect(
      file.text == """
        time,commit,branch,cpu-time.list.checked
        1970-01-01T01:00:00Z,c1,main,1
        1970-01-01T02:00:00Z,c2*,main,2.5
        1970-01-01T03:00:00Z,,,4

        """)
  }

  @Test func `the commit is the one that was compared, not that of the files in place`() throws {
    var check = Replay.check(1, "1111111aa", against: "v1", 0)
    check.experiment.builds[1].revision?.commit = "2222222bb"
    let file = try OtavaCSV([
      ExportedExperiment(ExperimentAnalysis(check.experiment, runs: check.runs))
    ])
    #expect(file.text.contains("\n1970-01-01T01:00:00Z,2222222bb,,"), "\(file.text)")
  }

  @Test func `a metric that some experiments lack gets no column, and is reported`() throws {
    let file = try OtavaCSV([exported(1, ["list": 1]), exported(2, ["list": 2, "lend": 9])])
    #expect(file.columns == ["cpu-time.list.checked"])
    #expect(file.leftOut == ["cpu-time.lend.checked"])
  }

  @Test func `without a metric that all experiments have there is no file`() {
    #expect(
      throws: OutputError.noMeasurements(
        format: "otava",
        wanted: "a value that all experiments "
          + "have")
    ) {
      try OtavaCSV([exported(1, ["list": 1]), exported(2, ["lend": 2])])
    }
  }
}
