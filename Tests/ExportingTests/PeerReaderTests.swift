import Analysis
import Foundation
import Metrics
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Exporting

/// Files that other tools' own readers take, of names that try to break out and of plain ones.
struct PeerReaderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(_ experiments: [ExportedExperiment], as format: ExportFormat) throws
    -> FilePath
  {
    try folder.add("\(format.rawValue)-\(folder.files.count)", format.text(of: experiments))
  }

  @Test func `the readers of other tools accept the exported files`() throws {
    let (hostile, small) = (Exported.hostile, Exported.small)
    let comparison = try Exported.comparison(
      ["worse": Exported.ratios(around: 1.5), "crash": nil, "unclear": Exported.unclear])
    let slower = ExportedExperiment(
      ExperimentAnalysis(
        small.analysis.experiment,
        runs: small.analysis.runs.map { run in
          var run = run
          run.measurements = run.measurements.mapValues { $0 * 2 }
          return run
        }))
    let history = (1...12).map { number in
      ExportedExperiment(
        ExperimentAnalysis(
          Replay.experiment(number: number, commit: "c\(number)"),
          runs: Replay.runs([number < 7 ? 100 : 200, number < 7 ? 101 : 201])))
    }
    let schemas = PeerReaders.package.appending("Tests/Peers/schemas")
    let actions = schemas.appending("github-action-benchmark.schema.json")
    let junit = schemas.appending("junit.xsd")
    let bencher = schemas.appending("bencher.schema.json")
    let found = try PeerReaders.read([
      .file(write([comparison, hostile], as: .junit), as: "junit"),
      .file(write([hostile], as: .pyperf), as: "pyperf"),
      .file(write([small], as: .pyperf), as: "pyperf", other: write([slower], as: .pyperf)),
      .file(write([hostile], as: .googleBenchmark), as: "google-benchmark"),
      .file(
        write([small], as: .googleBenchmark), as: "google-benchmark",
        other: write([slower], as: .googleBenchmark)),
      .file(write([hostile], as: .openMetrics), as: "openmetrics"),
      .file(write(history, as: .otava), as: "otava"),
      .document(write([hostile], as: .githubActionBenchmark), schema: actions),
      .document(write([hostile], as: .githubActionBenchmarkBigger), schema: actions),
      .document(write([hostile], as: .bencher), schema: bencher),
      .xml(write([comparison, hostile], as: .junit), schema: junit),
      .xml(write([interrupted()], as: .junit), schema: junit),
    ])
    try check(junit: found[0])
    try check(pyperf: found[1], found[2])
    try check(googleBenchmark: found[3], found[4])
    try check(openMetrics: found[5])
    try check(otava: found[6])
    for problems in found[7...] { #expect(problems as? [String] == []) }
  }

  /// An experiment that did not come to its end, and whose runs have no elapsed time.
  private func interrupted() -> ExportedExperiment {
    var experiment = Exported.small.analysis.experiment
    experiment.completedAt = nil
    return ExportedExperiment(
      ExperimentAnalysis(experiment, runs: [Replay.run("list", on: "checked", [.cpuTime: 1])]))
  }

  private func check(junit found: Any) throws {
    let suites = try #require(found as? [[String: Any]], "\(found)")
    #expect(suites.map { $0["tests"] as? Int } == [3, 16])
    #expect(suites[0]["failures"] as? Int == 1 && suites[0]["errors"] as? Int == 1)
    let cases = try #require(suites[0]["cases"] as? [[String: Any]])
    let results = cases.map { ($0["results"] as? [[String: Any]])?.first }
    #expect(results.map { $0?["kind"] as? String } == ["Failure", "Error", "Skipped"])
    #expect(results[0]?["type"] as? String == "regression")
    let names = (suites[1]["cases"] as? [[String: Any]])?.compactMap { $0["class"] as? String }
    #expect(names?.first == #"e.<script>alert(1)</script> & "more""#)
    #expect(names?.contains("e.line ::error::break, 50 % ") == true, "\(names ?? [])")
  }

  private func check(pyperf hostile: Any, _ small: Any) throws {
    let hostile = try #require(hostile as? [String: Any], "\(hostile)")
    // Eight stories on two builds, five metrics: of eight two are left out, a share and what is zero.
    // The system time of a first run is zero, too.
    let hostileBenchmarks = hostile["benchmarks"] as? [String: Any]
    #expect(hostileBenchmarks?.count == 80, "\(hostile)")
    let small = try #require(small as? [String: Any], "\(small)")
    for program in ["check", "stats", "compare"] {
      #expect((small[program] as? [String: Any])?["status"] as? Int == 0, "\(small)")
    }
    let benchmarks = try #require(small["benchmarks"] as? [String: [String: Any]])
    let time = try #require(benchmarks["list.cpu-time"])
    #expect(time["unit"] as? String == "second" && time["values"] as? [Double] == [1e-6, 3e-6])
    func output(_ program: String) -> String {
      (small[program] as? [String: Any])?["output"] as? String ?? ""
    }
    // Elapsed times of 2 and 6 µs, whatever the value's unit.
    #expect(output("stats").contains("Total duration: 8.00 us"), "\(output("stats"))")
    #expect(output("stats").contains("Mean:    2.00 us"))
    #expect(output("compare").contains("Geometric mean: 2.00x slower"), "\(output("compare"))")
  }

  private func check(googleBenchmark hostile: Any, _ small: Any) throws {
    for found in [hostile, small] {
      let completion = try #require(found as? [String: Any])
      #expect(completion["status"] as? Int == 0, "\(completion)")
    }
    let output = try #require((small as? [String: Any])?["output"] as? String)
    // Twice as long: elapsed 2000 to 4000 ns, CPU 1000 to 2000 ns.
    let row = output.split(separator: "\n").first { $0.hasPrefix("list ") }
    #expect(
      row?.split(separator: " ").map(String.init)
        == ["list", "+1.0000", "+1.0000", "2000", "4000", "1000", "2000"], "\(output)")
  }

  private func check(openMetrics found: Any) throws {
    let families = try #require(found as? [[String: Any]], "\(found)")
    let units = Dictionary(
      uniqueKeysWithValues: families.map { ($0["name"] as? String, $0["unit"] as? String) })
    #expect(units["rehearse_cpu_time_seconds"] == "seconds" && units["rehearse_runs"] == "")
    let samples = families.flatMap { $0["samples"] as? [[Any]] ?? [] }
    let stories = samples.compactMap { ($0[1] as? [String: String])?["story"] }
    #expect(Set(stories).count == 8)
    #expect(stories.contains(#"back\slash"#) && stories.contains("␛[31mred␇"))
  }

  /// The mean doubles with the seventh experiment.
  private func check(otava found: Any) throws {
    let found = try #require(found as? [String: [String: Any]], "\(found)")
    #expect(found["validate"]?["status"] as? Int == 0, "\(found)")
    let errors = found["validate"]?["errors"] as? String ?? ""
    #expect(errors.contains("VALID") && !errors.contains("INVALID"), "\(errors)")
    let output = try #require(found["analyze"]?["output"] as? String)
    #expect(found["analyze"]?["status"] as? Int == 0, "\(found)")
    #expect(output.contains("c7") && output.contains("+99"), "\(output)")
  }

  @Test func `hyperfine itself writes the same keys`() throws {
    let own = folder["own.json"]
    let completion = try Completion.of(
      ["hyperfine", "-N", "--runs", "2", "--export-json", own.string, "true"])
    try #require(
      completion.status == 0, "This test needs hyperfine (Debian: apt-get install hyperfine).")
    let ours = try write([Exported.small], as: .hyperfine)
    func keys(_ file: FilePath) throws -> (top: [String], result: [String]) {
      let data = try Data(contentsOf: URL(fileURLWithPath: file.string))
      let object = try #require(
        try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
      return (object.keys.sorted(), try #require(object["results"]?.first).keys.sorted())
    }
    // Newer ones than Debian's write memory, too.
    let added = ["memory_usage_byte"]
    let (theirs, found) = (try keys(own), try keys(ours))
    #expect(found.top == theirs.top)
    let old = { (keys: [String]) in keys.filter { !added.contains($0) } }
    #expect(old(found.result) == old(theirs.result))
    #expect(found.result.contains(added[0]))
  }
}
